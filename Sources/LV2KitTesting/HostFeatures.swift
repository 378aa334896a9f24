import CLV2

/// The features that `EffectHost` offers to an effect: urid:map.
final class HostFeatures {
  private final class URIs {
    var urids: [String: LV2_URID] = [:]

    func urid(_ uri: String) -> LV2_URID {
      let urid = urids[uri] ?? LV2_URID(urids.count + 1)
      urids[uri] = urid
      return urid
    }
  }

  private let uris = URIs()
  private let map: UnsafeMutablePointer<LV2_URID_Map>

  init() {
    map = .allocate(capacity: 1)
    map.initialize(
      to: LV2_URID_Map(
        handle: Unmanaged.passUnretained(uris).toOpaque(),
        map: { handle, uri in
          guard let handle, let uri else { return 0 }
          return Unmanaged<URIs>.fromOpaque(handle).takeUnretainedValue().urid(String(cString: uri))
        }))
  }

  deinit { map.deallocate() }

  func urid(_ uri: String) -> LV2_URID { uris.urid(uri) }

  /// Calls `body` with the features as instantiate() expects them.
  func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<LV2_Feature>?>) -> Result) -> Result {
    "http://lv2plug.in/ns/ext/urid#map".withCString { uri in
      var feature = LV2_Feature(URI: uri, data: map)
      return withUnsafePointer(to: &feature) { feature in
        let features: [UnsafePointer<LV2_Feature>?] = [feature, nil]
        return features.withUnsafeBufferPointer { body($0.baseAddress!) }
      }
    }
  }
}

import CLV2

/// The features that the host passed to instantiate(), or NULL for those that it does not offer.
///
/// SAFETY: the host keeps the data of features valid until cleanup().
package struct Features {
  package let map: UnsafeMutablePointer<LV2_URID_Map>?
  package let log: UnsafeMutablePointer<LV2_Log_Log>?
  package let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>?
  package let options: UnsafePointer<LV2_Options_Option>?
  let inlineDisplay: UnsafeMutablePointer<LV2_Inline_Display>?

  /// - Parameter features: NULL, or an array that ends with NULL.
  package init(_ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) {
    map = feature("http://lv2plug.in/ns/ext/urid#map", in: features)?.assumingMemoryBound(to: LV2_URID_Map.self)
    log = feature("http://lv2plug.in/ns/ext/log#log", in: features)?.assumingMemoryBound(to: LV2_Log_Log.self)
    schedule = feature("http://lv2plug.in/ns/ext/worker#schedule", in: features)?
      .assumingMemoryBound(to: LV2_Worker_Schedule.self)
    options = UnsafePointer(
      feature("http://lv2plug.in/ns/ext/options#options", in: features)?
        .assumingMemoryBound(to: LV2_Options_Option.self))
    inlineDisplay = feature("http://harrisonconsoles.com/lv2/inlinedisplay#queue_draw", in: features)?
      .assumingMemoryBound(to: LV2_Inline_Display.self)
  }

  /// Returns the URID of a URI, or 0 if the host does not offer urid:map.
  package func urid(_ uri: StaticString) -> LV2_URID { urid(cString(uri)) }

  func urid(_ uri: UnsafePointer<CChar>) -> LV2_URID { map?.pointee.map(map?.pointee.handle, uri) ?? 0 }

  /// Returns the URID of the URI that a "#" and a fragment complete.
  package func urid(_ uri: UnsafePointer<CChar>, fragment: StaticString) -> LV2_URID {
    let length = strlen(uri)
    let whole = UnsafeMutablePointer<CChar>.allocate(capacity: length + fragment.utf8CodeUnitCount + 2)
    defer { whole.deallocate() }
    whole.initialize(from: uri, count: length)
    whole[length] = 35
    (whole + length + 1).initialize(from: cString(fragment), count: fragment.utf8CodeUnitCount + 1)
    return urid(whole)
  }

  /// The value of an option of the type atom:Int, or nil.
  package func integer(_ key: StaticString) -> Int? {
    option(key, "http://lv2plug.in/ns/ext/atom#Int")?.value.map { Int($0.loadUnaligned(as: Int32.self)) }
  }

  /// The value of an option of the type atom:Float, or nil.
  package func number(_ key: StaticString) -> Float? {
    option(key, "http://lv2plug.in/ns/ext/atom#Float")?.value.map { $0.loadUnaligned(as: Float.self) }
  }

  /// The bytes of an option of the type atom:String without the final zero, or nil.
  package func text(_ key: StaticString) -> [UInt8]? {
    option(key, "http://lv2plug.in/ns/ext/atom#String").flatMap { option in
      option.value.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(option.size)).prefix { $0 != 0 }) }
    }
  }

  private func option(_ key: StaticString, _ type: StaticString) -> LV2_Options_Option? {
    guard var option = options, map != nil else { return nil }
    let (key, type) = (urid(key), urid(type))
    while option.pointee.key != 0 {
      if option.pointee.key == key, option.pointee.type == type, option.pointee.value != nil { return option.pointee }
      option += 1
    }
    return nil
  }
}

/// Returns the data of the feature with this URI, or nil.
package func feature(
  _ uri: StaticString, in features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
) -> UnsafeMutableRawPointer? {
  find(uri, in: features)?.pointee.data
}

/// Whether the host offers the feature with this URI. Some features have no data.
package func isOffered(_ uri: StaticString, in features: UnsafePointer<UnsafePointer<LV2_Feature>?>?) -> Bool {
  find(uri, in: features) != nil
}

private func find(
  _ uri: StaticString, in features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
) -> UnsafePointer<LV2_Feature>? {
  guard var next = features else { return nil }
  while let feature = next.pointee {
    if let name = feature.pointee.URI, areEqual(name, cString(uri)) { return feature }
    next += 1
  }
  return nil
}

/// Whether two C strings are equal.
package func areEqual(_ a: UnsafePointer<CChar>, _ b: UnsafePointer<CChar>) -> Bool {
  var index = 0
  while a[index] == b[index] {
    if a[index] == 0 { return true }
    index += 1
  }
  return false
}

/// SAFETY: a StaticString of more than one character is UTF-8 that ends with 0, and the program never frees it.
@inline(__always)
package func cString(_ string: StaticString) -> UnsafePointer<CChar> {
  UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self)
}

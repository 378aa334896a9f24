import CLV2

/// The features that `EffectHost` offers to an effect: urid:map and work:schedule.
final class EffectHostFeatures {
  private final class URIs {
    var urids: [String: LV2_URID] = [:]

    func urid(_ uri: String) -> LV2_URID {
      let urid = urids[uri] ?? LV2_URID(urids.count + 1)
      urids[uri] = urid
      return urid
    }
  }

  /// The messages to the worker that wait for the end of the cycle.
  private final class Queue {
    var messages: [[UInt8]] = []
    var isFull = false
    var isBusy = false
  }

  private let uris = URIs()
  private let queue = Queue()
  private let map: UnsafeMutablePointer<LV2_URID_Map>
  private let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>

  init() {
    map = .allocate(capacity: 1)
    map.initialize(
      to: LV2_URID_Map(
        handle: Unmanaged.passUnretained(uris).toOpaque(),
        map: { handle, uri in
          guard let handle, let uri else { return 0 }
          return Unmanaged<URIs>.fromOpaque(handle).takeUnretainedValue().urid(String(cString: uri))
        }))
    schedule = .allocate(capacity: 1)
    schedule.initialize(
      to: LV2_Worker_Schedule(
        handle: Unmanaged.passUnretained(queue).toOpaque(),
        schedule_work: { handle, size, data in
          guard let handle else { return LV2_WORKER_ERR_UNKNOWN }
          let queue = Unmanaged<Queue>.fromOpaque(handle).takeUnretainedValue()
          if queue.isFull { return LV2_WORKER_ERR_NO_SPACE }
          queue.messages.append([UInt8](UnsafeRawBufferPointer(start: data, count: Int(size))))
          return LV2_WORKER_SUCCESS
        }))
  }

  deinit {
    map.deallocate()
    schedule.deallocate()
  }

  func urid(_ uri: String) -> LV2_URID { uris.urid(uri) }

  /// The URI of a URID, or nil.
  func uri(_ urid: LV2_URID) -> String? { uris.urids.first { $0.value == urid }?.key }

  /// Whether the worker refuses messages.
  var workerIsFull: Bool {
    get { queue.isFull }
    set { queue.isFull = newValue }
  }

  /// Whether the worker leaves its messages for later.
  var workerIsBusy: Bool {
    get { queue.isBusy }
    set { queue.isBusy = newValue }
  }

  /// The number of messages to the worker.
  var messageCount: Int { queue.messages.count }

  /// Removes the messages to the worker; none of them while it is busy.
  func takeMessages() -> [[UInt8]] {
    if queue.isBusy { return [] }
    defer { queue.messages = [] }
    return queue.messages
  }

  /// Calls `body` with the features as instantiate() expects them.
  func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<LV2_Feature>?>) -> Result) -> Result {
    "http://lv2plug.in/ns/ext/urid#map".withCString { mapURI in
      "http://lv2plug.in/ns/ext/worker#schedule".withCString { scheduleURI in
        let features = [LV2_Feature(URI: mapURI, data: map), LV2_Feature(URI: scheduleURI, data: schedule)]
        return features.withUnsafeBufferPointer { features in
          let pointers: [UnsafePointer<LV2_Feature>?] = features.indices.map { features.baseAddress! + $0 } + [nil]
          return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
        }
      }
    }
  }
}

import CCLAP
import CLV2
import LV2Kit

/// The features that the instance of LV2 gets: urid:map, log:log, work:schedule and the options.
///
/// SAFETY: the memory exists until `deallocate()`, which follows the end of the instance.
struct ClapHostFeatures {
  private let map: UnsafeMutablePointer<LV2_URID_Map>
  private let log: UnsafeMutablePointer<LV2_Log_Log>
  private let schedule: UnsafeMutablePointer<LV2_Worker_Schedule>
  /// The sample rate, the largest block length and the end of the list.
  private let options: UnsafeMutablePointer<LV2_Options_Option>
  /// The values of the options: a float and an integer.
  private let optionValues: UnsafeMutablePointer<UInt32>
  private let features: UnsafeMutablePointer<LV2_Feature>
  /// The features as instantiate() expects them.
  let list: UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>

  private static var count: Int { 4 }

  init(_ host: UnsafePointer<clap_host>) {
    map = .allocate(capacity: 1)
    map.initialize(to: LV2_URID_Map(handle: nil, map: lv2kit_clap_map))
    log = .allocate(capacity: 1)
    // The C functions have variable arguments, so that Swift only knows their addresses.
    log.initialize(to: LV2_Log_Log())
    lv2kit_clap_fill_log(log, host)
    schedule = .allocate(capacity: 1)
    schedule.initialize(
      to: LV2_Worker_Schedule(
        handle: nil,
        schedule_work: { handle, size, data in
          handle?.assumingMemoryBound(to: ClapInstance.self).pointee.schedule(size, data) ?? LV2_WORKER_ERR_UNKNOWN
        }))
    options = .allocate(capacity: 3)
    options.initialize(repeating: LV2_Options_Option(), count: 3)
    optionValues = .allocate(capacity: 2)
    optionValues.initialize(repeating: 0, count: 2)
    features = .allocate(capacity: Self.count)
    features.initialize(repeating: LV2_Feature(), count: Self.count)
    list = .allocate(capacity: Self.count + 1)
    list.initialize(repeating: nil, count: Self.count + 1)
    set(0, "http://lv2plug.in/ns/ext/urid#map", map)
    set(1, "http://lv2plug.in/ns/ext/log#log", log)
    set(2, "http://lv2plug.in/ns/ext/worker#schedule", schedule)
    set(3, "http://lv2plug.in/ns/ext/options#options", options)
  }

  private func set(_ index: Int, _ uri: StaticString, _ data: UnsafeMutableRawPointer) {
    features[index] = LV2_Feature(URI: cString(uri), data: data)
    list[index] = UnsafePointer(features + index)
  }

  func deallocate() {
    map.deallocate()
    log.deallocate()
    schedule.deallocate()
    options.deallocate()
    optionValues.deallocate()
    features.deallocate()
    list.deallocate()
  }

  /// The instance whose worker gets the messages.
  var context: UnsafeMutablePointer<ClapInstance>? {
    schedule.pointee.handle?.assumingMemoryBound(to: ClapInstance.self)
  }

  func setContext(_ instance: UnsafeMutablePointer<ClapInstance>) {
    schedule.pointee.handle = UnsafeMutableRawPointer(instance)
  }

  /// States the sample rate and the largest number of frames in a block.
  func setOptions(rate: Double, maximum: UInt32) {
    optionValues[0] = Float(rate).bitPattern
    optionValues[1] = maximum
    options[0] = LV2_Options_Option(
      context: LV2_OPTIONS_INSTANCE, subject: 0, key: urid("http://lv2plug.in/ns/ext/parameters#sampleRate"), size: 4,
      type: urid("http://lv2plug.in/ns/ext/atom#Float"), value: UnsafeRawPointer(optionValues))
    options[1] = LV2_Options_Option(
      context: LV2_OPTIONS_INSTANCE, subject: 0, key: urid("http://lv2plug.in/ns/ext/buf-size#maxBlockLength"), size: 4,
      type: urid("http://lv2plug.in/ns/ext/atom#Int"), value: UnsafeRawPointer(optionValues + 1))
  }

  /// urid:map and log:log, which windows get too.
  var shared: (map: LV2_Feature, log: LV2_Feature) { (features[0], features[1]) }
}

/// The number of a URI in this library.
func urid(_ uri: StaticString) -> LV2_URID { lv2kit_clap_map(nil, cString(uri)) }

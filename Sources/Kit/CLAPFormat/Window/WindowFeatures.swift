import CCLAP
import CLV2
import LV2Kit

/// The features that a user interface of LV2 gets.
///
/// SAFETY: the memory exists until `deallocate()`, which follows the end of the interface.
struct WindowFeatures {
  private let resize: UnsafeMutablePointer<LV2UI_Resize>
  private let touch: UnsafeMutablePointer<LV2UI_Touch>
  private let portMap: UnsafeMutablePointer<LV2UI_Port_Map>
  private let access: UnsafeMutablePointer<LV2_Extension_Data_Feature>
  private let options: UnsafeMutablePointer<LV2_Options_Option>
  /// The sample rate and the scale.
  private let optionValues: UnsafeMutablePointer<Float>
  private let features: UnsafeMutablePointer<LV2_Feature>
  let list: UnsafeMutablePointer<UnsafePointer<LV2_Feature>?>
  /// Pixels in a point; 0 for the scale of the desktop.
  var scale: Float = 0
  /// The window of the host; 0 if there is none.
  var parent: UInt = 0

  private static var count: Int { 10 }

  init() {
    resize = .allocate(capacity: 1)
    touch = .allocate(capacity: 1)
    portMap = .allocate(capacity: 1)
    access = .allocate(capacity: 1)
    options = .allocate(capacity: 3)
    optionValues = .allocate(capacity: 2)
    optionValues.initialize(repeating: 0, count: 2)
    features = .allocate(capacity: Self.count)
    list = .allocate(capacity: Self.count + 1)
  }

  func deallocate() {
    resize.deallocate()
    touch.deallocate()
    portMap.deallocate()
    access.deallocate()
    options.deallocate()
    optionValues.deallocate()
    features.deallocate()
    list.deallocate()
  }

  /// The first argument of the functions that the interface calls.
  var controller: UnsafeMutableRawPointer? { resize.pointee.handle }

  /// Sets the functions that the interface calls.
  func fill(_ window: UnsafeMutablePointer<ClapWindow>) {
    resize.initialize(
      to: LV2UI_Resize(
        handle: window,
        ui_resize: { handle, width, height in
          guard let window = handle?.assumingMemoryBound(to: ClapWindow.self), width > 0, height > 0 else { return 1 }
          (window.pointee.width, window.pointee.height) = (UInt32(width), UInt32(height))
          return 0
        }))
    touch.initialize(
      to: LV2UI_Touch(
        handle: window,
        touch: { handle, port, isTouched in
          handle?.assumingMemoryBound(to: ClapWindow.self).pointee.touch(Int(port), isTouched)
        }))
    portMap.initialize(
      to: LV2UI_Port_Map(
        handle: window,
        port_index: { handle, symbol in
          // Interfaces on LV2Kit know the indices of all other ports.
          guard let window = handle?.assumingMemoryBound(to: ClapWindow.self), let symbol,
            areEqual(symbol, cString("events_in"))
          else { return .max }
          return window.pointee.instance.pointee.eventInputPort
        }))
  }

  /// Completes the list for a new interface.
  func update(_ instance: UnsafeMutablePointer<ClapInstance>) {
    access.initialize(to: LV2_Extension_Data_Feature(data_access: instance.pointee.descriptor.pointee.extension_data))
    optionValues[0] = Float(instance.pointee.rate)
    optionValues[1] = scale
    options.initialize(repeating: LV2_Options_Option(), count: 3)
    options[0] = option("http://lv2plug.in/ns/ext/parameters#sampleRate", optionValues)
    if scale > 0 { options[1] = option("http://lv2plug.in/ns/extensions/ui#scaleFactor", optionValues + 1) }
    let shared = instance.pointee.features.shared
    (features + 0).initialize(to: shared.map)
    (features + 1).initialize(to: shared.log)
    set(2, "http://lv2plug.in/ns/ext/options#options", options)
    set(3, "http://lv2plug.in/ns/extensions/ui#idleInterface", nil)
    set(4, "http://lv2plug.in/ns/extensions/ui#resize", resize)
    set(5, "http://lv2plug.in/ns/extensions/ui#touch", touch)
    set(6, "http://lv2plug.in/ns/ext/instance-access", instance.pointee.handle)
    set(7, "http://lv2plug.in/ns/ext/data-access", access)
    set(8, "http://lv2plug.in/ns/extensions/ui#portMap", portMap)
    set(9, "http://lv2plug.in/ns/extensions/ui#parent", UnsafeMutableRawPointer(bitPattern: parent))
    // Without a window of the host, the list ends before the last feature.
    for index in 0...Self.count {
      (list + index).initialize(to: index < (parent == 0 ? 9 : Self.count) ? UnsafePointer(features + index) : nil)
    }
  }

  private func set(_ index: Int, _ uri: StaticString, _ data: UnsafeMutableRawPointer?) {
    (features + index).initialize(to: LV2_Feature(URI: cString(uri), data: data))
  }

  private func option(_ key: StaticString, _ value: UnsafePointer<Float>) -> LV2_Options_Option {
    LV2_Options_Option(
      context: LV2_OPTIONS_INSTANCE, subject: 0, key: urid(key), size: 4,
      type: urid("http://lv2plug.in/ns/ext/atom#Float"), value: UnsafeRawPointer(value))
  }
}

import CCLAP
import CLV2
import CSiblingLibrary
import LV2Kit

/// The window of an instance: the user interface of LV2 in the library NAME-ui.so beside this one.
///
/// A host asks for the size before it states the window in which the interface shall be. The interface is therefore created twice:
/// at first without a window of the host, which shows whether and with which size it works.
///
/// SAFETY: the memory exists until `destroy(_:)`. All functions run on the main thread.
struct ClapWindow {
  let instance: UnsafeMutablePointer<ClapInstance>
  private let descriptor: UnsafePointer<LV2UI_Descriptor>
  let isFloating: Bool
  private var features: WindowFeatures
  /// The user interface.
  private var handle: LV2UI_Handle?
  private var timer: clap_id?
  /// The values that the interface knows, by the index of the port.
  private let known: UnsafeMutablePointer<Float>
  private var events = WindowEvents()
  /// In pixels.
  var width: UInt32 = 0
  var height: UInt32 = 0
  /// Whether the host has shown or hidden the window; nil if it has done neither.
  private var isVisible: Bool?

  private init(
    _ instance: UnsafeMutablePointer<ClapInstance>, _ descriptor: UnsafePointer<LV2UI_Descriptor>, isFloating: Bool
  ) {
    self.instance = instance
    self.descriptor = descriptor
    self.isFloating = isFloating
    features = WindowFeatures()
    let count = Int(instance.pointee.plugin.pointee.control_count)
    known = .allocate(capacity: count)
    known.initialize(repeating: .nan, count: count)
  }

  /// Creates the window of an instance without showing it. Returns nil without a library, an X server, or timers of the host.
  static func make(_ instance: UnsafeMutablePointer<ClapInstance>, isFloating: Bool) -> UnsafeMutablePointer<
    ClapWindow
  >? {
    guard let uri = instance.pointee.plugin.pointee.interface, let address = lv2kit_interface(uri),
      timers(of: instance) != nil
    else { return nil }
    let window = UnsafeMutablePointer<ClapWindow>.allocate(capacity: 1)
    window.initialize(
      to: ClapWindow(instance, address.assumingMemoryBound(to: LV2UI_Descriptor.self), isFloating: isFloating))
    window.pointee.features.fill(window)
    guard window.pointee.open() else {
      var optional: UnsafeMutablePointer<ClapWindow>? = window
      destroy(&optional)
      return nil
    }
    return window
  }

  /// Whether the library with the windows exists. A program that only searches plug-ins has no timers.
  static func isPossible(_ instance: UnsafeMutablePointer<ClapInstance>) -> Bool {
    guard let uri = instance.pointee.plugin.pointee.interface else { return false }
    return lv2kit_interface(uri) != nil
  }

  static func destroy(_ window: inout UnsafeMutablePointer<ClapWindow>?) {
    guard let old = window else { return }
    window = nil
    old.pointee.stopTimer()
    old.pointee.close()
    old.pointee.events.finish(old.pointee.instance)
    old.pointee.known.deallocate()
    old.pointee.features.deallocate()
    old.deallocate()
  }

  // MARK: The interface

  private mutating func open() -> Bool {
    close()
    features.update(instance)
    var widget: LV2UI_Widget?
    handle = descriptor.pointee.instantiate(
      descriptor, instance.pointee.descriptor.pointee.URI, cString("/"),
      { controller, port, size, format, value in
        guard let window = controller?.assumingMemoryBound(to: ClapWindow.self), let value else { return }
        if format == 0 && size == 4 { window.pointee.set(Int(port), to: value.loadUnaligned(as: Float.self)) }
        if format != 0 { window.pointee.events.send(value, size: Int(size), format, window.pointee.instance) }
      }, features.controller, &widget, features.list)
    guard handle != nil else { return false }
    events.begin(instance)
    for port in 0..<Int(instance.pointee.plugin.pointee.control_count) { known[port] = .nan }
    update()
    addPresets()
    if let isVisible { _ = setVisible(isVisible) }
    return true
  }

  /// Adds the factory presets to the menu of the interface, which has no bundle.
  private func addPresets() {
    let plugin = instance.pointee.plugin.pointee
    for index in 0..<Int(plugin.preset_count) {
      let preset = plugin.presets[index]
      // A value for each parameter but the bypass, in the order of the ports.
      functions?.pointee.add_preset(handle, preset.name, preset.values, plugin.parameter_count - 1)
    }
  }

  private mutating func close() {
    if let handle { descriptor.pointee.cleanup(handle) }
    handle = nil
  }

  /// Passes the values that have changed to the interface.
  private mutating func update() {
    let plugin = instance.pointee.plugin.pointee
    for index in 0..<Int(plugin.parameter_count) {
      send(Int(plugin.parameters[index].port), instance.pointee.values.portValue(index))
    }
    // The control outputs follow the inputs, which are all parameters but the bypass.
    for port in Int(plugin.parameter_count) - 1..<Int(plugin.connected_count) {
      send(port, instance.pointee.values.ports[port])
    }
  }

  private mutating func send(_ port: Int, _ value: Float) {
    guard value == value, known[port] != value else { return }
    known[port] = value
    var value = value
    descriptor.pointee.port_event?(handle, UInt32(port), 4, 0, &value)
  }

  /// The user has changed a port.
  private mutating func set(_ port: Int, to value: Float) {
    guard let index = parameter(ofPort: port), value == value else { return }
    let parameter = instance.pointee.plugin.pointee.parameters[index]
    instance.pointee.values.set(index, to: parameter.isBypass ? 1 - Double(value) : Double(value))
    known[port] = instance.pointee.values.portValue(index)
    append(index, UInt32(CLAP_EVENT_PARAM_VALUE), instance.pointee.values.value(index))
  }

  /// The user begins or ends to move a control. During the movement, the interface ignores what the host sets: it gets it afterwards.
  func touch(_ port: Int, _ isTouched: Bool) {
    guard let index = parameter(ofPort: port) else { return }
    if !isTouched { known[port] = .nan }
    append(index, UInt32(isTouched ? CLAP_EVENT_PARAM_GESTURE_BEGIN : CLAP_EVENT_PARAM_GESTURE_END), 0)
  }

  private func append(_ index: Int, _ type: UInt32, _ value: Double) {
    var change = lv2kit_clap_change(parameter: UInt32(index), type: type, value: value)
    instance.pointee.changes.push(&change, size: MemoryLayout<lv2kit_clap_change>.size)
    HostExtensions.requestFlush(instance.pointee.host)
  }

  private func parameter(ofPort port: Int) -> Int? {
    let plugin = instance.pointee.plugin.pointee
    for index in 0..<Int(plugin.parameter_count) where Int(plugin.parameters[index].port) == port { return index }
    return nil
  }

  // MARK: The host

  private static func timers(of instance: UnsafeMutablePointer<ClapInstance>) -> UnsafePointer<clap_host_timer_support>?
  {
    HostExtensions.find(instance.pointee.host, "clap.timer-support", as: clap_host_timer_support.self)
  }

  private mutating func startTimer() {
    guard timer == nil, let timers = Self.timers(of: instance) else { return }
    var id: clap_id = 0
    // 50 in a second.
    if timers.pointee.register_timer?(instance.pointee.host, 20, &id) == true { timer = id }
  }

  private mutating func stopTimer() {
    guard let timer, let timers = Self.timers(of: instance) else { return }
    _ = timers.pointee.unregister_timer?(instance.pointee.host, timer)
    self.timer = nil
  }

  /// Lets the interface work.
  mutating func tick(_ id: clap_id) {
    guard id == timer, handle != nil else { return }
    update()
    instance.pointee.exchangeEvents()
    while let (message, size) = events.next(instance) {
      descriptor.pointee.port_event?(handle, instance.pointee.eventOutputPort, size, events.format, message)
    }
    let idle = interface("http://lv2plug.in/ns/extensions/ui#idleInterface", as: LV2UI_Idle_Interface.self)
    guard idle?.pointee.idle?(handle) ?? 0 != 0 else { return }
    // The user has closed the window, or the X server has ended.
    stopTimer()
    close()
    let host = instance.pointee.host
    HostExtensions.find(host, "clap.gui", as: clap_host_gui.self)?.pointee.closed?(host, true)
  }

  mutating func setScale(_ scale: Double) -> Bool {
    features.scale = Float(scale)
    return open()
  }

  /// Creates the interface in a window of the host.
  mutating func setParent(_ parent: UInt) -> Bool {
    features.parent = parent
    let (oldWidth, oldHeight) = (width, height)
    guard open() else { return false }
    // The host can have changed the size before.
    if oldWidth != width || oldHeight != height { resize(oldWidth, oldHeight) }
    startTimer()
    return true
  }

  mutating func setVisible(_ isVisible: Bool) -> Bool {
    guard handle != nil else { return false }
    self.isVisible = isVisible
    let show = interface("http://lv2plug.in/ns/extensions/ui#showInterface", as: LV2UI_Show_Interface.self)
    if isVisible {
      startTimer()
      return show?.pointee.show?(handle) == 0
    }
    return show?.pointee.hide?(handle) == 0
  }

  mutating func resize(_ width: UInt32, _ height: UInt32) {
    (self.width, self.height) = (width, height)
    functions?.pointee.resize(handle, width, height)
  }

  /// The smallest useful size in pixels.
  var smallest: (width: UInt32, height: UInt32) {
    var size: (UInt32, UInt32) = (1, 1)
    functions?.pointee.smallest(handle, &size.0, &size.1)
    return size
  }

  /// Another instance of LV2 does the work. The interface looks at the spectra of the new one.
  static func instanceChanged(_ window: UnsafeMutablePointer<ClapWindow>?) {
    guard let window, window.pointee.handle != nil else { return }
    let (width, height) = (window.pointee.width, window.pointee.height)
    guard window.pointee.open() else { return }
    window.pointee.resize(width, height)
  }

  private var functions: UnsafePointer<LV2Kit_Window>? {
    interface("urn:martlet:lv2kit#window", as: LV2Kit_Window.self)
  }

  private func interface<Functions>(_ uri: StaticString, as _: Functions.Type) -> UnsafePointer<Functions>? {
    guard handle != nil else { return nil }
    return descriptor.pointee.extension_data?(cString(uri))?.assumingMemoryBound(to: Functions.self)
  }
}

import CLV2
import Glibc
import LV2Host
import Model
import TestHost

/// An open interface. It writes each call into the crash record.
///
/// The methods correspond to the functions of LV2 and must be called in the thread that opened it. When the object is
/// released, it calls cleanup().
package final class InterfaceUnderTest {
  package let description: InterfaceDescription
  let plugin: PluginDescription
  /// The number of the interface in its process, from 1.
  let number: Int
  package let library: InterfaceLibrary
  package private(set) var handle: LV2UI_Handle?
  /// A window of X11, a GtkWidget, or a struct of the interface, depending on the toolkit; nil if it was not set.
  package private(set) var widget: LV2UI_Widget?
  package var activity = HostActivity()
  /// Called in the host's ui_resize() with the requested size.
  var onResize: ((Desktop.Size) -> Void)?
  package let idleFunction: (@convention(c) (LV2UI_Handle?) -> Int32)?
  private let resizeFunction: (@convention(c) (LV2UI_Feature_Handle?, Int32, Int32) -> Int32)?
  private let showFunctions: LV2UI_Show_Interface?
  private let ports: [String: Int]
  private let log = LogCapture(map: InstanceUnderTest.map)
  private var features: InterfaceFeatures?
  /// Whether idle() reported that the user closed the window.
  package private(set) var isClosed = false

  /// The calls of an interface whose names those of a plug-in have too.
  package enum Name {
    package static let instantiate = "LV2UI_Descriptor.instantiate"
    package static let cleanup = "LV2UI_Descriptor.cleanup"
    package static let extensionData = "LV2UI_Descriptor.extension_data"
  }

  /// Opens the interface.
  ///
  /// - Parameter instance: for interfaces that access the instance; nil if there is none.
  /// - Returns: nil if instantiate() returned NULL.
  package init?(
    _ description: InterfaceDescription, of plugin: PluginDescription, _ library: InterfaceLibrary,
    _ setup: InterfaceSetup, instance: InstanceUnderTest? = nil
  ) {
    self.description = description
    self.plugin = plugin
    self.library = library
    number = setup.number
    let symbols = plugin.ports.map { ($0.symbol, $0.index) }
    ports = Dictionary(symbols, uniquingKeysWith: { first, _ in first })
    func declared(_ uri: String) -> UnsafeRawPointer? {
      description.extensionData.contains(uri) ? library.extensionData(uri) : nil
    }
    idleFunction = declared(URI.UserInterface.idleInterface)?.load(as: LV2UI_Idle_Interface.self).idle
    resizeFunction = declared(URI.UserInterface.resize)?.load(as: LV2UI_Resize.self).ui_resize
    showFunctions = declared(URI.UserInterface.showInterface)?.load(as: LV2UI_Show_Interface.self)
    let host = Unmanaged.passUnretained(self).toOpaque()
    let features = InterfaceFeatures(description, setup, log: log, host: host, instance: instance?.hosted)
    self.features = features
    let descriptor = library.descriptor
    handle = Self.called(Name.instantiate) {
      descriptor.pointee.instantiate?(
        descriptor, plugin.uri, description.bundlePath, HostCallbacks.write, host, &widget, features.array)
    }
    if handle == nil { return nil }
  }

  deinit { cleanup() }

  /// Runs `body`, a call of the interface, with its name in the crash record; the heap blocks belong to the interface.
  package static func called<Result>(_ name: String, _ body: () -> Result) -> Result {
    InstanceUnderTest.noted(name) { AllocationLedger.tracking(body) }
  }

  // MARK: Calls

  /// Sends the value of a control port.
  package func send(_ value: Float, toPort port: Int) {
    InterfaceJournal.noting(.action(.value(port: port, value: value)), of: self) {
      withUnsafeBytes(of: value) { call($0, toPort: UInt32(port), format: 0, size: 4) }
    }
  }

  /// Calls port_event() with any arguments; without effect if the interface has no such function.
  package func send(_ bytes: [UInt8], toPort port: UInt32, format: UInt32, size: Int? = nil) {
    send(.init(port: port, format: format, size: size ?? bytes.count, bytes: bytes))
  }

  /// Calls port_event() with any arguments, but never with NULL.
  func send(_ event: InterfaceAction.Event) {
    InterfaceJournal.noting(.action(.event(event)), of: self) {
      let bytes = event.bytes.isEmpty ? [0] : event.bytes
      bytes.withUnsafeBytes { call($0, toPort: event.port, format: event.format, size: event.size) }
    }
  }

  private func call(_ bytes: UnsafeRawBufferPointer, toPort port: UInt32, format: UInt32, size: Int) {
    guard let function = library.descriptor.pointee.port_event else { return }
    Self.called("port_event") { function(handle, port, UInt32(size), format, bytes.baseAddress) }
  }

  /// Calls idle(); without effect if the interface has no such function or was closed.
  ///
  /// - Returns: the duration of the call in seconds; nil if there was none.
  @discardableResult package func idle() -> Double? {
    guard let idleFunction, !isClosed else { return nil }
    let start = ContinuousClock.now
    let status = InterfaceJournal.noting(.action(.idle(1)), of: self) { Self.called("idle") { idleFunction(handle) } }
    isClosed = status != 0
    return (ContinuousClock.now - start).seconds
  }

  /// Calls the ui_resize() of the interface; without effect if it has none.
  package func resize(to size: Desktop.Size) {
    guard let resizeFunction else { return }
    InterfaceJournal.noting(.action(.resize(width: size.width, height: size.height)), of: self) {
      _ = Self.called("ui_resize") { resizeFunction(handle, Int32(size.width), Int32(size.height)) }
    }
  }

  /// Calls show() and resumes the calls of idle(). Returns whether it succeeded.
  package func show() -> Bool {
    isClosed = false
    guard let show = showFunctions?.show else { return false }
    return InterfaceJournal.noting(.action(.show), of: self) { Self.called("show") { show(handle) } } == 0
  }

  package func hide() {
    guard let hide = showFunctions?.hide, handle != nil else { return }
    InterfaceJournal.noting(.action(.hide), of: self) { _ = Self.called("hide") { hide(handle) } }
  }

  package func cleanup() {
    guard let handle else { return }
    self.handle = nil
    InterfaceJournal.noting(.cleanup, of: self) {
      Self.called(Name.cleanup) { library.descriptor.pointee.cleanup?(handle) }
    }
  }

  // MARK: Callbacks

  func note(write port: UInt32, _ size: UInt32, _ protocolID: UInt32, _ bytes: [UInt8]) {
    guard activity.writes.count < HostActivity.largestCount else { return }
    activity.writes.append(.init(port: port, size: size, protocolID: protocolID, bytes: bytes))
  }

  func note(size: Desktop.Size) {
    activity.sizes.append(size)
    onResize?(size)
  }

  func index(ofPort symbol: String) -> UInt32? { ports[symbol].map { UInt32($0) } }
}

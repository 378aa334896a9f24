import CDisplay
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
  private let idleFunction: (@convention(c) (LV2UI_Handle?) -> Int32)?
  private let resizeFunction: (@convention(c) (LV2UI_Feature_Handle?, Int32, Int32) -> Int32)?
  private let showFunctions: LV2UI_Show_Interface?
  private let ports: [String: Int]
  private let log = LogCapture(map: InstanceUnderTest.map)
  private var features: InterfaceFeatures?
  /// Whether the interface reported that the user closed the window.
  package private(set) var isClosed = false
  /// Whether show() was called after the last hide().
  package private(set) var isShown = false
  /// Whether show() was called at all. Hosts do not call run() of an external interface before.
  private var wasShown = false
  /// Whether run() of an external interface is called.
  private var isRunning = false

  /// The calls of an interface whose names those of a plug-in have too.
  package enum Name {
    package static let instantiate = "LV2UI_Descriptor.instantiate"
    package static let cleanup = "LV2UI_Descriptor.cleanup"
    package static let extensionData = "LV2UI_Descriptor.extension_data"
    package static let externalRun = "LV2_External_UI_Widget.run"
    package static let externalShow = "LV2_External_UI_Widget.show"
    package static let externalHide = "LV2_External_UI_Widget.hide"
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
    Attendant.attending(name) { InstanceUnderTest.noted(name) { AllocationLedger.tracking(body) } }
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
    guard handle != nil, let function = library.descriptor.pointee.port_event else { return }
    Self.called("port_event") { function(handle, port, UInt32(size), format, bytes.baseAddress) }
  }

  /// The struct of an external interface; nil for any other one.
  package var externalWidget: UnsafeMutablePointer<cdisplay_external_widget>? {
    guard description.toolkit == .external, handle != nil else { return nil }
    return widget?.assumingMemoryBound(to: cdisplay_external_widget.self)
  }

  /// Whether the interface has idle(), or run() in place of it.
  package var hasIdle: Bool { idleFunction != nil || externalWidget?.pointee.run != nil }

  /// Calls idle(), or run() of an external interface; without effect if the interface has no such function, was closed by the
  /// user, or is destroyed.
  ///
  /// - Returns: whether there was a call.
  @discardableResult package func idle() -> Bool {
    guard hasIdle, handle != nil, !isClosed else { return false }
    InterfaceJournal.noting(.action(.idle(1)), of: self) {
      if let externalWidget {
        guard wasShown else { return }
        isRunning = true
        Self.called(Name.externalRun) { externalWidget.pointee.run?(externalWidget) }
        isRunning = false
      } else if let idleFunction {
        isClosed = Self.called("idle") { idleFunction(handle) } != 0
      }
    }
    return true
  }

  /// Calls the ui_resize() of the interface; without effect if it has none.
  package func resize(to size: Desktop.Size) {
    guard let resizeFunction else { return }
    InterfaceJournal.noting(.action(.resize(width: size.width, height: size.height)), of: self) {
      _ = Self.called("ui_resize") { resizeFunction(handle, Int32(size.width), Int32(size.height)) }
    }
  }

  /// Whether the interface has functions that show and hide its own window.
  package var canShow: Bool { showFunctions?.show != nil || externalWidget?.pointee.show != nil }

  /// Calls show() and resumes the calls of idle(). Returns whether it succeeded. An external interface that was closed
  /// cannot be shown again.
  package func show() -> Bool {
    if let externalWidget {
      guard !isClosed, let show = externalWidget.pointee.show else { return false }
      (isShown, wasShown) = (true, true)
      InterfaceJournal.noting(.action(.show), of: self) { Self.called(Name.externalShow) { show(externalWidget) } }
      return true
    }
    guard let show = showFunctions?.show else { return false }
    (isClosed, isShown) = (false, true)
    return InterfaceJournal.noting(.action(.show), of: self) { Self.called("show") { show(handle) } } == 0
  }

  /// Calls hide(), unless an external interface was closed. Returns whether it succeeded.
  @discardableResult package func hide() -> Bool {
    isShown = false
    if let externalWidget {
      guard !isClosed, let hide = externalWidget.pointee.hide else { return false }
      InterfaceJournal.noting(.action(.hide), of: self) { Self.called(Name.externalHide) { hide(externalWidget) } }
      return true
    }
    guard let hide = showFunctions?.hide, handle != nil else { return false }
    return InterfaceJournal.noting(.action(.hide), of: self) { Self.called("hide") { hide(handle) } } == 0
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

  /// The user closed the window of an external interface.
  func noteClosed() {
    isClosed = true
    if !isRunning { activity.wasClosedOutsideRun = true }
  }

  func index(ofPort symbol: String) -> UInt32? { ports[symbol].map { UInt32($0) } }
}

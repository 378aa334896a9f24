import CLV2
import LV2Kit
import Views

/// The functions of the descriptors. The host calls them on its thread for user interfaces.
///
/// SAFETY: the host passes the handle of `instantiate` to the other functions, until `cleanup`.
@usableFromInline enum InterfaceCallbacks {
  @usableFromInline
  static func instantiate(
    _ descriptor: UnsafePointer<LV2UI_Descriptor>?, _ plugin: UnsafePointer<CChar>?, _ bundle: UnsafePointer<CChar>?,
    _ write: LV2UI_Write_Function?, _ controller: LV2UI_Controller?, _ widget: UnsafeMutablePointer<LV2UI_Widget?>?,
    _ features: UnsafePointer<UnsafePointer<LV2_Feature>?>?
  ) -> LV2UI_Handle? {
    guard let descriptor, let widget else { return nil }
    // The address of a descriptor is the address of its interface.
    let interface = UnsafeRawPointer(descriptor).assumingMemoryBound(to: UserInterface.self)
    let log = Log(Features(features), uri: descriptor.pointee.URI)
    guard isOffered("http://lv2plug.in/ns/extensions/ui#idleInterface", in: features) else {
      log.warning("no window: the host does not offer ui:idleInterface; use the controls of the host", 0)
      return nil
    }
    let host = HostInterface(features, write, controller)
    guard let session = Session(interface.pointee.makeView(host.rate), host, plugin: plugin) else {
      log.warning("no window: no X server, or the host's window is not valid; use the controls of the host", 0)
      return nil
    }
    #if !arch(wasm32)
      session.setPresets(PresetReader.presets(of: plugin, in: bundle, session.ports))
    #endif
    widget.pointee = UnsafeMutableRawPointer(bitPattern: UInt(session.window.id))
    session.announceSize()
    return Unmanaged.passRetained(session).toOpaque()
  }

  @usableFromInline
  static func cleanup(_ handle: LV2UI_Handle?) {
    guard let handle else { return }
    Unmanaged<Session>.fromOpaque(handle).release()
  }

  @usableFromInline
  static func portEvent(
    _ handle: LV2UI_Handle?, _ port: UInt32, _ size: UInt32, _ format: UInt32, _ buffer: UnsafeRawPointer?
  ) {
    guard let session = session(handle), let buffer else { return }
    guard format == 0 else { return session.receive(buffer, size: Int(size), format: format) }
    guard size == 4, port < 1000 else { return }
    session.receive(Int(port), buffer.loadUnaligned(as: Float.self))
  }

  private static func session(_ handle: LV2UI_Handle?) -> Session? {
    handle.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Extensions

  @usableFromInline
  static func extensionData(_ uri: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let uri else { return nil }
    if areEqual(uri, cString("http://lv2plug.in/ns/extensions/ui#idleInterface")) {
      return withUnsafePointer(to: &idleInterface) { UnsafeRawPointer($0) }
    }
    if areEqual(uri, cString("http://lv2plug.in/ns/extensions/ui#showInterface")) {
      return withUnsafePointer(to: &showInterface) { UnsafeRawPointer($0) }
    }
    if areEqual(uri, cString("urn:martlet:lv2kit#window")) {
      return withUnsafePointer(to: &windowFunctions) { UnsafeRawPointer($0) }
    }
    if areEqual(uri, cString(Picture.uri)) {
      return withUnsafePointer(to: &PictureCallbacks.functions) { UnsafeRawPointer($0) }
    }
    return nil
  }

  fileprivate static func idle(_ handle: LV2UI_Handle?) -> Int32 { session(handle)?.idle() == true ? 0 : 1 }

  fileprivate static func resize(_ handle: LV2UI_Handle?, _ width: UInt32, _ height: UInt32) {
    session(handle)?.window.setSize(width: Int(width), height: Int(height))
  }

  fileprivate static func smallest(
    _ handle: LV2UI_Handle?, _ width: UnsafeMutablePointer<UInt32>?, _ height: UnsafeMutablePointer<UInt32>?
  ) {
    guard let window = session(handle)?.window else { return }
    width?.pointee = UInt32((Panel.smallestSize.width * window.scale).rounded(.up))
    height?.pointee = UInt32((Panel.smallestSize.height * window.scale).rounded(.up))
  }

  fileprivate static func addPreset(
    _ handle: LV2UI_Handle?, _ name: UnsafePointer<CChar>?, _ values: UnsafePointer<Double>?, _ count: UInt32
  ) {
    guard let session = session(handle), let name, let values else { return }
    session.addPreset(PanelPreset(name: Text(name), values: (0..<Int(count)).map { ($0, Float(values[$0])) }))
  }

  fileprivate static func setVisible(_ handle: LV2UI_Handle?, _ isVisible: Bool) -> Int32 {
    guard let session = session(handle) else { return 1 }
    session.setVisible(isVisible)
    return 0
  }
}

nonisolated(unsafe) private var idleInterface = LV2UI_Idle_Interface(idle: { InterfaceCallbacks.idle($0) })
nonisolated(unsafe) private var showInterface = LV2UI_Show_Interface(
  show: { InterfaceCallbacks.setVisible($0, true) }, hide: { InterfaceCallbacks.setVisible($0, false) })
nonisolated(unsafe) private var windowFunctions = LV2Kit_Window(
  resize: { InterfaceCallbacks.resize($0, $1, $2) }, smallest: { InterfaceCallbacks.smallest($0, $1, $2) },
  add_preset: { InterfaceCallbacks.addPreset($0, $1, $2, $3) })

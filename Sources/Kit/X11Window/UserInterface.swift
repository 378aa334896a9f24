import CLV2
import LV2Kit
import Views

/// A user interface in the table of a library: its LV2 descriptor, and the function that creates its view.
///
/// The table is constant data, as that of `Plugin`.
public struct UserInterface {
  /// The descriptor for the host. It is the first member: its address is the address of the interface.
  var descriptor: LV2UI_Descriptor
  let makeView: (_ rate: Double) -> EffectView

  /// Declares an interface.
  ///
  /// - Parameters:
  ///   - uri: the URI of the interface, as `Effect.interface` names it.
  ///   - makeView: returns a new view for a sample rate in hertz.
  @inline(__always)
  public init(_ uri: StaticString, makeView: @escaping (_ rate: Double) -> EffectView) {
    let uri = UnsafeRawPointer(uri.utf8Start).assumingMemoryBound(to: CChar.self)
    #if arch(wasm32)
      // A web page has no windows: it draws the view on a canvas.
      descriptor = LV2UI_Descriptor(URI: uri, instantiate: nil, cleanup: nil, port_event: nil, extension_data: nil)
    #else
      descriptor = LV2UI_Descriptor(
        URI: uri, instantiate: { InterfaceCallbacks.instantiate($0, $1, $2, $3, $4, $5, $6) },
        cleanup: { InterfaceCallbacks.cleanup($0) },
        port_event: { InterfaceCallbacks.portEvent($0, $1, $2, $3, $4) },
        extension_data: { InterfaceCallbacks.extensionData($0) })
    #endif
    self.makeView = makeView
  }
}

/// Returns the descriptor with this index, or NULL after the last one: the body of a library's lv2ui_descriptor().
///
/// - Parameters:
///   - index: the argument of lv2ui_descriptor().
///   - interfaces: a global variable of the library: one ``UserInterface``, or a tuple of them.
@inline(__always)
public func interfaceDescriptor<Table>(_ index: UInt32, in interfaces: inout Table) -> UnsafeRawPointer? {
  // SAFETY: a tuple of interfaces has the layout of an array, and constant data never moves.
  withUnsafeMutablePointer(to: &interfaces) { start in
    guard index < MemoryLayout<Table>.size / MemoryLayout<UserInterface>.stride else { return nil }
    let address = UnsafeMutableRawPointer(start) + Int(index) * MemoryLayout<UserInterface>.stride
    completeURI(&address.assumingMemoryBound(to: UserInterface.self).pointee.descriptor.URI)
    return UnsafeRawPointer(address)
  }
}

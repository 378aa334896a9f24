import CCLAP
import CLV2
import LV2Kit

/// The events between a window and its plug-in: notes, and messages about properties.
///
/// The state of the plug-in has changed when the plug-in repeats a value that the user has set, because it may load a file first.
///
/// SAFETY: the memory exists until `finish(_:)`.
struct WindowEvents {
  /// The format of an event, for `port_event`.
  let format = urid("http://lv2plug.in/ns/ext/atom#eventTransfer")
  private let object = urid("http://lv2plug.in/ns/ext/atom#Object")
  private let set = urid("http://lv2plug.in/ns/ext/patch#Set")
  /// The last event of the plug-in.
  private let message = UnsafeMutableRawPointer.allocate(byteCount: Int(LV2KIT_CLAP_MESSAGE_SIZE), alignment: 8)
  /// Whether the user has set a property and the plug-in has not yet repeated it.
  private var isChanging = false

  /// A new interface asks for all values: events from before do not concern it.
  func begin(_ instance: UnsafeMutablePointer<ClapInstance>) {
    while instance.pointee.eventsForWindow.pop(to: message) > 0 {}
  }

  mutating func finish(_ instance: UnsafeMutablePointer<ClapInstance>) {
    message.deallocate()
    if isChanging { HostExtensions.stateChanged(instance.pointee.host) }
  }

  /// Sends an event of the interface to the plug-in, before the next block.
  mutating func send(
    _ atom: UnsafeRawPointer, size: Int, _ format: LV2_URID, _ instance: UnsafeMutablePointer<ClapInstance>
  ) {
    guard format == self.format, size >= 8, Int(atom.loadUnaligned(as: UInt32.self)) == size - 8 else { return }
    guard instance.pointee.eventsOfWindow.push(atom, size: size) else { return }
    if isSet(atom, size) { isChanging = true }
    instance.pointee.host.pointee.request_process?(instance.pointee.host)
  }

  /// Returns the next event of the plug-in and its size, or nil.
  mutating func next(_ instance: UnsafeMutablePointer<ClapInstance>) -> (UnsafeRawPointer, UInt32)? {
    let size = instance.pointee.eventsForWindow.pop(to: message)
    guard size > 0 else { return nil }
    if isChanging && isSet(message, size) {
      isChanging = false
      HostExtensions.stateChanged(instance.pointee.host)
    }
    return (UnsafeRawPointer(message), UInt32(size))
  }

  /// Whether an atom is a patch:Set.
  private func isSet(_ atom: UnsafeRawPointer, _ size: Int) -> Bool {
    guard size >= 16, atom.loadUnaligned(fromByteOffset: 4, as: LV2_URID.self) == object else { return false }
    return atom.loadUnaligned(fromByteOffset: 12, as: LV2_URID.self) == set
  }
}

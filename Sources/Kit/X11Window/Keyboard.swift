import CDrawing
import Views

/// The meaning of the keys, as the X server had it when the object was created.
final class Keyboard {
  private let reply: UnsafeMutablePointer<xcb_get_keyboard_mapping_reply_t>
  private let first: UInt8

  /// Returns nil if the server does not answer.
  init?(_ connection: OpaquePointer) {
    guard let setup = xcb_get_setup(connection) else { return nil }
    let (first, last) = (setup.pointee.min_keycode, setup.pointee.max_keycode)
    guard last >= first else { return nil }
    let request = xcb_get_keyboard_mapping(connection, first, last - first + 1)
    guard let reply = xcb_get_keyboard_mapping_reply(connection, request, nil) else { return nil }
    self.reply = reply
    self.first = first
  }

  deinit { free(reply) }

  /// The key of a key code with the state of the modifier keys, or nil if panels do not use it.
  func key(_ code: UInt8, state: UInt16) -> Key? {
    let isShifted = state & UInt16(XCB_MOD_MASK_SHIFT.rawValue) != 0
    // The layout is in bits 13 and 14; each one has two columns, and from the fifth column on two for AltGr.
    let group = Int(state >> 13 & 3) * 2
    let shift = isShifted ? 1 : 0
    let plain = symbol(code, column: group)
    var symbol = state & UInt16(XCB_MOD_MASK_5.rawValue) != 0 ? symbol(code, column: 4 + group + shift) : 0
    if symbol == 0 { symbol = self.symbol(code, column: group + shift) }
    if isKeypad(self.symbol(code, column: 1)), state & UInt16(XCB_MOD_MASK_2.rawValue) != 0 {
      symbol = self.symbol(code, column: 1)
    }
    if symbol == 0 { symbol = plain }
    if symbol == 0 { symbol = self.symbol(code, column: shift) }
    return Key(symbol: symbol, isShifted: isShifted)
  }

  private func symbol(_ code: UInt8, column: Int) -> UInt32 {
    let columns = Int(reply.pointee.keysyms_per_keycode)
    guard code >= first, column < columns else { return 0 }
    let index = Int(code - first) * columns + column
    guard index < Int(xcb_get_keyboard_mapping_keysyms_length(reply)) else { return 0 }
    return xcb_get_keyboard_mapping_keysyms(reply)[index]
  }

  private func isKeypad(_ symbol: UInt32) -> Bool { symbol >= 0xffaa && symbol <= 0xffb9 }
}

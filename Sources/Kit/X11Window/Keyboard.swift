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
    // The layout is in bits 13 and 14; each one has two columns.
    let group = Int(state >> 13 & 3) * 2
    let plain = symbol(code, column: group)
    var symbol = isShifted ? symbol(code, column: group + 1) : plain
    if isKeypad(self.symbol(code, column: 1)), state & UInt16(XCB_MOD_MASK_2.rawValue) != 0 {
      symbol = self.symbol(code, column: 1)
    }
    if symbol == 0 { symbol = plain }
    if symbol == 0 { symbol = self.symbol(code, column: isShifted ? 1 : 0) }
    return Self.key(symbol, isShifted: isShifted)
  }

  private func symbol(_ code: UInt8, column: Int) -> UInt32 {
    let columns = Int(reply.pointee.keysyms_per_keycode)
    guard code >= first, column < columns else { return 0 }
    let index = Int(code - first) * columns + column
    guard index < Int(xcb_get_keyboard_mapping_keysyms_length(reply)) else { return 0 }
    return xcb_get_keyboard_mapping_keysyms(reply)[index]
  }

  private func isKeypad(_ symbol: UInt32) -> Bool { symbol >= 0xffaa && symbol <= 0xffb9 }

  /// The names of the numbers are in X11/keysymdef.h.
  static func key(_ symbol: UInt32, isShifted: Bool) -> Key? {
    switch symbol {
    case 0xff52, 0xff97: .up
    case 0xff54, 0xff99: .down
    case 0xff51, 0xff96: .left
    case 0xff53, 0xff98: .right
    case 0xff55, 0xff9a: .pageUp
    case 0xff56, 0xff9b: .pageDown
    case 0xff50, 0xff95: .home
    case 0xff57, 0xff9c: .end
    case 0xff09: isShifted ? .backTab : .tab
    case 0xfe20: .backTab
    case 0xff0d, 0xff8d: .enter
    case 0xff1b: .escape
    case 0xff08: .backspace
    case 0xffff, 0xff9f: .delete
    case 0xff67: .menu
    case 0xffc7: isShifted ? .menu : nil
    case 0x20...0x7e: .character(symbol)
    case 0xffb0...0xffb9: .character(symbol - 0xffb0 + 48)
    case 0xffaa...0xffaf: .character(symbol - 0xffaa + 42)
    case 0x100_2212, 0x100_266d, 0x100_266f: .character(symbol - 0x100_0000)
    default: nil
    }
  }
}

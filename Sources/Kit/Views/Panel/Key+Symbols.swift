extension Key {
  /// Returns the key of a symbol of X, or nil if panels do not use it.
  ///
  /// - Parameters:
  ///   - symbol: a number of X11/keysymdef.h. Those of Latin-1 are its characters, and those above 0x1000000 the characters of Unicode.
  ///   - isShifted: whether Shift is held.
  package init?(symbol: UInt32, isShifted: Bool) {
    switch symbol {
    case 0xff52, 0xff97: self = .up
    case 0xff54, 0xff99: self = .down
    case 0xff51, 0xff96: self = .left
    case 0xff53, 0xff98: self = .right
    case 0xff55, 0xff9a: self = .pageUp
    case 0xff56, 0xff9b: self = .pageDown
    case 0xff50, 0xff95: self = .home
    case 0xff57, 0xff9c: self = .end
    case 0xff09: self = isShifted ? .backTab : .tab
    case 0xfe20: self = .backTab
    case 0xff0d, 0xff8d: self = .enter
    case 0xff1b: self = .escape
    case 0xff08: self = .backspace
    case 0xffff, 0xff9f: self = .delete
    case 0xff67: self = .menu
    case 0xffc7 where isShifted: self = .menu
    case 0x20...0x7e, 0xa0...0xff: self = .character(symbol)
    case 0xffb0...0xffb9: self = .character(symbol - 0xffb0 + 48)
    case 0xffaa...0xffaf: self = .character(symbol - 0xffaa + 42)
    case 0x100_00a0...0x110_ffff: self = .character(symbol - 0x100_0000)
    default: return nil
    }
  }
}

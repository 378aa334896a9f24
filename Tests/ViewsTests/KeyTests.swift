import LV2Kit
import Testing

@testable import Views

/// The keys of X, and the characters that they type.
@Suite struct KeyTests {
  /// A panel with the field of a text, in which the user types.
  private final class NameView: EffectView {
    init() { super.init("Name", [], properties: [.text("name", "Name", comment: "A name.")], rate: 48_000) }
    override func fieldRows(_ handle: Int) -> [[Int]] { [[1]] }
  }

  private func panel() -> Panel {
    let panel = Panel(NameView())
    panel.beginTyping(1)
    return panel
  }

  /// Every character of Latin-1 has its own number, and every other one that of Unicode and 0x1000000.
  @Test(
    arguments: [
      "~", "\u{a0}", "@", "\u{f6}", "\u{e9}", "\u{ff}", "\u{151}", "\u{2212}", "\u{266d}", "\u{ffee}", "\u{1d11e}",
    ] as [Unicode.Scalar])
  func charactersAreTyped(character: Unicode.Scalar) throws {
    let panel = panel()
    let symbol = character.value < 0x100 ? character.value : 0x100_0000 + character.value
    let key = try #require(Key(symbol: symbol, isShifted: false))
    #expect(panel.isTyping && panel.pressed(key, Modifiers()))
    panel.pressed(.enter, Modifiers())
    #expect(!panel.isTyping && panel.view.texts == [Array(String(character).utf8)])
  }

  /// Dead keys, modifiers, control characters and numbers beyond Unicode type nothing.
  @Test(arguments: [0, 0x1f, 0x7f, 0x9f, 0xfe51, 0xffe1, 0x100_0009, 0x111_0000, .max] as [UInt32])
  func otherSymbolsAreNoKeys(symbol: UInt32) { #expect(Key(symbol: symbol, isShifted: false) == nil) }

  /// A path from a program for files is a URI. In another text a percent sign is one.
  @Test(
    arguments: [
      ("file:///a%20b/%C3%b6.wav", "/a b/\u{f6}.wav"), ("/a%20b", "/a%20b"), ("file:///50%", "/50%"),
      ("file:///%zz%2", "/%zz%2"), ("file:///%00%0Ax", "/%00%0Ax"), ("file:///a\nfile:///b", "/a"),
    ] as [(String, String)])
  func pathsArePasted(text: String, path: String) {
    let panel = panel()
    Array(text.utf8).withUnsafeBufferPointer { panel.pasteSettings($0) }
    panel.pressed(.enter, Modifiers())
    #expect(panel.view.texts == [Array(path.utf8)])
  }
}

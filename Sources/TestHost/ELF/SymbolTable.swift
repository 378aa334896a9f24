/// The dynamic symbols that a 64-bit little-endian ELF library defines and exports.
package struct SymbolTable {
  /// The names of global functions and objects, without weak symbols.
  package private(set) var exported: [String] = []

  private static let symbolSize = 24
  private static let dynamicSymbols: UInt32 = 11
  private static let global: UInt8 = 1, weak: UInt8 = 2
  /// STT_OBJECT, STT_FUNC and STT_GNU_IFUNC.
  private static let kinds: Set<UInt8> = [1, 2, 10]

  /// Nil if the file is not an ELF library of this kind.
  package init?(path: String) {
    guard let file = ELFFile(path: path) else { return nil }
    var exported: [String] = []
    Self.forEachSymbol(file) { place, isWeak in
      if !isWeak { exported.append(String(decoding: file.text(at: place), as: UTF8.self)) }
    }
    self.exported = exported
  }

  /// Whether a library exports a symbol, weak or not; nil if the file is not an ELF library of this kind.
  package static func exports(_ symbol: String, path: String) -> Bool? {
    guard let file = ELFFile(path: path) else { return nil }
    var isFound = false
    forEachSymbol(file) { place, _ in isFound = isFound || file.text(at: place).elementsEqual(symbol.utf8) }
    return isFound
  }

  /// Calls `body` with the place of the name of each global function and object, and whether the symbol is weak.
  private static func forEachSymbol(_ file: ELFFile, _ body: (Int, Bool) -> Void) {
    for section in file.sections where section.type == dynamicSymbols && file.sections.indices.contains(section.link) {
      let strings = file.sections[section.link].offset
      for symbol in file.entries(of: section, size: symbolSize) {
        guard let name = file.integer(at: symbol, UInt32.self), let info = file.integer(at: symbol + 4, UInt8.self),
          let section = file.integer(at: symbol + 6, UInt16.self)
        else { return }
        guard info >> 4 == global || info >> 4 == weak, kinds.contains(info & 15), section != 0 else { continue }
        body(strings + Int(name), info >> 4 == weak)
      }
    }
  }
}

/// The dynamic symbols that a 64-bit little-endian ELF library defines and exports.
package struct SymbolTable {
  /// The names of global functions and objects, without weak symbols.
  package let exported: [String]

  private static let symbolSize = 24
  private static let dynamicSymbols: UInt32 = 11
  private static let global: UInt8 = 1, weak: UInt8 = 2
  /// STT_OBJECT, STT_FUNC and STT_GNU_IFUNC.
  private static let kinds: Set<UInt8> = [1, 2, 10]

  /// Nil if the file is not an ELF library of this kind.
  package init?(path: String) {
    guard let file = ELFFile(path: path) else { return nil }
    exported = Self.symbols(of: file).filter { !$0.isWeak }
      .map { String(decoding: file.text(at: $0.name), as: UTF8.self) }
  }

  /// Whether a library exports a symbol, weak or not; nil if the file is not an ELF library of this kind.
  package static func exports(_ symbol: String, path: String) -> Bool? {
    guard let file = ELFFile(path: path) else { return nil }
    return symbols(of: file).contains { file.text(at: $0.name).elementsEqual(symbol.utf8) }
  }

  /// The places of the names of all global functions and objects, up to the first incomplete symbol.
  private static func symbols(of file: ELFFile) -> [(name: Int, isWeak: Bool)] {
    var symbols: [(name: Int, isWeak: Bool)] = []
    for section in file.sections where section.type == dynamicSymbols && file.sections.indices.contains(section.link) {
      let strings = file.sections[section.link].offset
      for symbol in file.entries(of: section, size: symbolSize) {
        guard let name = file.integer(at: symbol, UInt32.self), let info = file.integer(at: symbol + 4, UInt8.self),
          let section = file.integer(at: symbol + 6, UInt16.self)
        else { return symbols }
        guard info >> 4 == global || info >> 4 == weak, kinds.contains(info & 15), section != 0 else { continue }
        symbols.append((strings + Int(name), info >> 4 == weak))
      }
    }
    return symbols
  }
}

import FoundationEssentials

/// The dynamic symbols that a 64-bit little-endian ELF library defines and exports.
///
/// Source of the layout: "Tool Interface Standard (TIS), Executable and Linking Format (ELF)" and elf(5).
package struct SymbolTable {
  /// The names of global functions and objects, without weak symbols.
  package private(set) var exported: [String] = []

  private static let identification: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1]
  private static let sectionHeaderSize = 64, symbolSize = 24
  private static let dynamicSymbols: UInt32 = 11
  private static let global: UInt8 = 1, weak: UInt8 = 2
  /// STT_OBJECT, STT_FUNC and STT_GNU_IFUNC.
  private static let kinds: Set<UInt8> = [1, 2, 10]

  /// Nil if the file is not an ELF library of this kind.
  package init?(path: String) {
    var exported: [String] = []
    let isLibrary = Self.forEachSymbol(path) { name, isWeak in
      if !isWeak { exported.append(String(decoding: name, as: UTF8.self)) }
    }
    guard isLibrary else { return nil }
    self.exported = exported
  }

  /// Whether a library exports a symbol, weak or not; nil if the file is not an ELF library of this kind.
  package static func exports(_ symbol: String, path: String) -> Bool? {
    var isFound = false
    let isLibrary = forEachSymbol(path) { name, _ in
      if name.count == symbol.utf8.count && name.elementsEqual(symbol.utf8) { isFound = true }
    }
    return isLibrary ? isFound : nil
  }

  /// Calls `body` with the name of each global function and object and whether the symbol is weak. Returns false if the
  /// file is not an ELF library of this kind.
  private static func forEachSymbol(_ path: String, _ body: (UnsafeRawBufferPointer, Bool) -> Void) -> Bool {
    guard let file = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped),
      file.prefix(6).elementsEqual(identification)
    else { return false }
    file.withUnsafeBytes { bytes in
      guard let sections = offset(bytes, 40), let count = integer(bytes, 60, UInt16.self) else { return }
      for number in 0..<Int(count) {
        let header = sections + number * sectionHeaderSize
        if integer(bytes, header + 4, UInt32.self) == dynamicSymbols {
          read(bytes, header: header, sections: sections, body)
        }
      }
    }
    return true
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, header: Int, sections: Int, _ body: (UnsafeRawBufferPointer, Bool) -> Void
  ) {
    guard let start = offset(bytes, header + 24), let size = offset(bytes, header + 32),
      let link = integer(bytes, header + 40, UInt32.self),
      let strings = offset(bytes, sections + Int(link) * sectionHeaderSize + 24)
    else { return }
    for number in 0..<size / symbolSize {
      let symbol = start + number * symbolSize
      guard let name = integer(bytes, symbol, UInt32.self), let info = integer(bytes, symbol + 4, UInt8.self),
        let section = integer(bytes, symbol + 6, UInt16.self)
      else { return }
      guard info >> 4 == global || info >> 4 == weak, kinds.contains(info & 15), section != 0 else { continue }
      body(text(bytes, strings + Int(name)), info >> 4 == weak)
    }
  }

  /// A 64-bit offset or size, limited to the size of the file.
  private static func offset(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int? {
    integer(bytes, offset, UInt64.self).map { Int(min($0, UInt64(bytes.count))) }
  }

  private static func integer<T: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _: T.Type) -> T? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  /// The bytes before the next NUL.
  private static func text(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UnsafeRawBufferPointer {
    guard offset >= 0, offset < bytes.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
    return UnsafeRawBufferPointer(rebasing: rest.prefix { $0 != 0 })
  }
}

import FoundationEssentials

/// The dynamic symbols that an ELF library of this machine's word size defines and exports.
///
/// Source of the layout: "Tool Interface Standard, Executable and Linking Format", and elf(5).
struct SymbolTable {
  /// Names of global functions and objects; weak ones are left out.
  private(set) var exported: [String] = []
  /// The same, and the weak ones.
  private(set) var names: Set<String> = []

  private static let identification: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1]
  private static let sectionHeaderSize = 64, symbolSize = 24
  private static let dynamicSymbols: UInt32 = 11
  private static let global: UInt8 = 1, weak: UInt8 = 2, object: UInt8 = 1, function: UInt8 = 2

  /// Nil for a file that is no such library.
  init?(path: String) {
    guard let file = try? Data(contentsOf: URL(filePath: path)), file.prefix(6).elementsEqual(Self.identification)
    else { return nil }
    file.withUnsafeBytes { bytes in
      guard let sections = Self.integer(bytes, 40, UInt64.self), let count = Self.integer(bytes, 60, UInt16.self) else {
        return
      }
      for number in 0..<Int(count) {
        let header = Int(clamping: sections) + number * Self.sectionHeaderSize
        if Self.integer(bytes, header + 4, UInt32.self) == Self.dynamicSymbols {
          read(bytes, header: header, sections: Int(clamping: sections))
        }
      }
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer, header: Int, sections: Int) {
    guard let start = Self.integer(bytes, header + 24, UInt64.self),
      let size = Self.integer(bytes, header + 32, UInt64.self),
      let link = Self.integer(bytes, header + 40, UInt32.self),
      let strings = Self.integer(bytes, sections + Int(link) * Self.sectionHeaderSize + 24, UInt64.self)
    else { return }
    for number in 0..<Int(clamping: size) / Self.symbolSize {
      let symbol = Int(clamping: start) + number * Self.symbolSize
      guard let name = Self.integer(bytes, symbol, UInt32.self), let info = Self.integer(bytes, symbol + 4, UInt8.self),
        let section = Self.integer(bytes, symbol + 6, UInt16.self)
      else { return }
      guard [Self.global, Self.weak].contains(info >> 4), [Self.object, Self.function].contains(info & 15), section != 0
      else { continue }
      let text = Self.text(bytes, Int(clamping: strings) + Int(name))
      names.insert(text)
      if info >> 4 == Self.global { exported.append(text) }
    }
  }

  private static func integer<T: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ offset: Int, _: T.Type) -> T? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<T>.size else { return nil }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  private static func text(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> String {
    guard offset >= 0, offset < bytes.count else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }
}

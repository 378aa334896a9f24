import FoundationEssentials
import Support

/// The sections and symbols of a 64-bit little-endian ELF file.
///
/// A file can contain any bytes: offsets and sizes beyond its end give no elements.
///
/// Source of the layout: "Tool Interface Standard (TIS), Executable and Linking Format (ELF)" and elf(5).
package struct ELFFile {
  /// A section header, without the members that no caller uses.
  private struct Section {
    let type: UInt32
    /// The place of the contents in the file. A section such as `.bss` has a size but no contents.
    let offset: Int
    let size: Int
    /// The number of a related section, such as the string table of a symbol table.
    let link: Int
  }

  private static let identification: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1]
  private static let sectionHeaderSize = 64
  private static let dynamicSymbols: UInt32 = 11, symbolSize = 24, global: UInt8 = 1, weak: UInt8 = 2
  /// STT_OBJECT, STT_FUNC and STT_GNU_IFUNC.
  private static let symbolKinds: Set<UInt8> = [1, 2, 10]

  private let contents: Data
  private var sections: [Section] = []

  /// Nil if the file is not an ELF file of this kind.
  package init?(path: String) {
    guard isRegularFile(path), let contents = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped),
      contents.prefix(6).elementsEqual(Self.identification)
    else { return nil }
    self.contents = contents
    guard let start = offset(at: 40), let count = integer(at: 60, UInt16.self) else { return }
    sections = (0..<Int(count)).compactMap { section(at: start + $0 * Self.sectionHeaderSize) }
  }

  private func section(at header: Int) -> Section? {
    guard let type = integer(at: header + 4, UInt32.self),
      let start = offset(at: header + 24), let size = integer(at: header + 32, UInt64.self),
      let link = integer(at: header + 40, UInt32.self)
    else { return nil }
    return Section(type: type, offset: start, size: Int(clamping: size), link: Int(link))
  }

  /// The names of the global functions and objects that the library defines and exports, without weak symbols.
  package var exportedSymbols: [String] {
    globalSymbols.filter { !$0.isWeak }.map { String(decoding: text(at: $0.name), as: UTF8.self) }
  }

  /// Whether the library exports a symbol, weak or not.
  package func exports(_ symbol: String) -> Bool {
    globalSymbols.contains { text(at: $0.name).elementsEqual(symbol.utf8) }
  }

  /// The places of the names of all global functions and objects.
  private var globalSymbols: [(name: Int, isWeak: Bool)] {
    sections.filter { $0.type == Self.dynamicSymbols }.flatMap { section -> [(name: Int, isWeak: Bool)] in
      guard let strings = sections.element(section.link) else { return [] }
      return entries(of: section, size: Self.symbolSize).compactMap { symbol in
        guard let name = integer(at: symbol, UInt32.self), let info = integer(at: symbol + 4, UInt8.self),
          let number = integer(at: symbol + 6, UInt16.self), number != 0, Self.symbolKinds.contains(info & 15),
          info >> 4 == Self.global || info >> 4 == Self.weak
        else { return nil }
        return (strings.offset + Int(name), info >> 4 == Self.weak)
      }
    }
  }

  /// The places of the elements of a table.
  private func entries(of section: Section, size: Int) -> StrideTo<Int> {
    let end = section.offset + min(section.size, contents.count - section.offset)
    return stride(from: section.offset, to: end - size + 1, by: size)
  }

  /// A 64-bit offset, at most the size of the file.
  private func offset(at place: Int) -> Int? {
    integer(at: place, UInt64.self).map { Int(min($0, UInt64(contents.count))) }
  }

  private func integer<T: FixedWidthInteger>(at place: Int, _: T.Type) -> T? {
    guard place >= 0, place <= contents.count - MemoryLayout<T>.size else { return nil }
    return contents.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: T.self)) }
  }

  /// The bytes before the next NUL.
  private func text(at place: Int) -> Data.SubSequence {
    guard place >= 0, place < contents.count else { return Data() }
    return contents[place...].prefix { $0 != 0 }
  }
}

extension Array {
  fileprivate func element(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

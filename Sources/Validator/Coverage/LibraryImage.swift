import FoundationEssentials
import Support

/// A shared library as the dynamic linker sees it: its segments, relocations and the table of its functions. The file is
/// read, not loaded.
///
/// A file can contain any bytes: everything beyond its end reads as nothing.
///
/// Source of the layout: "Tool Interface Standard (TIS), Executable and Linking Format (ELF)", elf(5), and "Linux Standard
/// Base Core Specification", 10.6 (exception frames).
struct LibraryImage {
  /// A part of the file that is loaded.
  private struct Segment {
    let address: UInt64
    let offset: Int
    let size: UInt64
    let isCode: Bool
  }

  /// A function: a range of addresses with a description for unwinding.
  struct Function {
    let start: UInt64
    let end: UInt64
    /// Whether the stack contains a frame at the start: the code is a part of another function.
    let isPart: Bool
  }

  enum Machine { case x86, arm64 }

  /// What the linker writes to a word.
  enum Target {
    /// An address of this library.
    case own(UInt64)
    /// A symbol of another library, or nothing that is known before the library is loaded.
    case other
  }

  let machine: Machine
  private let contents: Data
  private var segments: [Segment] = []
  /// In the order of the table of .eh_frame_hdr, which is sorted by address.
  private(set) var functions: [Function] = []
  private(set) var relocations: [UInt64: Target] = [:]
  /// The address of the exported function that returns the descriptors of plug-ins; nil if there is none.
  private(set) var entryPoint: UInt64?

  /// Nil if the file is not a library for a known machine, or has no table of functions.
  init?(path: String) {
    guard isRegularFile(path), let contents = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped),
      contents.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1])
    else { return nil }
    self.contents = contents
    switch Self.integer(contents, 18, UInt16.self) {
    case 62: machine = .x86
    case 183: machine = .arm64
    default: return nil
    }
    var table: UInt64?
    var dynamic: (address: UInt64, size: UInt64)?
    for header in programHeaders {
      switch header.type {
      case 1:
        segments.append(
          Segment(address: header.address, offset: header.offset, size: header.size, isCode: header.flags & 1 != 0))
      case 2: dynamic = (header.address, header.size)
      case 0x6474_e550: table = header.address
      default: break
      }
    }
    guard let table else { return nil }
    functions = readFunctions(table)
    if let dynamic { readLinking(dynamic.address, dynamic.size) }
    if functions.isEmpty { return nil }
  }

  private var programHeaders: [(type: UInt32, flags: UInt32, offset: Int, address: UInt64, size: UInt64)] {
    guard let start = Self.integer(contents, 32, UInt64.self), let count = Self.integer(contents, 56, UInt16.self)
    else { return [] }
    return (0..<Int(count)).compactMap { number in
      let place = Int(clamping: start) &+ number * 56
      guard let type = Self.integer(contents, place, UInt32.self),
        let flags = Self.integer(contents, place &+ 4, UInt32.self),
        let offset = Self.integer(contents, place &+ 8, UInt64.self),
        let address = Self.integer(contents, place &+ 16, UInt64.self),
        let size = Self.integer(contents, place &+ 32, UInt64.self)
      else { return nil }
      return (type, flags, Int(clamping: offset), address, size)
    }
  }

  // MARK: Contents

  /// Calls `body` with the bytes of code from an address to another, which is after the last byte.
  func withCode<T>(from start: UInt64, to end: UInt64, _ body: (UnsafeRawBufferPointer) -> T) -> T? {
    guard let segment = segment(start), segment.isCode, start < end, end - segment.address <= segment.size else {
      return nil
    }
    let first = segment.offset &+ Int(clamping: start - segment.address)
    let count = Int(clamping: end - start)
    return contents.withUnsafeBytes { bytes in
      guard first >= 0, count <= bytes.count, first <= bytes.count - count else { return nil }
      return body(UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]))
    }
  }

  /// The number at an address of the library.
  func word<T: FixedWidthInteger>(_ address: UInt64, _: T.Type) -> T? {
    guard let segment = segment(address) else { return nil }
    return Self.integer(contents, segment.offset &+ Int(clamping: address - segment.address), T.self)
  }

  private func segment(_ address: UInt64) -> Segment? {
    segments.first { address >= $0.address && address - $0.address < $0.size }
  }

  private static func integer<T: FixedWidthInteger>(_ contents: Data, _ place: Int, _: T.Type) -> T? {
    guard place >= 0, place <= contents.count - MemoryLayout<T>.size else { return nil }
    return contents.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: T.self)) }
  }

  // MARK: Functions

  /// Reads the table as CProbe does: version 1, pointers relative to the header, all with 4 bytes.
  private func readFunctions(_ table: UInt64) -> [Function] {
    guard word(table, UInt32.self) == 0x3b03_1b01, let count = word(table + 8, UInt32.self) else { return [] }
    var functions: [Function] = []
    for number in 0..<UInt64(count) {
      guard let start = relative(table + 12 + number * 8, to: table),
        let description = relative(table + 16 + number * 8, to: table)
      else { break }
      let next = relative(table + 20 + number * 8, to: table) ?? 0
      let end = end(of: start, description) ?? (number + 1 < count ? max(start, next) : start)
      functions.append(Function(start: start, end: end, isPart: beginsWithFrame(description)))
    }
    return functions
  }

  private func relative(_ address: UInt64, to base: UInt64) -> UInt64? {
    word(address, Int32.self).map { base &+ UInt64(bitPattern: Int64($0)) }
  }

  /// The end according to the description of a function, if this has pointers of 4 bytes relative to their place.
  private func end(of start: UInt64, _ description: UInt64) -> UInt64? {
    guard relative(description + 8, to: description + 8) == start, let size = word(description + 12, UInt32.self) else {
      return nil
    }
    return start &+ UInt64(size)
  }

  /// Whether the rules for unwinding change before the first instruction: DW_CFA_def_cfa, DW_CFA_def_cfa_offset or
  /// DW_CFA_offset. The description begins with two pointers, which follow two words, and with a string of data.
  private func beginsWithFrame(_ description: UInt64) -> Bool {
    guard let size = word(description + 16, UInt8.self), size < 0x80,
      let first = word(description + 17 + UInt64(size), UInt8.self)
    else { return false }
    return first == 0x0c || first == 0x0e || first & 0xc0 == 0x80
  }

  // MARK: Linking

  private mutating func readLinking(_ dynamic: UInt64, _ size: UInt64) {
    var entries: [UInt64: UInt64] = [:]
    for place in stride(from: dynamic, to: dynamic &+ min(size, 1 << 16), by: 16) {
      guard let tag = word(place, UInt64.self), tag != 0, let value = word(place + 8, UInt64.self) else { break }
      entries[tag] = value
    }
    let symbols = entries[6] ?? 0
    readRelocations(entries[7], entries[8], symbols)
    readRelocations(entries[23], entries[2], symbols)
    readRelative(entries[36], entries[35])
    readEntryPoint(symbols, entries[5] ?? 0)
  }

  /// Reads a table of relocations with addends.
  private mutating func readRelocations(_ table: UInt64?, _ size: UInt64?, _ symbols: UInt64) {
    guard let table, let size, size <= UInt64(contents.count) else { return }
    relocations.reserveCapacity(relocations.count + Int(size / 24))
    for place in stride(from: table, to: table &+ size / 24 * 24, by: 24) {
      guard let address = word(place, UInt64.self), let info = word(place + 8, UInt64.self),
        let addend = word(place + 16, UInt64.self)
      else { return }
      let symbol = info >> 32
      if symbol == 0 {
        relocations[address] = .own(addend)
      } else {
        // A symbol that this library defines is its own: other libraries replace it in unusual cases only.
        let entry = symbols &+ symbol * 24
        let isDefined = (word(entry + 6, UInt16.self) ?? 0) != 0
        relocations[address] = isDefined ? .own((word(entry + 8, UInt64.self) ?? 0) &+ addend) : .other
      }
    }
  }

  /// Reads a table of relative relocations in the compact form (DT_RELR): an address, or a bitmap of the next 63 words.
  private mutating func readRelative(_ table: UInt64?, _ size: UInt64?) {
    guard let table, let size, size <= UInt64(contents.count) else { return }
    var next: UInt64 = 0
    for place in stride(from: table, to: table &+ size / 8 * 8, by: 8) {
      guard let entry = word(place, UInt64.self) else { return }
      if entry & 1 == 0 {
        addRelative(entry)
        next = entry &+ 8
      } else {
        for bit in 0..<UInt64(63) where entry >> (bit + 1) & 1 != 0 { addRelative(next &+ bit * 8) }
        next = next &+ 63 * 8
      }
    }
  }

  private mutating func addRelative(_ address: UInt64) {
    if let addend = word(address, UInt64.self) { relocations[address] = .own(addend) }
  }

  /// Looks for the symbol among all dynamic symbols, which end where their names begin.
  private mutating func readEntryPoint(_ symbols: UInt64, _ names: UInt64) {
    guard symbols > 0, names > symbols else { return }
    for place in stride(from: symbols, to: names, by: 24) {
      guard let name = word(place, UInt32.self), let section = word(place + 6, UInt16.self) else { return }
      if section == 0 { continue }
      let text = names &+ UInt64(name)
      let isEntry = ["lv2_descriptor\0", "lv2_lib_descriptor\0"].contains { entry in
        entry.utf8.enumerated().allSatisfy { word(text &+ UInt64($0.offset), UInt8.self) == $0.element }
      }
      if isEntry { entryPoint = word(place + 8, UInt64.self) }
    }
  }
}

/// The references in code for x86-64. It finds the lengths of all instructions, but decodes only those that refer to
/// addresses.
///
/// Source: Intel SDM volume 2, chapter 2 and appendix A (opcode maps); AMD APM volume 3, appendix A (XOP).
struct ScannerX86: InstructionScanner {
  private let code: UnsafeRawBufferPointer
  private let address: UInt64
  private var place = 0
  /// The prefixes of the present instruction.
  private var hasOperandSize = false
  private var hasAddressSize = false
  private var isWide = false

  init(_ code: UnsafeRawBufferPointer, at address: UInt64) {
    self.code = code
    self.address = address
  }

  mutating func next() -> Reference? {
    while place < code.count {
      let start = place
      var reference: Reference?
      guard decode(&reference), place > start, place <= code.count else {
        place = code.count
        return nil
      }
      if let reference { return reference }
    }
    return nil
  }

  /// The number of bytes that were read.
  var count: Int { place }

  /// Reads one instruction. Returns false for bytes that are not an instruction.
  private mutating func decode(_ reference: inout Reference?) -> Bool {
    (hasOperandSize, hasAddressSize, isWide) = (false, false, false)
    var opcode = byte()
    while Self.isPrefix(opcode) {
      if opcode == 0x66 { hasOperandSize = true }
      if opcode == 0x67 { hasAddressSize = true }
      opcode = byte()
    }
    if opcode & 0xf0 == 0x40 {
      isWide = opcode & 8 != 0
      opcode = byte()
    }
    switch opcode {
    case 0x0f: return twoBytes(&reference)
    case 0xc4: return vector(map: Int(byte() & 31), skipping: 1, &reference)
    case 0xc5: return vector(map: 1, skipping: 1, &reference)
    case 0x62: return vector(map: Int(byte() & 7), skipping: 2, &reference)
    case 0x8f where peek() & 0x1f >= 8: return extended(&reference)
    default: return oneByte(opcode, &reference)
    }
  }

  private static func isPrefix(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x66, 0x67, 0xf0, 0xf2, 0xf3, 0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65: true
    default: false
    }
  }

  // MARK: Maps of opcodes

  /// The size of an immediate value of the size of the operand.
  private var immediate: Int { hasOperandSize && !isWide ? 2 : 4 }

  private mutating func oneByte(_ opcode: UInt8, _ reference: inout Reference?) -> Bool {
    switch opcode {
    case 0x00..<0x40 where opcode & 7 < 4: return operand(&reference)
    case 0x00..<0x40 where opcode & 7 == 4: return skip(1)
    case 0x00..<0x40 where opcode & 7 == 5: return skip(immediate)
    case 0x50...0x5f, 0x90...0x99, 0x9b...0x9f, 0x6c...0x6f, 0xa4...0xa7, 0xaa...0xaf, 0xc3, 0xc9, 0xcb, 0xcc, 0xcf,
      0xd7, 0xec...0xef, 0xf1, 0xf4, 0xf5, 0xf8...0xfd:
      return true
    case 0x63, 0x84...0x8a, 0x8c, 0x8e, 0x8f, 0xd0...0xd3, 0xd8...0xdf, 0xfe: return operand(&reference)
    case 0x8b: return operand(&reference, .memory)
    case 0x8d: return operand(&reference, .address)
    case 0x68, 0xa9: return skip(immediate)
    case 0x69, 0x81, 0xc7: return operand(&reference, immediate: immediate)
    case 0x6b, 0x80, 0x83, 0xc0, 0xc1, 0xc6: return operand(&reference, immediate: 1)
    case 0x6a, 0xa8, 0xb0...0xb7, 0xcd, 0xe4...0xe7: return skip(1)
    case 0x70...0x7f, 0xe0...0xe3: return branch(.conditionalJump, size: 1, &reference)
    case 0xa0...0xa3: return skip(hasAddressSize ? 4 : 8)
    case 0xb8...0xbf: return skip(isWide ? 8 : immediate)
    case 0xc2, 0xca: return skip(2)
    case 0xc8: return skip(3)
    case 0xe8: return branch(.call, size: 4, &reference)
    case 0xe9: return branch(.jump, size: 4, &reference)
    case 0xeb: return branch(.jump, size: 1, &reference)
    case 0xf6: return operand(&reference, immediate: peek() & 0x30 == 0 ? 1 : 0)
    case 0xf7: return operand(&reference, immediate: peek() & 0x30 == 0 ? immediate : 0)
    case 0xff:
      let isBranch = peek() & 0x38 == 0x10 || peek() & 0x38 == 0x20
      return operand(&reference, isBranch ? .callThroughMemory : .memory)
    default: return false
    }
  }

  private mutating func twoBytes(_ reference: inout Reference?) -> Bool {
    let opcode = byte()
    switch opcode {
    case 0x38: return skip(1) && operand(&reference)
    case 0x3a: return skip(1) && operand(&reference, immediate: 1)
    case 0x80...0x8f: return branch(.conditionalJump, size: 4, &reference)
    case 0x05...0x09, 0x0b, 0x0e, 0x30...0x37, 0x77, 0xa0...0xa2, 0xa8...0xaa, 0xc8...0xcf: return true
    case 0x0f, 0x70...0x73, 0xa4, 0xac, 0xba, 0xc2, 0xc4...0xc6: return operand(&reference, immediate: 1)
    default: return operand(&reference)
    }
  }

  /// An instruction with a VEX or EVEX prefix, of which the map is read.
  private mutating func vector(map: Int, skipping count: Int, _ reference: inout Reference?) -> Bool {
    guard skip(count) else { return false }
    let opcode = byte()
    switch (map, opcode) {
    case (1, 0x77): return true
    case (1, 0x70...0x73), (1, 0xc2), (1, 0xc4...0xc6), (3, _): return operand(&reference, immediate: 1)
    default: return operand(&reference)
    }
  }

  /// An instruction with an XOP prefix.
  private mutating func extended(_ reference: inout Reference?) -> Bool {
    let map = byte() & 0x1f
    guard skip(2) else { return false }
    return operand(&reference, immediate: map == 8 ? 1 : map == 10 ? 4 : 0)
  }

  // MARK: Operands

  /// Reads the byte ModRM and what belongs to it, and skips an immediate value. Only an operand relative to the instruction
  /// pointer is a reference: its address is relative to the end of the instruction.
  private mutating func operand(
    _ reference: inout Reference?, _ kind: Reference.Kind = .memory, immediate: Int = 0
  ) -> Bool {
    let mode = byte()
    let (form, base) = (mode >> 6, mode & 7)
    if form == 3 { return skip(immediate) }
    if form == 0 && base == 5 {
      let displacement = signed(4)
      let isInside = skip(immediate)
      reference = Reference(kind: kind, address: end &+ UInt64(bitPattern: displacement))
      return isInside
    }
    let index = base == 4 ? byte() : 0
    let size = form == 1 ? 1 : form == 2 ? 4 : base == 4 && index & 7 == 5 ? 4 : 0
    return skip(size + immediate)
  }

  private mutating func branch(_ kind: Reference.Kind, size: Int, _ reference: inout Reference?) -> Bool {
    let displacement = signed(size)
    reference = Reference(kind: kind, address: end &+ UInt64(bitPattern: displacement))
    return place <= code.count
  }

  // MARK: Bytes

  /// The address after the bytes that were read.
  private var end: UInt64 { address &+ UInt64(place) }

  private func peek() -> UInt8 { place < code.count ? code[place] : 0 }

  private mutating func byte() -> UInt8 {
    defer { place += 1 }
    return peek()
  }

  private mutating func skip(_ count: Int) -> Bool {
    place += count
    return place <= code.count
  }

  /// A signed value of 1 or 4 bytes.
  private mutating func signed(_ size: Int) -> Int64 {
    defer { place += size }
    guard place + size <= code.count else { return 0 }
    if size == 1 { return Int64(Int8(bitPattern: code[place])) }
    return Int64(Int32(littleEndian: code.loadUnaligned(fromByteOffset: place, as: Int32.self)))
  }
}

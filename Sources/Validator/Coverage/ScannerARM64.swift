/// The references in code for arm64. An address in two instructions, ADRP and ADD or a load, is one reference.
///
/// Source: Arm Architecture Reference Manual for A-profile, C4.1 (instruction set encoding).
struct ScannerARM64: InstructionScanner {
  private let code: UnsafeRawBufferPointer
  private let address: UInt64
  private var place = 0
  /// The address that ADRP and ADD wrote to a register, by the number of the register; 0 if it is not known.
  private var addresses = [UInt64](repeating: 0, count: 32)
  /// The registers that a call can change. Source: Procedure Call Standard for the Arm 64-bit Architecture, 6.1.1.
  private static let temporaries = 0...18

  init(_ code: UnsafeRawBufferPointer, at address: UInt64) {
    self.code = code
    self.address = address
  }

  mutating func next() -> Reference? {
    while place + 4 <= code.count {
      let instruction = UInt32(littleEndian: code.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      let present = address &+ UInt64(place)
      place += 4
      if let reference = branch(instruction, present) ?? data(instruction, present) { return reference }
    }
    return nil
  }

  private mutating func branch(_ instruction: UInt32, _ present: UInt64) -> Reference? {
    switch instruction >> 24 {
    case 0x94...0x97:
      for register in Self.temporaries { addresses[register] = 0 }
      return .init(kind: .call, address: target(instruction, present, first: 0, bits: 26))
    case 0x14...0x17: return .init(kind: .jump, address: target(instruction, present, first: 0, bits: 26))
    case 0x54, 0x34, 0x35, 0xb4, 0xb5:
      return .init(kind: .conditionalJump, address: target(instruction, present, first: 5, bits: 19))
    case 0x36, 0x37, 0xb6, 0xb7:
      return .init(kind: .conditionalJump, address: target(instruction, present, first: 5, bits: 14))
    default: return nil
    }
  }

  private mutating func data(_ instruction: UInt32, _ present: UInt64) -> Reference? {
    let (destination, source) = (Int(instruction & 31), Int(instruction >> 5 & 31))
    switch instruction {
    case let word where word & 0x9f00_0000 == 0x9000_0000:
      addresses[destination] = (present & ~0xfff) &+ UInt64(bitPattern: displacement(word) << 12)
    case let word where word & 0x9f00_0000 == 0x1000_0000:
      return .init(kind: .address, address: present &+ UInt64(bitPattern: displacement(word)))
    // ADD of 12 bits, without a shift.
    case let word where word & 0xffc0_0000 == 0x9100_0000 && addresses[source] != 0:
      addresses[destination] = addresses[source] &+ UInt64(word >> 10 & 0xfff)
      return .init(kind: .address, address: addresses[destination])
    // LDR of 64 bits.
    case let word where word & 0xffc0_0000 == 0xf940_0000 && addresses[source] != 0:
      let address = addresses[source] &+ UInt64(word >> 10 & 0xfff) << 3
      addresses[destination] = 0
      return .init(kind: .memory, address: address)
    default: break
    }
    return nil
  }

  /// The immediate value of ADR and ADRP.
  private func displacement(_ instruction: UInt32) -> Int64 {
    let high = Int64(Int32(bitPattern: instruction << 8) >> 13)
    return high << 2 | Int64(instruction >> 29 & 3)
  }

  /// The target of a branch whose displacement in instructions is in these bits.
  private func target(_ instruction: UInt32, _ present: UInt64, first: Int, bits: Int) -> UInt64 {
    let shifted = Int32(bitPattern: instruction << UInt32(32 - bits - first)) >> Int32(32 - bits)
    return present &+ UInt64(bitPattern: Int64(shifted) << 2)
  }
}

/// What an instruction refers to, outside the registers.
struct Reference: Equatable {
  enum Kind {
    case call
    case jump
    case conditionalJump
    /// A call or a jump by a pointer in memory, at the address.
    case callThroughMemory
    /// The address of code or data is computed.
    case address
    /// A pointer or another value in memory is read or written.
    case memory
  }

  let kind: Kind
  let address: UInt64
}

/// Reads the instructions of a function, one after the other.
protocol InstructionScanner {
  /// - Parameter address: the address of the first byte.
  init(_ code: UnsafeRawBufferPointer, at address: UInt64)

  /// The next reference; nil at the end of the code, or at bytes that are not an instruction.
  mutating func next() -> Reference?
}

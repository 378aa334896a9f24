import Testing

@testable import Coverage

/// The references of instructions, which are data here: every machine reads the code of each.
@Suite struct ScannerTests {
  private func references(arm64 instructions: [UInt32]) -> [Reference] {
    var references: [Reference] = []
    instructions.withUnsafeBytes { code in
      var scanner = ScannerARM64(code, at: 0x4000)
      while let reference = scanner.next() { references.append(reference) }
    }
    return references
  }

  /// adrp x0, 0x5000; add x0, x0, #16; ldr x1, [x0, #8].
  @Test func aLoadFollowsTheSumOfPageAndOffset() {
    #expect(
      references(arm64: [0xb000_0000, 0x9100_4000, 0xf940_0401]) == [
        Reference(kind: .address, address: 0x5010), Reference(kind: .memory, address: 0x5018),
      ])
  }

  /// adrp x0, 0x5000; ldr x0, [x0, #8]; ldr x2, [x0, #16]: the second load is of a place that only the process knows.
  @Test func aLoadedPointerIsNoKnownAddress() {
    #expect(
      references(arm64: [0xb000_0000, 0xf940_0400, 0xf940_0802]) == [Reference(kind: .memory, address: 0x5008)])
  }

  /// adrp x0, 0x5000; bl 0x4008; ldr x1, [x0, #8].
  @Test func aCallChangesTheRegisters() {
    #expect(
      references(arm64: [0xb000_0000, 0x9400_0001, 0xf940_0401]) == [Reference(kind: .call, address: 0x4008)])
  }
}

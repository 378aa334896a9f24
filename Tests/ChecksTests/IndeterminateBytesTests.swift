import TestHost
import Testing

@testable import Checks

struct IndeterminateBytesTests {
  /// The first bytes of the units that are found if each of `bytes` alone changes the result.
  private func found(_ bytes: [UInt64], of count: UInt64, atMost limit: Int = 8) -> [UInt64] {
    IndeterminateBytes(of: count, atMost: limit) { positions in
      bytes.contains { byte in positions.contains { $0.contains(byte) } }
    }.positions.map(\.lowerBound)
  }

  @Test func eachUnitIsFoundInOrder() {
    #expect(found([], of: 1000) == [])
    #expect(found([0], of: 4) == [0])
    #expect(found([999], of: 1000) == [996])
    #expect(found([5, 6, 8, 700], of: 100_000) == [4, 8, 700])
  }

  @Test func theNumberIsLimited() {
    let bytes = IndeterminateBytes(of: 400, atMost: 3) { !$0.isEmpty }
    #expect(bytes.positions == [0..<4, 4..<8, 8..<12])
    #expect(bytes.sufficient == [0..<UInt64.max])
  }

  /// Of two units that change the result only together, the last one is found.
  @Test func unitsThatBelongTogetherAreOne() {
    let bytes = IndeterminateBytes(of: 4000, atMost: 8) { positions in
      [40, 2000].allSatisfy { byte in positions.contains { $0.contains(byte) } }
    }
    #expect(bytes.positions == [2000..<2004])
    #expect(bytes.sufficient == [2000..<2004])
  }

  @Test func partsOfARangeRemain() {
    #expect((0..<10).without([]) == [0..<10])
    #expect((0..<10).without([2..<4, 8..<20]) == [0..<2, 4..<8])
    #expect((5..<10).without([0..<6, 20..<30]) == [6..<10])
    #expect((2..<4).without([0..<9]) == [])
  }
}

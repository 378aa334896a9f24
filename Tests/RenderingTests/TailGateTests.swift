import Testing

@testable import Rendering

@Suite struct TailGateTests {
  @Test func aFixedTailIsExactlyThatLong() {
    var gate = TailGate(limit: 150, rate: nil)
    #expect(gate.take(100, lastLoud: nil) == (0, 100))
    #expect(!gate.isClosed)
    #expect(gate.take(100, lastLoud: nil) == (0, 50))
    #expect(gate.isClosed && gate.kept == 150 && !gate.wasCut)
    #expect(gate.take(100, lastLoud: 5) == (0, 0))
  }

  @Test func noTailIsClosedAtOnce() {
    #expect(TailGate(limit: 0, rate: nil).isClosed)
    #expect(TailGate(limit: 0, rate: 10).isClosed)
  }

  @Test func silenceIsKeptOnlyWhereSoundFollows() {
    // Five seconds of patience at 10 Hz are 50 frames.
    var gate = TailGate(limit: 1000, rate: 10)
    #expect(gate.take(20, lastLoud: 9) == (0, 10))
    #expect(gate.take(20, lastLoud: nil) == (0, 0))
    #expect(!gate.isClosed)
    #expect(gate.take(20, lastLoud: 4) == (30, 5))
    #expect(gate.take(20, lastLoud: nil) == (0, 0))
    #expect(gate.take(20, lastLoud: nil) == (0, 0))
    #expect(gate.isClosed && gate.kept == 45 && !gate.wasCut)
  }

  @Test func aSoundWithoutEndIsCutAtTheLimit() {
    var gate = TailGate(limit: 30, rate: 10)
    #expect(gate.take(20, lastLoud: 19) == (0, 20))
    #expect(gate.take(20, lastLoud: 19) == (0, 10))
    #expect(gate.isClosed && gate.wasCut)
  }
}

import Testing

@testable import Rendering

@Suite struct TailDetectorTests {
  @Test func aFixedTailHasItsLength() {
    var tail = TailDetector(limit: 150, rate: nil)
    #expect(tail.process(100, lastLoud: nil) == (0, 100))
    #expect(!tail.isEnded)
    #expect(tail.process(100, lastLoud: nil) == (0, 50))
    #expect(tail.isEnded && tail.kept == 150 && !tail.wasCut)
    #expect(tail.process(100, lastLoud: 5) == (0, 0))
  }

  @Test func aTailOfLengthZeroHasEnded() {
    #expect(TailDetector(limit: 0, rate: nil).isEnded)
    #expect(TailDetector(limit: 0, rate: 10).isEnded)
  }

  @Test func silenceIsKeptOnlyIfSoundFollows() {
    // Five seconds of patience are 50 frames at 10 Hz.
    var tail = TailDetector(limit: 1000, rate: 10)
    #expect(tail.process(20, lastLoud: 9) == (0, 10))
    #expect(tail.process(20, lastLoud: nil) == (0, 0))
    #expect(!tail.isEnded)
    #expect(tail.process(20, lastLoud: 4) == (30, 5))
    #expect(tail.process(20, lastLoud: nil) == (0, 0))
    #expect(tail.process(20, lastLoud: nil) == (0, 0))
    #expect(tail.isEnded && tail.kept == 45 && !tail.wasCut)
  }

  @Test func anEndlessTailIsCutAtTheLimit() {
    var tail = TailDetector(limit: 30, rate: 10)
    #expect(tail.process(20, lastLoud: 19) == (0, 20))
    #expect(tail.process(20, lastLoud: 19) == (0, 10))
    #expect(tail.isEnded && tail.wasCut)
  }
}

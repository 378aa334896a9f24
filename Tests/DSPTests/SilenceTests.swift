import Testing

@testable import DSP

@Suite struct SilenceTests {
  /// Numbers around the level, and far from it on both sides.
  static let magnitudes = [
    0, .leastNonzeroMagnitude, 1e-300, 0x1p-84, Silence.level.nextDown, Silence.level, Silence.level.nextUp, 0x1p-82,
    0x1p-31, 1, 1e300, Double.greatestFiniteMagnitude,
  ]

  @Test(arguments: magnitudes, [1.0, -1])
  func whatIsNotAboveTheLevelIsZero(magnitude: Double, sign: Double) {
    let value = sign * magnitude
    #expect(value.heard == (magnitude > Silence.level ? value : 0))
  }

  /// Four at a time say the same as one at a time, bit for bit but for the sign of a zero.
  @Test(arguments: magnitudes, [1.0, -1])
  func fourNumbersAreHeardAsOneIs(magnitude: Double, sign: Double) {
    let four = SIMD4(sign * magnitude, 1, Silence.level, -sign * magnitude)
    let heard = four.heard
    for lane in 0..<4 { #expect(heard[lane] == four[lane].heard) }
  }

  /// Where nothing comes in any more, a lowpass that is looked after once in 1024 frames comes to rest.
  @Test(arguments: [0.001, 0.3, 0.999]) func theLowpassOfALoopComesToRest(openness: Double) {
    var lowpass = LoopLowpass()
    lowpass.follow(1)
    var stretches = 0
    while lowpass.value != 0 && stretches < 1000 {
      for _ in 0..<1024 { _ = lowpass.next(0, openness) }
      #expect(!lowpass.value.isSubnormal)
      lowpass.settle()
      stretches += 1
    }
    // From 1 to -500 dB, and one stretch more.
    #expect(stretches <= Int(58 / openness / 1024) + 2)
  }
}

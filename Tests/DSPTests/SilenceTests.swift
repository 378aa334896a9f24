import Testing

@testable import DSP

@Suite struct SilenceTests {
  /// Numbers near the threshold, and far below and above it.
  static let magnitudes = [
    0, .leastNonzeroMagnitude, 1e-300, 0x1p-84, Silence.threshold.nextDown, Silence.threshold,
    Silence.threshold.nextUp, 0x1p-82, 0x1p-31, 1, 1e300, Double.greatestFiniteMagnitude,
  ]

  @Test(arguments: magnitudes, [1.0, -1])
  func valuesUpToTheThresholdBecomeZero(magnitude: Double, sign: Double) {
    let value = sign * magnitude
    #expect(value.flushed == (magnitude > Silence.threshold ? value : 0))
  }

  /// Four lanes give the same values as single numbers, except for the sign of a zero.
  @Test(arguments: magnitudes, [1.0, -1])
  func fourLanesEqualSingleNumbers(magnitude: Double, sign: Double) {
    let four = SIMD4(sign * magnitude, 1, Silence.threshold, -sign * magnitude)
    let flushed = four.flushed
    for lane in 0..<4 { #expect(flushed[lane] == four[lane].flushed) }
  }

  /// Without input, a one-pole lowpass that is flushed every 1024 frames becomes zero.
  @Test(arguments: [0.001, 0.3, 0.999]) func aOnePoleDecaysToZero(coefficient: Double) {
    var lowpass = DampingFilter()
    lowpass.value = 1
    var blocks = 0
    while lowpass.value != 0 && blocks < 1000 {
      for _ in 0..<1024 { _ = lowpass.next(0, coefficient) }
      #expect(!lowpass.value.isSubnormal)
      lowpass.flush()
      blocks += 1
    }
    // From 1 to -500 dB, and one more block.
    #expect(blocks <= Int(58 / coefficient / 1024) + 2)
  }

  @Test(arguments: [0.001, 0.3, 0.999, 1]) func fourFramesOfAOnePoleEqualSingleFrames(coefficient: Double) {
    let block = BlockDampingFilter(coefficient)
    var (four, one) = (DampingFilter(), DampingFilter())
    for step in 0..<100 {
      let x = SIMD4((0..<4).map { Double((4 * step + $0) * 7919 % 1000) / 500 - 1 })
      let output = block.next4(x, &four)
      // The values are below 1, and each has a few rounding errors of 2^-53.
      for lane in 0..<4 { #expect(abs(output[lane] - one.next(x[lane], coefficient)) < 1e-14) }
    }
    #expect(one.value != 0)
  }
}

import Foundation
import LV2DSP
import Testing

@Suite struct FilterTests {
  private static let rate: Float = 48_000

  /// The gain of a filter at a frequency: sine and cosine products of the impulse response.
  private func gain(_ coefficients: SVFCoefficients, at hertz: Double) -> Double {
    var filter = StateVariableFilter()
    var (real, imaginary) = (0.0, 0.0)
    // The slowest filter below, 200 Hz with Q 4, falls by 760 dB in this time.
    for frame in 0..<(1 << 15) {
      let sample = Double(filter.next(frame == 0 ? 1 : 0, coefficients))
      let angle = 2 * Double.pi * hertz * Double(frame) / Double(Self.rate)
      real += sample * Foundation.cos(angle)
      imaginary += sample * Foundation.sin(angle)
    }
    return (real * real + imaginary * imaginary).squareRoot()
  }

  /// Half a unit in the last place of each sample, 6e-8 of it, in a sum of at most a few thousand audible samples whose errors have
  /// random signs.
  private static let rounding = 1e-5

  /// The gains of the analog filters at a frequency whose ratio to the cutoff is warped as the filter's.
  @Test(arguments: [(200, 4.0), (1000, 0.7071), (5000, 0.5), (15_000, 2)] as [(Float, Double)])
  func theResponsesAreThoseOfTheAnalogFilters(cutoff: Float, q: Double) {
    let ratio = cutoff / Self.rate
    for hertz in [50.0, 200, 1000, 4000, 16_000] {
      let x =
        Foundation.tan(.pi * hertz / Double(Self.rate)) / Foundation.tan(.pi * Double(cutoff) / Double(Self.rate))
      let magnitude = 1 / ((1 - x * x) * (1 - x * x) + x * x / (q * q)).squareRoot()
      let expected: [(SVFCoefficients, Double)] = [
        (.lowpass(ratio, q: Float(q)), magnitude), (.highpass(ratio, q: Float(q)), x * x * magnitude),
        (.bandpass(ratio, q: Float(q)), x / q * magnitude), (.notch(ratio, q: Float(q)), abs(1 - x * x) * magnitude),
        (.allpass(ratio, q: Float(q)), 1),
      ]
      for (index, (coefficients, gain)) in expected.enumerated() {
        let measured = self.gain(coefficients, at: hertz)
        #expect(abs(measured - gain) < Self.rounding, "response \(index) at \(hertz) Hz: \(measured), not \(gain)")
      }
    }
  }

  /// Coefficients at random in each frame: without input, the states lose energy in each of them.
  @Test func randomCoefficientsAddNoEnergy() {
    var random = WhiteNoise(seed: 7)
    func number() -> Float { Float(0.5 + 0.5 * random.next()) }
    var filter = StateVariableFilter()
    for _ in 0..<1000 { _ = filter.next(Float(random.next()), .lowpass(0.49 * number(), q: 20 * number())) }
    // The lowpass output is at most the norm of the states, which at the start is that of filtered noise.
    var largest: [Float] = []
    for _ in 0..<10 {
      largest.append((0..<1000).map { _ in abs(filter.next(0, .lowpass(0.49 * number(), q: 20 * number()))) }.max()!)
    }
    #expect(largest[0] > 0 && zip(largest, largest.dropFirst()).allSatisfy { $1 <= $0 })
    #expect(largest[9] == 0)
  }

  @Test func infiniteSamplesDoNotRemain() {
    var filter = StateVariableFilter()
    for bad in [Float.infinity, -.infinity, .nan] {
      #expect(filter.next(bad, .lowpass(0.1, q: 1)) == 0)
      #expect(filter.next(0, .lowpass(0.1, q: 1)) == 0)
    }
  }

  @Test func aOnePoleReaches63PercentAfterItsTimeConstant() {
    var pole = OnePole(seconds: 0.01, rate: 48_000)
    for _ in 0..<480 { _ = pole.next(1) }
    #expect(abs(pole.value - (1 - Float(Foundation.exp(-1.0)))) < 1e-4)
    for _ in 0..<100_000 { _ = pole.next(0) }
    #expect(pole.value == 0)
  }

  /// The gain at the cutoff, from the formula of the recurrence: the deviation from -3.01 dB is below 1 % at a hundredth of the rate.
  @Test func aOnePoleHasItsCutoff() {
    var pole = OnePole(cutoff: 0.01)
    var (real, imaginary) = (0.0, 0.0)
    for frame in 0..<2000 {
      let sample = Double(pole.next(frame == 0 ? 1 : 0))
      real += sample * Foundation.cos(2 * .pi * 0.01 * Double(frame))
      imaginary -= sample * Foundation.sin(2 * .pi * 0.01 * Double(frame))
    }
    let power = real * real + imaginary * imaginary
    #expect(abs(2 * power - 1) < 0.02)
    // The rounding of the coefficient, 6e-8 of 1 in a pole that is 0.06 below 1, and its square.
    #expect(abs(Double(pole.power(at: 0.01)) / power - 1) < 1e-5)
    pole.setCutoff(1000)
    #expect(abs(pole.next(1) - 1) < 1e-6)
  }
}

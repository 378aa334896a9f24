import Foundation
import Testing

@testable import DSP

@Suite struct InterpolatorTests {
  /// What `Scripts/fit/interpolator.py` reaches up to 5 kHz at 44.1 kHz, for the real and for the imaginary part; twenty times
  /// that up to 10 kHz. The fit looks at 31 fractions and 40 frequencies a band: 1 % more between them.
  private static let reached = 3.37e-5 * 2.0.squareRoot() * 1.01

  /// The delay's frequency response at `angle` radians a frame, relative to the ideal e^(-i·angle·delay).
  private func response(delay: Double, angle: Double) -> (real: Double, imaginary: Double) {
    let weights = Interpolator.weights(delay)
    var (real, imaginary) = (0.0, 0.0)
    for (index, weight) in all(weights).enumerated() {
      let distance = Double(weights.reach - index) - delay
      real += weight * cos(angle * distance)
      imaginary -= weight * sin(angle * distance)
    }
    return (real, imaginary)
  }

  private func error(delay: Double, angle: Double) -> Double {
    let (real, imaginary) = response(delay: delay, angle: angle)
    return hypot(real - 1, imaginary)
  }

  private func all(_ weights: TapWeights) -> [Double] {
    [weights.older, weights.newer].flatMap { vector in (0..<4).map { vector[$0] } }
  }

  @Test(arguments: [(0.0, 5000.0, 1.0), (5000, 10_000, 20)])
  func errsByWhatItIsFittedTo(low: Double, high: Double, factor: Double) {
    var worst = 0.0
    for step in 0..<200 {
      let delay = 7 + Double(step) * 0.0617
      for part in 0...40 {
        let frequency = low + (high - low) * Double(part) / 40
        worst = max(worst, error(delay: delay, angle: 2 * .pi * frequency / 44_100))
      }
    }
    #expect(worst < factor * Self.reached)
    #expect(worst > factor * 1e-5)
  }

  /// Below four frames the only tooth up to 10 kHz stands half way to the inverse of the delay.
  @Test func shortDelaysAreRightWhereTheirToothIs() {
    for step in 0..<200 {
      let delay = 2 + Double(step) * 0.01
      #expect(error(delay: delay, angle: .pi / delay) < 2.2e-4 * 2.0.squareRoot() * 1.01)
    }
  }

  /// A loop at 99 % amplifies what the weights gain: they must not gain 1 %.
  @Test func neverGainsWhatALoopCouldKeep() {
    for step in 0..<2000 {
      let delay = Interpolator.shortest + Double(step) * 0.00371
      for part in 0...50 {
        let (real, imaginary) = response(delay: delay, angle: Double.pi * Double(part) / 50)
        #expect(hypot(real, imaginary) < 1.003, "delay \(delay), part \(part)")
      }
    }
  }

  /// No sample that a loop does not know yet has a weight. The coefficients are rounded to twelve decimals.
  @Test func looksOnlyBack() {
    for step in 0..<500 {
      let weights = Interpolator.weights(Interpolator.shortest + Double(step) * 0.013)
      for (index, weight) in all(weights).enumerated() where weights.reach - index < 1 { #expect(weight == 0) }
      #expect(abs(all(weights).reduce(0, +) - 1) < 1e-11)
    }
  }

  @Test func wholeDelaysAreExact() {
    for delay in [2.0, 3, 4, 5, 100, 767_999] {
      let weights = Interpolator.weights(delay)
      for (index, weight) in all(weights).enumerated() {
        #expect(weight == (weights.reach - index == Int(delay) ? 1 : 0))
      }
    }
  }

  /// The weights change without steps where the whole part of the delay does: at each sample by less than 2 a frame times
  /// the step.
  @Test func hasNoStepsAtWholeDelays() {
    for whole in 3...12 {
      let (before, after) = (Interpolator.weights(Double(whole) - 1e-6), Interpolator.weights(Double(whole) + 1e-6))
      let shifted = [0] + all(before)
      let later = before.reach == after.reach ? [0] + all(after) : all(after) + [0]
      for (a, b) in zip(shifted, later) { #expect(abs(a - b) < 1e-5) }
    }
  }

  /// Four frames at once are what one at a time gives, however the delay moves; sums are taken in another order. One that
  /// drifts has the same whole part in four frames, and at the limit seldom.
  @Test(arguments: [0.0, 0.01, -0.01, 0.3, -0.3, DriftingTaps.limit / 4, DriftingTaps.limit / -4, -0.9, 5, -5])
  func fourFramesAreFourTimesOne(slope: Double) {
    let line = Self.noise()
    line.withUnsafeBufferPointer { samples in
      let now = UnsafeMutablePointer(mutating: samples.baseAddress! + 150)
      for step in 0..<100 {
        let delay = 60 + Double(step) * 0.071
        let delays = SIMD4(delay, delay + slope, delay + 2 * slope, delay + 3 * slope)
        let four = Interpolator.read4(now, delays)
        var taps = DriftingTaps(delays, step: SIMD4(repeating: 4 * slope))
        let drifting = abs(4 * slope) <= DriftingTaps.limit ? taps.read4(now) : four
        for lane in 0..<4 {
          let one = Interpolator.weights(delays[lane]).read(now + lane)
          #expect(abs(four[lane] - one) < 1e-14)
          #expect(abs(drifting[lane] - one) < 1e-14)
        }
      }
    }
  }

  private static func noise() -> [Double] {
    var generator = SplitMix(seed: 5)
    return (0..<200).map { _ in Double.random(in: -1...1, using: &generator) }
  }
}

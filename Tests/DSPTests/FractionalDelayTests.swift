import Foundation
import Support
import Testing

@testable import DSP

@Suite struct FractionalDelayTests {
  /// The maximum error up to 5 kHz at 44.1 kHz, of which `Scripts/fit/interpolator.py` reports the real and the imaginary
  /// part. It is 20 times that up to 10 kHz. The fit uses 31 fractions and 40 frequencies per band, hence 1 % more.
  private static let fittedError = 3.37e-5 * 2.0.squareRoot() * 1.01

  /// The frequency response at `angle` radians per frame, relative to the ideal e^(-i·angle·delay).
  private func response(delay: Double, angle: Double) -> (real: Double, imaginary: Double) {
    let taps = FractionalDelay(delay)
    var (real, imaginary) = (0.0, 0.0)
    for (index, weight) in weights(taps).enumerated() {
      let distance = Double(taps.reach - index) - delay
      real += weight * cos(angle * distance)
      imaginary -= weight * sin(angle * distance)
    }
    return (real, imaginary)
  }

  private func error(delay: Double, angle: Double) -> Double {
    let (real, imaginary) = response(delay: delay, angle: angle)
    return hypot(real - 1, imaginary)
  }

  private func weights(_ taps: FractionalDelay) -> [Double] {
    [taps.older, taps.newer].flatMap { vector in (0..<4).map { vector[$0] } }
  }

  @Test(arguments: [(0.0, 5000.0, 1.0), (5000, 10_000, 20)])
  func errorIsThatOfTheFit(low: Double, high: Double, factor: Double) {
    var worst = 0.0
    for step in 0..<200 {
      let delay = 7 + Double(step) * 0.0617
      for part in 0...40 {
        let frequency = low + (high - low) * Double(part) / 40
        worst = max(worst, error(delay: delay, angle: 2 * .pi * frequency / 44_100))
      }
    }
    #expect(worst < factor * Self.fittedError)
    #expect(worst > factor * 1e-5)
  }

  /// Below four frames the only peak of a comb up to 10 kHz is at half the inverse of the delay.
  @Test func shortDelaysAreAccurateAtTheirPeak() {
    for step in 0..<200 {
      let delay = 2 + Double(step) * 0.01
      #expect(error(delay: delay, angle: .pi / delay) < 2.2e-4 * 2.0.squareRoot() * 1.01)
    }
  }

  /// A loop with 99 % feedback is unstable if the weights have a gain of 1 %.
  @Test func gainNeverExceedsALoopsLoss() {
    for step in 0..<2000 {
      let delay = FractionalDelay.shortest + Double(step) * 0.00371
      for part in 0...50 {
        let (real, imaginary) = response(delay: delay, angle: Double.pi * Double(part) / 50)
        #expect(hypot(real, imaginary) < 1.003, "delay \(delay), part \(part)")
      }
    }
  }

  /// Samples that do not exist yet in a loop have no weight. The coefficients are rounded to twelve decimals.
  @Test func weightsOnlyPastSamples() {
    for step in 0..<500 {
      let taps = FractionalDelay(FractionalDelay.shortest + Double(step) * 0.013)
      for (index, weight) in weights(taps).enumerated() where taps.reach - index < 1 { #expect(weight == 0) }
      let sum: Double = weights(taps).reduce(0, +)
      #expect(abs(sum - 1) < 1e-11)
    }
  }

  @Test func wholeDelaysAreExact() {
    for delay in [2.0, 3, 4, 5, 100, 767_999] {
      let taps = FractionalDelay(delay)
      for (index, weight) in weights(taps).enumerated() {
        #expect(weight == (taps.reach - index == Int(delay) ? 1 : 0))
      }
    }
  }

  /// The weights have no steps where the whole part of the delay changes. Their slope is below 2 per frame.
  @Test func hasNoStepsAtWholeDelays() {
    for whole in 3...12 {
      let (before, after) = (FractionalDelay(Double(whole) - 1e-6), FractionalDelay(Double(whole) + 1e-6))
      let shifted = [0] + weights(before)
      let later = before.reach == after.reach ? [0] + weights(after) : weights(after) + [0]
      for (a, b) in zip(shifted, later) { #expect(abs(a - b) < 1e-5) }
    }
  }

  /// Four frames at a time equal single frames at any slope of the delay, except for the order of the sums. A `DelayRamp`
  /// mostly has the same whole part in four frames, and seldom at its steepest.
  @Test(arguments: [0.0, 0.01, -0.01, 0.3, -0.3, DelayRamp.steepest / 4, DelayRamp.steepest / -4, -0.9, 5, -5])
  func fourFramesEqualSingleFrames(slope: Double) {
    let line = Self.noise()
    line.withUnsafeBufferPointer { samples in
      let position = UnsafeMutablePointer(mutating: samples.baseAddress! + 150)
      for step in 0..<100 {
        let delay = 60 + Double(step) * 0.071
        let delays = SIMD4(delay, delay + slope, delay + 2 * slope, delay + 3 * slope)
        let four = FractionalDelay.read4(at: position, delays)
        var ramp = DelayRamp(delays, step: SIMD4(repeating: 4 * slope))
        let ramped = abs(4 * slope) <= DelayRamp.steepest ? ramp.read4(at: position) : four
        let steady = FractionalDelay(delay)
        for lane in 0..<4 {
          #expect(abs(steady.read4(at: position)[lane] - steady.read(at: position + lane)) < 1e-14)
          let one = FractionalDelay(delays[lane]).read(at: position + lane)
          #expect(abs(four[lane] - one) < 1e-14)
          #expect(abs(ramped[lane] - one) < 1e-14)
        }
      }
    }
  }

  private static func noise() -> [Double] {
    var generator = SplitMix64(seed: 5)
    return (0..<200).map { _ in Double.random(in: -1...1, using: &generator) }
  }
}

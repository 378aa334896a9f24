import Foundation
import Testing

@testable import DSP

@Suite struct BellDesignTests {
  /// Gains and Qs over which a bar holds.
  struct Bar: CustomTestStringConvertible {
    let rates: [Double]
    let gain: Double
    let qs: ClosedRange<Double>
    let decibels: Double

    var testDescription: String { "±\(gain) dB, Q \(qs): \(decibels) dB at \(rates)" }
  }

  /// No biquad at all follows the bell of 24 dB more closely than 0.224 dB at 44.1 kHz (Scripts/fit/floor.py finds that), so the
  /// bar of 0.2 dB can hold up to a lower gain only. Below 44.1 kHz the band ends at the same part of the rate.
  static let bars = [
    Bar(rates: [8000, 22_050, 32_000, 44_100], gain: 16, qs: 0.3...10, decibels: 0.2),
    Bar(rates: [44_100], gain: 24, qs: 0.3...10, decibels: 0.27),
    Bar(rates: [44_100], gain: 50, qs: 0.1...25, decibels: 0.51),
    Bar(rates: [46_000], gain: 24, qs: 0.3...10, decibels: 0.22),
    Bar(rates: [48_000], gain: 24, qs: 0.3...10, decibels: 0.2),
    Bar(rates: [46_000, 48_000], gain: 50, qs: 0.1...25, decibels: 0.5),
    Bar(rates: [88_200, 96_000, 130_000, 176_400, 192_000, 384_000, 768_000], gain: 50, qs: 0.1...25, decibels: 0.02),
  ]

  @Test(arguments: bars) func followsTheAnalogPrototype(bar: Bar) {
    var random = SplitMix(seed: 1)
    for rate in bar.rates {
      let design = BellDesign(rate: rate)
      let top = Sweep.top(rate: rate)
      let grid = Sweep.points(20...top, 25).flatMap { frequency in
        Sweep.points(bar.qs, 10).flatMap { q in [-1, 0.5, 1].map { (frequency, q, $0 * bar.gain) } }
      }
      let drawn = (0..<400).map { _ in
        (
          Sweep.random(20...top, using: &random), Sweep.random(bar.qs, using: &random),
          Double.random(in: -bar.gain...bar.gain, using: &random)
        )
      }
      var worst = 0.0
      for (frequency, q, gain) in grid + drawn {
        let biquad = design.biquad(frequency: frequency, q: q, decibels: gain)
        for probe in Sweep.probes(around: frequency, top: top) {
          let ideal = AnalogPrototype.bell(at: probe / frequency, q: q, decibels: gain)
          worst = max(worst, abs(biquad.level(at: probe, rate: rate) - ideal))
        }
      }
      #expect(worst < bar.decibels, "\(rate) Hz")
      // The control: a bar that the deviation does not come near would prove nothing.
      #expect(worst > 0.2 * bar.decibels, "\(rate) Hz")
    }
  }

  /// The bilinear image of the same bell misses by decibels: what the sweep above would see of it.
  @Test func bilinearImageDoesNot() {
    let (frequency, q, gain, rate) = (10_000.0, 1.0, 12.0, 44_100.0)
    let warped = tan(Double.pi * 16_000 / rate) / tan(Double.pi * frequency / rate)
    let bilinear = AnalogPrototype.bell(at: warped, q: q, decibels: gain)
    #expect(abs(bilinear - AnalogPrototype.bell(at: 1.6, q: q, decibels: gain)) > 1)
  }

  @Test(arguments: [8000.0, 44_100, 192_000, 768_000]) func zeroDecibelsAreTheIdentity(rate: Double) {
    let design = BellDesign(rate: rate)
    for frequency in [20.0, 997, 20_000] {
      for q in [0.1, 1, 25] {
        let biquad = design.biquad(frequency: frequency, q: q, decibels: 0)
        #expect(biquad.direct == 1 && biquad.bandGain == 0 && biquad.lowGain == 0)
      }
    }
  }

  /// Boost and cut in a row leave the level alone. Both are right to about 1e-12 of a factor's coefficients, of which a
  /// level 50 dB down, at a resonance of Q 25·17.8, keeps at least a 1e-5th.
  @Test func cutIsTheInverseOfBoost() {
    var random = SplitMix(seed: 2)
    for rate in [8000.0, 44_100, 768_000] {
      let design = BellDesign(rate: rate)
      for _ in 0..<300 {
        let frequency = Sweep.random(20...20_000, using: &random)
        let q = Sweep.random(0.1...25, using: &random)
        let gain = Double.random(in: -50...50, using: &random)
        let probe = Sweep.random(20...rate / 2.1, using: &random)
        let boost = design.biquad(frequency: frequency, q: q, decibels: gain).level(at: probe, rate: rate)
        let cut = design.biquad(frequency: frequency, q: q, decibels: -gain).level(at: probe, rate: rate)
        #expect(abs(boost + cut) < 1e-6)
      }
    }
  }

  /// Poles inside the unit circle at every setting; and zeros, which are the poles of the opposite gain.
  @Test func isStableAndOfMinimumPhase() {
    var random = SplitMix(seed: 3)
    for rate in [8000.0, 22_050, 44_100, 48_000, 96_000, 192_000, 384_000, 768_000] {
      let design = BellDesign(rate: rate)
      for _ in 0..<2000 {
        let biquad = design.biquad(
          frequency: Sweep.random(20...1e6, using: &random), q: Sweep.random(0.1...25, using: &random),
          decibels: Double.random(in: -50...50, using: &random))
        #expect(biquad.isStable)
      }
    }
    // The control: too little damping.
    #expect(!Biquad(frequency: 0.5, damping: 0.1, leak: 0.1, direct: 1, bandGain: 0, lowGain: 0).isStable)
  }

  @Test func frequencyIsLimited() {
    let design = BellDesign(rate: 8000)
    let limit = design.biquad(frequency: 0.49 * 8000, q: 1, decibels: 6)
    #expect(design.biquad(frequency: 20_000, q: 1, decibels: 6).isWithin(0, of: limit))
    #expect(!design.biquad(frequency: 3900, q: 1, decibels: 6).isWithin(0, of: limit))
  }

  /// No jumps: a millionth of a millionth more of a control does not move a coefficient by more than 1e-8 of itself.
  ///
  /// The coefficients' logarithms change by at most a few hundred times the logarithm of a control (the steepest is the
  /// level at 0.49 of the rate), so 1e-11 moves them by less than 1e-8; rounding, some 1e-14, is less again.
  @Test func isContinuous() {
    var random = SplitMix(seed: 4)
    for rate in [8000.0, 44_100, 48_000, 192_000] {
      let design = BellDesign(rate: rate)
      // The edge of the band and the limit, where the rule changes, and points at random.
      let special = [0.5 * 0.907_029_478_458_049_9 * rate, 0.49 * rate].filter { $0 <= 20_000.1 }
      for frequency in special + (0..<500).map({ _ in Sweep.random(20...20_000, using: &random) }) {
        let q = Sweep.random(0.1...25, using: &random)
        let gain = Double.random(in: -50...50, using: &random)
        let here = design.biquad(frequency: frequency * (1 - 5e-12), q: q, decibels: gain)
        #expect(here.isWithin(1e-8, of: design.biquad(frequency: frequency * (1 + 5e-12), q: q, decibels: gain)))
        #expect(
          here.isWithin(1e-8, of: design.biquad(frequency: frequency * (1 - 5e-12), q: q * (1 + 1e-11), decibels: gain))
        )
        #expect(
          here.isWithin(1e-8, of: design.biquad(frequency: frequency * (1 - 5e-12), q: q, decibels: gain + 1e-11)))
        let apart = design.biquad(frequency: min(frequency, 0.48 * rate) * 0.999, q: q, decibels: gain)
        #expect(!here.isWithin(1e-8, of: apart))
      }
    }
  }
}

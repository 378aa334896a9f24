import Foundation
import Support
import Testing

@testable import DSP

@Suite struct LowpassDesignTests {
  /// The maximum deviation in decibels for a range of Qs.
  struct Target: CustomTestStringConvertible {
    let rates: [Double]
    let qs: ClosedRange<Double>
    let decibels: Double

    var testDescription: String { "Q \(qs): \(decibels) dB at \(rates)" }
  }

  /// The targets for every number of sections.
  static let targets = [
    Target(rates: [8000, 22_050, 44_100, 46_000, 48_000, 52_000, 64_000], qs: 0.3...10, decibels: 0.2),
    Target(rates: [44_100, 46_000, 48_000], qs: 0.1...25, decibels: 0.5),
    Target(rates: [88_200, 96_000, 130_000, 176_400, 192_000, 384_000, 768_000], qs: 0.1...25, decibels: 0.02),
  ]

  private static func level(_ sections: [SVFCoefficients], at frequency: Double, rate: Double) -> Double {
    sections.reduce(0) { $0 + $1.level(at: frequency, rate: rate) }
  }

  private static func sections(
    _ design: LowpassDesign, _ count: Int, cutoff: Double, q: Double
  ) -> [SVFCoefficients] {
    let corner = design.corner(at: cutoff)
    return (0..<count).map { design.section($0, of: count, corner: corner, q: q) }
  }

  @Test(arguments: targets, 1...4) func matchesTheAnalogPrototype(target: Target, count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for rate in target.rates {
      let design = LowpassDesign(rate: rate)
      let top = Sweep.top(rate: rate)
      let grid = Sweep.points(20...top, 25).flatMap { cutoff in Sweep.points(target.qs, 10).map { (cutoff, $0) } }
      let drawn = (0..<200).map { _ in (Sweep.random(20...top, using: &random), Sweep.random(target.qs, using: &random))
      }
      var worst = 0.0
      for (cutoff, q) in grid + drawn {
        let sections = Self.sections(design, count, cutoff: cutoff, q: q)
        for probe in Sweep.probes(around: cutoff, top: top) {
          let ideal = AnalogPrototype.lowpass(at: probe / cutoff, q: q, sections: count)
          worst = max(worst, abs(Self.level(sections, at: probe, rate: rate) - ideal))
        }
      }
      #expect(worst < target.decibels, "\(rate) Hz")
      // A target far above the deviation would prove nothing.
      #expect(worst > 0.04 * target.decibels, "\(rate) Hz")
    }
  }

  /// Positive control of the test above: sections that belong to another number of sections deviate.
  @Test func sectionsOfAnotherSlopeDeviate() {
    let design = LowpassDesign(rate: 44_100)
    let corner = design.corner(at: 5000)
    let mixed = [design.section(0, of: 4, corner: corner, q: 1), design.section(1, of: 2, corner: corner, q: 1)]
    let ideal = AnalogPrototype.lowpass(at: 4, q: 1, sections: 2)
    #expect(abs(Self.level(mixed, at: 20_000, rate: 44_100) - ideal) > 0.5)
  }

  /// Up to half the rate, and for limited cutoffs too, no level exceeds the peak of the prototype by more than the targets
  /// above.
  @Test(arguments: [8000.0, 11_025, 22_050, 32_000, 41_000, 44_100, 48_000], 1...4)
  func neverExceedsThePeakOfThePrototype(rate: Double, count: Int) {
    let design = LowpassDesign(rate: rate)
    for cutoff in [0.3, 0.42, 0.45, 0.4535, 0.46, 0.47, 0.49, 0.6, 2.5].map({ $0 * rate }) {
      for q in [0.1, 0.5, 0.7071, 1, 3, 10, 25] {
        let sections = Self.sections(design, count, cutoff: cutoff, q: q)
        let peak = stride(from: 0.0, through: 1.1, by: 0.001).reduce(0) {
          max($0, AnalogPrototype.lowpass(at: $1, q: q, sections: count))
        }
        let loudest = stride(from: 20.0, to: rate / 2, by: rate / 4000).reduce(-300) {
          max($0, Self.level(sections, at: $1, rate: rate))
        }
        #expect(loudest < peak + (0.3...10 ~= q ? 0.2 : 0.5), "\(cutoff) Hz, Q \(q)")
        // The level below the cutoff is 0 dB.
        #expect(abs(Self.level(sections, at: 20, rate: rate)) < 0.1 || q < 0.3)
      }
    }
  }

  /// The poles and the zeros are inside the unit circle at every setting.
  @Test func isStableWithMinimumPhase() {
    var random = SplitMix64(seed: 3)
    for rate in [8000.0, 22_050, 44_100, 48_000, 60_000, 96_000, 192_000, 384_000, 768_000] {
      let design = LowpassDesign(rate: rate)
      for _ in 0..<500 {
        let q = Sweep.random(0.1...25, using: &random)
        for count in 1...4 {
          for section in Self.sections(design, count, cutoff: Sweep.random(20...1e6, using: &random), q: q) {
            #expect(section.isStable)
            #expect(section.hasZerosInside)
          }
        }
      }
    }
  }

  @Test func cutoffIsLimited() {
    let design = LowpassDesign(rate: 8000)
    let limit = design.coefficients(cutoff: 0.5 * MatchedBand.widest * 8000, q: 1)
    #expect(design.coefficients(cutoff: 20_000, q: 1).isWithin(0, of: limit))
    #expect(!design.coefficients(cutoff: 3600, q: 1).isWithin(0, of: limit))
  }

  /// A change of a control by 1e-11 changes no coefficient by more than 1e-8 of its value, as in `BellDesignTests`.
  @Test func isContinuous() {
    var random = SplitMix64(seed: 4)
    for rate in [8000.0, 44_100, 48_000, 192_000] {
      let design = LowpassDesign(rate: rate)
      let special = [0.5 * MatchedBand.widest * rate].filter { $0 <= 20_000.1 }
      for cutoff in special + (0..<200).map({ _ in Sweep.random(20...20_000, using: &random) }) {
        let q = Sweep.random(0.1...25, using: &random)
        for count in 1...4 {
          let here = Self.sections(design, count, cutoff: cutoff * (1 - 5e-12), q: q)
          let higher = Self.sections(design, count, cutoff: cutoff * (1 + 5e-12), q: q)
          let sharper = Self.sections(design, count, cutoff: cutoff * (1 - 5e-12), q: q * (1 + 1e-11))
          let apart = Self.sections(design, count, cutoff: min(cutoff, 0.45 * rate) * 0.999, q: q)
          for index in 0..<count {
            #expect(here[index].isWithin(1e-8, of: higher[index]))
            #expect(here[index].isWithin(1e-8, of: sharper[index]))
            #expect(!here[index].isWithin(1e-8, of: apart[index]))
          }
        }
      }
    }
  }
}

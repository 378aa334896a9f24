import Foundation
import Support
import Testing

@testable import DSP

@Suite struct BandDesignTests {
  /// The maximum deviation of a type in decibels, for frequencies up to a limit and a range of Qs.
  struct Target: CustomTestStringConvertible {
    let type: BandType
    let top: Double
    let qs: ClosedRange<Double>
    let decibels: Double
    var sections = 1

    var testDescription: String { "\(type) of \(sections) sections, up to \(top) Hz, Q \(qs): \(decibels) dB" }
  }

  /// At 44.1 kHz, for gains within 18 dB. No bandpass of one section has a smaller deviation than 0.27 dB (Scripts/fit/floor_types.py).
  static let targets = [
    Target(type: .lowShelf, top: 20_000, qs: 0.3...1, decibels: 0.2),
    Target(type: .highShelf, top: 20_000, qs: 0.3...1, decibels: 0.2),
    Target(type: .tilt, top: 20_000, qs: 0.3...1, decibels: 0.2),
    Target(type: .lowShelf, top: 3000, qs: 0.1...10, decibels: 0.2),
    Target(type: .notch, top: 4000, qs: 0.3...25, decibels: 0.2),
    Target(type: .notch, top: 16_000, qs: 2...25, decibels: 0.2),
    Target(type: .bandpass, top: 20_000, qs: 0.3...2, decibels: 0.31),
    Target(type: .highpass, top: 20_000, qs: 0.5...1, decibels: 0.2),
    Target(type: .highpass, top: 4000, qs: 0.3...25, decibels: 0.2),
    Target(type: .highpass, top: 10_000, qs: 0.7...0.71, decibels: 0.2, sections: 3),
    Target(type: .highpass, top: 8000, qs: 0.7...0.71, decibels: 0.2, sections: 4),
    Target(type: .allpass, top: 20_000, qs: 0.1...25, decibels: 1e-6),
  ]

  @Test(arguments: targets) func matchesTheAnalogPrototype(target: Target) {
    let rate = 44_100.0
    let design = BandDesign(rate: rate)
    var worst = 0.0
    for frequency in Sweep.points(20...target.top, 25) {
      for q in Sweep.points(target.qs, 8) {
        for gain in target.type.hasGain ? [-18.0, -6, 0.1, 18] : [0] {
          let settings = BandSettings(
            isEnabled: true, type: target.type, frequency: frequency, gain: gain, q: q, sections: target.sections)
          let sections = (0..<target.sections).map { design.section($0, of: settings) }
          #expect(sections.allSatisfy { $0.isStable })
          for probe in Sweep.probes(around: frequency, top: 20_000) {
            let ideal = AnalogPrototype.band(settings, at: probe)
            let level = sections.reduce(0) { $0 + $1.level(at: probe, rate: rate) }
            if ideal > -150 { worst = max(worst, abs(level - ideal)) }
          }
        }
      }
    }
    #expect(worst < target.decibels)
  }

  /// At high rates the responses of all types are those of the prototypes.
  @Test(arguments: [BandType.lowShelf, .highShelf, .highpass, .notch, .bandpass], [96_000.0, 192_000, 768_000])
  func highRatesAreExact(type: BandType, rate: Double) {
    let design = BandDesign(rate: rate)
    for frequency in Sweep.points(20...20_000, 15) {
      let settings = BandSettings(isEnabled: true, type: type, frequency: frequency, gain: 12, q: 0.8)
      let section = design.section(0, of: settings)
      for probe in Sweep.probes(around: frequency, top: 20_000) {
        let ideal = AnalogPrototype.band(settings, at: probe)
        if ideal > -100 { #expect(abs(section.level(at: probe, rate: rate) - ideal) < 0.1) }
      }
    }
  }

  /// The level 1 cent beside a notch is far above that at the notch.
  @Test(arguments: [50.0, 1000, 15_000]) func aNotchIsAtItsFrequency(frequency: Double) {
    let section = BandDesign(rate: 44_100).section(
      0, of: BandSettings(isEnabled: true, type: .notch, frequency: frequency, gain: 0, q: 5))
    let middle = section.level(at: frequency, rate: 44_100)
    for ratio in [1 / 1.00058, 1.00058] {
      #expect(section.level(at: frequency * ratio, rate: 44_100) > middle + 20)
    }
  }

  /// Random settings at all rates give stable sections.
  @Test(arguments: [8000.0, 22_050, 44_100, 48_000, 192_000, 768_000]) func sectionsAreStable(rate: Double) {
    var random = SplitMix64(seed: 7)
    let design = BandDesign(rate: rate)
    for _ in 0..<3000 {
      let type = BandType(rawValue: Int.random(in: 0...8, using: &random))!
      let settings = BandSettings(
        isEnabled: true, type: type, frequency: Sweep.random(20...20_000, using: &random),
        gain: Double.random(in: -24...24, using: &random), q: Sweep.random(0.1...25, using: &random),
        sections: type.isCut ? 4 : 1)
      for index in 0..<(type.isCut ? 4 : 1) { #expect(design.section(index, of: settings).isStable, "\(settings)") }
    }
  }
}

extension AnalogPrototype {
  /// The level of a band at a frequency in hertz, in decibels.
  static func band(_ band: BandSettings, at frequency: Double) -> Double {
    let ratio = frequency / band.frequency
    let root = pow(10, band.gain / 80)
    func quadratic(_ ratio: Double) -> Double { 20 * log10(hypot((1 - ratio) * (1 + ratio), ratio / band.q)) }
    switch band.type {
    case .bell: return bell(at: ratio, q: band.q, decibels: band.gain)
    case .lowShelf: return band.gain + quadratic(ratio / root) - quadratic(ratio * root)
    case .highShelf: return quadratic(ratio * root) - quadratic(ratio / root)
    case .tilt: return -0.5 * band.gain + quadratic(ratio * root) - quadratic(ratio / root)
    case .lowpass: return lowpass(at: ratio, q: band.q, sections: band.sections)
    case .highpass:
      return lowpass(at: ratio, q: band.q, sections: band.sections) + 40 * Double(band.sections) * log10(ratio)
    case .notch: return 20 * log10(abs((1 - ratio) * (1 + ratio)) + 1e-300) - quadratic(ratio)
    case .bandpass: return 20 * log10(ratio / band.q) - quadratic(ratio)
    case .allpass: return 0
    }
  }
}

import DSP
import Foundation
import Testing

/// The impulse responses of the built plug-ins match the analytic transfer functions.
@Suite struct TransferTests {
  static let rates = [8000.0, 44_100, 48_000, 96_000, 192_000]
  /// The largest length of an impulse response in frames. Slower decays are tested at a lower rate.
  static let longest = 100_000

  /// Returns the largest error of a measured magnitude: the rounding of each sample to Float has an error of at most
  /// 2^-24 of the sample, and the errors add up in the worst case.
  static func rounding(_ response: [Float]) -> Double {
    response.reduce(0.0) { $0 + Double(abs($1)) } * 0x1p-24 + 1e-9
  }

  /// Returns the number of frames in which the slower pole decays by e^-25, 1e-11.
  static func frames(_ coefficients: SVFCoefficients) -> Int {
    // The poles are 1 + u with u² + (damping + leak)u + frequency² + damping·leak = 0.
    let half = (coefficients.damping + coefficients.leak) / 2
    let product = coefficients.frequency * coefficients.frequency + coefficients.damping * coefficients.leak
    let square = half * half - product
    let radius =
      square < 0
      ? (1 - 2 * half + product).squareRoot()
      : max(abs(1 - half + square.squareRoot()), abs(1 - half - square.squareRoot()))
    return Int(25 / -log(radius)) + 1000
  }

  static func probes(rate: Double) -> [Double] {
    (0..<10).map { 20 * pow(rate * 0.49 / 20, Double($0) / 9) }
  }

  @Test(arguments: rates) func peakingEQ(rate: Double) {
    let design = BellDesign(rate: rate)
    var tested = 0
    for frequency in [20.0, 100, 1000, 5000, 20_000] {
      for q in [0.1, 1, 25] {
        for gain in [-50.0, -12, 0, 12, 50] {
          let coefficients = design.coefficients(frequency: frequency, q: Double(Float(q)), decibels: gain)
          let frames = Self.frames(coefficients)
          guard frames < Self.longest else { continue }
          let plugin = HostedPlugin(
            "peaking-eq-mono", rate: rate, ["frequency": Float(frequency), "q": Float(q), "gain": Float(gain)])
          let response = plugin.process([Signals.impulse(frames)])[0]
          for probe in Self.probes(rate: rate) {
            let measured = Signals.magnitude(response, frequency: probe, rate: rate)
            let (real, imaginary) = coefficients.response(at: 2 * .pi * probe / rate)
            let expected = hypot(real, imaginary)
            #expect(
              abs(measured - expected) < Self.rounding(response), "\(frequency) Hz, Q \(q), \(gain) dB, at \(probe) Hz")
          }
          tested += 1
        }
      }
    }
    #expect(tested >= 30)
  }

  @Test(arguments: rates) func lowpass(rate: Double) {
    let design = LowpassDesign(rate: rate)
    var tested = 0
    for cutoff in [20.0, 100, 1000, 5000, 20_000] {
      for q in [0.1, 0.7071, 25] {
        for slope in [12, 24, 36, 48] {
          let sections = slope / 12
          let corner = design.corner(at: cutoff)
          let cascade = (0..<sections).map {
            design.section($0, of: sections, corner: corner, q: Double(Float(q)))
          }
          let frames = cascade.map(Self.frames).reduce(0, +)
          guard frames < Self.longest else { continue }
          let plugin = HostedPlugin(
            "lowpass-mono", rate: rate,
            ["cutoff": Float(cutoff), "q": Float(q), "slope": Float(slope), "gain": -3])
          let response = plugin.process([Signals.impulse(frames)])[0]
          for probe in Self.probes(rate: rate) {
            let expected = cascade.reduce(pow(10, -3.0 / 20)) { product, coefficients in
              let (real, imaginary) = coefficients.response(at: 2 * .pi * probe / rate)
              return product * hypot(real, imaginary)
            }
            let measured = Signals.magnitude(response, frequency: probe, rate: rate)
            #expect(
              abs(measured - expected) < Self.rounding(response), "\(cutoff) Hz, Q \(q), \(slope) dB, at \(probe) Hz")
          }
          tested += 1
        }
      }
    }
    #expect(tested >= 20)
  }

  /// The frequencies of the comb's peaks, in cents, and their levels, in decibels.
  ///
  /// The interpolator has an error of 8e-5 of the loop gain of 0.9. It changes the phase of the loop by up to 8e-5
  /// radians, which moves a peak by 0.022 cent, and the level of a peak by 8e-5·0.9/(1 - 0.9), 0.007 dB. The search for
  /// the peak has steps of 0.05 cent.
  @Test(arguments: [(110.0, 44_100.0), (440.0, 48_000.0), (523.7, 48_000.0), (997.3, 96_000.0)])
  func thePeaksOfTheCombAreAtTheHarmonics(fundamental: Double, rate: Double) {
    let plugin = HostedPlugin(
      "comb-mono", rate: rate, ["delay": Float(1000 / fundamental), "feedback": 90, "mix": 100])
    let response = plugin.process([Signals.impulse(Int(rate))])[0]
    let period = Double(Float(1000 / fundamental)) / 1000
    for harmonic in [1.0, 2, 5, 9].filter({ $0 * fundamental < 5000 }) {
      let ideal = harmonic / period
      let heights = (-40...40).map { cents in
        Signals.magnitude(response, frequency: ideal * pow(2, Double(cents) * 0.05 / 1200), rate: rate)
      }
      let highest = heights.indices.max { heights[$0] < heights[$1] }!
      #expect(abs(Double(highest - 40) * 0.05) <= 0.1, "harmonic \(harmonic) in cents")
      #expect(abs(20 * log10(heights[highest] * 0.1)) < 0.02, "harmonic \(harmonic) in decibels")
    }
    #expect(abs(plugin["fundamental"] / Float(1 / period) - 1) < 1e-6)
  }

  /// The response of the universal comb filter is (1 + ff·e)/(1 - fb·e), with the phase factor e of the delay.
  @Test func combWithFeedforward() {
    let rate = 48_000.0
    let plugin = HostedPlugin(
      "comb-mono", rate: rate, ["delay": 2, "feedback": -60, "feedforward": 40, "mix": 80, "gain": -6])
    let response = plugin.process([Signals.impulse(48_000)])[0]
    for probe in [40.0, 125, 250, 333, 1000, 2750, 4321] {
      let angle = -2 * .pi * probe * 0.002
      let (x, y) = (cos(angle), sin(angle))
      let wet = ratio((1 + 0.4 * x, 0.4 * y), (1 + 0.6 * x, 0.6 * y))
      let expected = pow(10, -6.0 / 20) * hypot(0.2 + 0.8 * wet.real, 0.8 * wet.imaginary)
      let measured = Signals.magnitude(response, frequency: probe, rate: rate)
      // The error of the interpolator, 8e-5, multiplied by at most 1/(1 - 0.6)², and the rounding of controls to Float.
      #expect(abs(measured - expected) < 1e-3)
    }
  }

  private func ratio(
    _ a: (real: Double, imaginary: Double), _ b: (real: Double, imaginary: Double)
  ) -> (real: Double, imaginary: Double) {
    let norm = b.real * b.real + b.imaginary * b.imaginary
    return (
      (a.real * b.real + a.imaginary * b.imaginary) / norm, (a.imaginary * b.real - a.real * b.imaginary) / norm
    )
  }
}

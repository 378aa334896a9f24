import Foundation
import Testing

@testable import DSP

@Suite struct DynamicsTests {
  /// The level is 10·log₁₀ of the power within 1e-7 dB.
  @Test func decibelsOfAPower() {
    for exponent in stride(from: -29.9, through: 12, by: 0.0371) {
      let power = pow(10, exponent)
      #expect(abs(decibels(power: power) - 10 * log10(power)) < 1e-7)
    }
    #expect(decibels(power: 0) == decibels(power: 1e-30))
  }

  /// A tone at the center has the square of its amplitude as energy in every frame, and one beside it that of the bandpasses.
  @Test(arguments: [30.0, 440, 15_000], [0.5, 4]) func theEnergyHasNoRipple(frequency: Double, q: Double) {
    let rate = 44_100.0
    var detector = BandDetector()
    detector.set(BandSettings(isEnabled: true, type: .bell, frequency: frequency, gain: 0, q: q), rate: rate)
    // Forty time constants, 2Q/w, of the band.
    let start = Int(40 * 2 * q * rate / (2 * .pi * frequency)) + 10
    let tone = (0..<start + 500).map { Float(0.5 * sin(2 * .pi * frequency / rate * Double($0))) }
    tone.withUnsafeBufferPointer { tone in
      let inputs = (tone.baseAddress!, tone.baseAddress!)
      let mix = (SIMD2<Double>(1, 0), SIMD2<Double>(0, 2))
      _ = detector.energy(inputs, mix, 0..<start)
      var worst = 0.0
      for frame in start..<tone.count {
        let energy = detector.energy(inputs, mix, frame..<frame + 1)
        worst = max(worst, abs(energy[0] - 0.25), abs(energy[1] - 1))
      }
      // The samples are rounded to 3e-8, in products with other outputs of the filter. 1e-5 is 0.00004 dB.
      #expect(worst < 1e-5)
    }
  }

  /// The polynomial through six designs has the response of the design at each gain.
  @Test(arguments: [BandType.bell, .lowShelf, .highShelf], [(0, -24), (6, -12), (-12, 24)] as [(Double, Double)])
  func aGainCurveFollowsTheDesign(type: BandType, gains: (gain: Double, range: Double)) {
    let (design, rate) = (BandDesign(rate: 48_000), 48_000.0)
    for frequency in [50.0, 1000, 9000] {
      var settings = BandSettings(
        isEnabled: true, type: type, frequency: frequency, gain: gains.gain, q: 0.9,
        dynamics: BandDynamics(threshold: -30, range: gains.range, attack: 10, release: 100, ratio: 2))
      let (base, curve) = (design.section(0, of: settings).vector, design.gainCurve(of: settings))
      #expect(curve.change(at: 0) == .zero)
      for position in [0.05, 0.2, 0.5, 0.8, 1] {
        settings.gain = gains.gain + position * gains.range
        let (exact, moved) = (design.section(0, of: settings), SVFCoefficients(base + curve.change(at: position)))
        for probe in [0.3, 0.7, 1, 1.5, 3] where probe * frequency < 20_000 {
          let difference =
            moved.level(at: probe * frequency, rate: rate) - exact.level(at: probe * frequency, rate: rate)
          #expect(abs(difference) < 0.05)
        }
      }
    }
  }
}

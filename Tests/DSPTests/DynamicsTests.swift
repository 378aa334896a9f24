import Foundation
import Testing

@testable import DSP

@Suite struct DynamicsTests {
  /// The level is 10·log₁₀ of the power within 2e-5 dB. A number of single precision has an error of 3e-8, which is 1e-7 dB.
  @Test func decibelsOfAPower() {
    func level(_ power: Double) -> Float { SIMD8(repeating: Float(power)).decibelsOfPower[0] }
    for exponent in stride(from: -10, through: 10, by: 0.0371) {
      let power = pow(10, exponent)
      #expect(abs(Double(level(power)) - 10 * log10(power)) < 2e-5)
    }
    #expect(level(0) == level(1e-30))
  }

  /// A tone at the center has the square of its amplitude as energy in every frame, in all bands and channels.
  @Test(arguments: [44_100.0, 192_000], [0.5, 4]) func theEnergyHasNoRipple(rate: Double, q: Double) {
    for (band, frequency) in [20.0, 30, 100, 440, 1500, 5000, 10_000, 15_000].enumerated() {
      var detectors = BandDetectors()
      let settings = BandSettings(isEnabled: true, type: .bell, frequency: frequency, gain: 0, q: q)
      let scale = detectors.set(band, settings, rate: rate).scale
      // Forty time constants, 2Q/w, of the band.
      let start = Int(40 * 2 * q * rate / (2 * .pi * frequency)) + 10
      let tone = (0..<start + 500).map { Float(0.5 * sin(2 * .pi * frequency / rate * Double($0))) }
      let loud = tone.map { 2 * $0 }
      var worst = 0.0
      tone.withUnsafeBufferPointer { tone in
        loud.withUnsafeBufferPointer { loud in
          let inputs = (tone.baseAddress!, loud.baseAddress!)
          var energies = (SIMD8<Float>.zero, SIMD8<Float>.zero)
          detectors.measure(inputs, 0..<start, phase: 0, &energies)
          for frame in start..<tone.count {
            energies = (.zero, .zero)
            detectors.measure(inputs, frame..<frame + 1, phase: 3, &energies)
            worst = max(worst, abs(scale * Double(energies.0[band]) - 0.25), abs(scale * Double(energies.1[band]) - 1))
          }
        }
      }
      // 0.001 is 0.004 dB. At 20 Hz and 192 kHz a rounding error of 6e-8 of u is 1e-4 of its change, 2π·20/192000 of u.
      #expect(worst < 1e-3, "\(frequency) Hz: \(worst)")
    }
  }

  /// A band that moves to another frequency keeps the level of its tone.
  @Test func theStatesFollowTheFrequency() {
    var detectors = BandDetectors()
    var settings = BandSettings(isEnabled: true, type: .bell, frequency: 100, gain: 0, q: 1)
    _ = detectors.set(0, settings, rate: 48_000)
    let tone = (0..<48_000).map { Float(sin(2 * .pi * 100 / 48_000 * Double($0))) }
    tone.withUnsafeBufferPointer { tone in
      var energies = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      detectors.measure((tone.baseAddress!, tone.baseAddress!), 0..<47_000, phase: 0, &energies)
      settings.frequency = 400
      let scale = detectors.set(0, settings, rate: 48_000).scale
      energies = (.zero, .zero)
      detectors.measure((tone.baseAddress!, tone.baseAddress!), 47_000..<47_001, phase: 3, &energies)
      // Without the conversion it would be 1/256 or 256.
      #expect(scale * Double(energies.0[0]) > 0.2 && scale * Double(energies.0[0]) < 5)
    }
  }

  /// The polynomial through six designs has the response of the design at each gain.
  @Test(arguments: [BandType.bell, .lowShelf, .highShelf], [(0, -24), (6, -12), (-12, 24)] as [(Double, Double)])
  func aGainCurveFollowsTheDesign(type: BandType, gains: (gain: Double, range: Double)) {
    var design = BandDesign(rate: 48_000)
    let rate = 48_000.0
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

import Foundation
import Model
import Testing

@testable import Measuring

@Suite struct SpectrumTests {
  private let rate = 48_000.0
  private let cycles = 1361

  /// Returns a full-scale sine with a second and a third harmonic and noise of the given amplitudes.
  private func samples(second: Double = 0, third: Double = 0, noise: Double = 0) -> [Float] {
    var state: UInt64 = 1
    return (0..<1 << 16).map { frame in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = Double(state >> 40) / Double(1 << 23) - 1
      let angle = 2 * Double.pi * Double(cycles) * Double(frame) / Double(1 << 16)
      return Float(sin(angle) + second * sin(2 * angle) + third * sin(3 * angle) + noise * random)
    }
  }

  @Test func aSineHasNeitherDistortionNorNoise() throws {
    let spectrum = try #require(Spectrum(samples(), cycles: cycles, rate: rate))
    #expect(abs(spectrum.level) < 0.01)
    #expect(abs(spectrum.frequency - 996.8) < 0.1)
    // Single precision rounds with errors up to 2^-25, with an effective value of 2^-25 / sqrt(3): -155 dB.
    #expect(spectrum.noise < -140)
    #expect(spectrum.distortion < -140)
  }

  @Test func harmonicsAreMeasuredAndSummed() throws {
    let spectrum = try #require(Spectrum(samples(second: 0.01, third: 0.001), cycles: cycles, rate: rate))
    #expect(abs(spectrum.harmonics[0] + 40) < 0.06)
    #expect(abs(spectrum.harmonics[1] + 60) < 0.06)
    #expect(spectrum.harmonics.count == 8 && spectrum.harmonics[2] < -140)
    // The root of the sum of the squares: 20 lg sqrt(1e-4 + 1e-6) = -39.96.
    #expect(abs(spectrum.distortion + 39.96) < 0.06)
    #expect(spectrum.noise < -140)
  }

  @Test func noiseIsNotDistortion() throws {
    let spectrum = try #require(Spectrum(samples(noise: 0.001), cycles: cycles, rate: rate))
    // Relative to a full-scale sine, uniform noise has 20 lg(0.001 sqrt(2 / 3)); the spectrum ends at 20 kHz of 24 kHz.
    #expect(abs(Double(spectrum.noise) - (20 * log10(0.001 * sqrt(2 / 3)) + 10 * log10(20 / 24.0))) < 0.2)
    #expect(spectrum.distortion < -90)
  }

  @Test func silenceHasNoSpectrum() {
    #expect(Spectrum([Float](repeating: 0, count: 1 << 16), cycles: cycles, rate: rate) == nil)
  }
}

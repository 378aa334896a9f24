import Support
import Testing

@testable import DSP

@Suite struct BellBankTests {
  private static func values(_ c: SVFCoefficients) -> [Double] {
    [c.frequency, c.damping, c.leak, c.inputGain, c.bandGain, c.lowGain]
  }

  /// Bells side by side are those of `BellDesign` to the bit, while frequencies, gains and Qs of some of them move.
  @Test(arguments: [44_100.0, 192_000]) func equalsTheDesign(rate: Double) {
    let design = BellDesign(rate: rate)
    var (bank, generator) = (BellBank(), SplitMix64(seed: 7))
    var settings = [(frequency: Double, q: Double, gain: Double)](repeating: (0, 0, 0), count: 8)
    for round in 0..<60 {
      for band in 0..<8 where round == 0 || Int.random(in: 0...2, using: &generator) == 0 {
        if round == 0 || Bool.random(using: &generator) {
          settings[band].frequency = .random(in: 20...20_000, using: &generator)
          settings[band].q = .random(in: 0.1...25, using: &generator)
        }
        settings[band].gain = round % 7 == 0 ? 0 : .random(in: -48...48, using: &generator)
        let (frequency, q, gain) = settings[band]
        if !bank.has(band, frequency: frequency, q: q) {
          bank.set(band, frequency: frequency, q: q, design.shape(frequency: frequency, q: q))
        }
        bank.setGain(band, gain)
      }
      bank.design()
      for band in 0..<8 {
        let (frequency, q, gain) = settings[band]
        let expected = design.coefficients(frequency: frequency, q: q, decibels: gain)
        #expect(Self.values(bank[band]) == Self.values(expected))
      }
    }
  }
}

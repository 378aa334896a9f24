import Foundation
import LV2DSP
import Testing

@Suite struct OscillatorTests {
  private static let rate = 48_000.0
  /// A whole number of periods of each frequency below, so that each harmonic is in one bin.
  private static let frames = 48_000

  private func samples(_ wave: Oscillator.Wave, _ hertz: Float, _ count: Int) -> [Double] {
    var oscillator = Oscillator(wave, rate: Self.rate)
    return (0..<count).map { _ in Double(oscillator.next(hertz)) }
  }

  /// The amplitude of a sine in the samples.
  private func amplitude(_ samples: [Double], at hertz: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (frame, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * hertz * Double(frame) / Self.rate
      real += sample * Foundation.cos(angle)
      imaginary += sample * Foundation.sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
  }

  /// Each harmonic has its amplitude, and all power is in the harmonics: there is none of aliases.
  @Test(
    arguments: [(Oscillator.Wave.saw, 3001), (.square, 3001), (.saw, 997), (.sine, 3001)] as [(Oscillator.Wave, Int)])
  func aWaveConsistsOfItsHarmonics(wave: Oscillator.Wave, hertz: Int) {
    let samples = samples(wave, Float(hertz), Self.frames)
    var power = 0.0
    for number in 1...Int(24_000 / hertz) {
      let amplitude = amplitude(samples, at: Double(number * hertz))
      power += amplitude * amplitude / 2
      let expected: Double
      switch wave {
      case .sine: expected = number == 1 ? 1 : 0
      case .square: expected = number % 2 == 1 ? 4 / (.pi * Double(number)) : 0
      case .saw: expected = 2 / (.pi * Double(number))
      }
      // From 0.4535 of the rate on, the harmonics become weaker.
      let isWeaker = Double(number * hertz) > 0.4535 * Self.rate
      #expect(isWeaker ? amplitude <= expected + 1e-6 : abs(amplitude - expected) < 1e-6, "harmonic \(number)")
    }
    let total = samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)
    // -120 dB of the whole.
    #expect(abs(total - power) < 1e-12 * total + 1e-7 * total)
  }

  /// The values do not depend on where a block begins, because the oscillator knows no blocks; a reset begins anew.
  @Test func aResetBeginsAnew() {
    var oscillator = Oscillator(.saw, rate: Self.rate)
    let first = (0..<100).map { _ in oscillator.next(440) }
    oscillator.reset()
    #expect((0..<100).map { _ in oscillator.next(440) } == first)
    oscillator.reset(turns: 0.25)
    oscillator.wave = .sine
    #expect(abs(oscillator.next(440) - 1) < 1e-7)
  }

  @Test func frequenciesAreLimited() {
    for hertz in [0, -1, 1e9, Float.nan, .infinity] {
      for wave in [Oscillator.Wave.sine, .square, .saw] {
        #expect(samples(wave, hertz, 64).allSatisfy { abs($0) < 1.3 })
      }
    }
  }

  /// One period of each shape at the quarters, from their definitions.
  @Test(
    arguments: [
      (.sine, [0, 1, 0, -1]), (.triangle, [0, 1, 0, -1]), (.rising, [-1, -0.5, 0, 0.5]),
      (.falling, [1, 0.5, 0, -0.5]), (.square, [1, 1, -1, -1]),
    ] as [(LowFrequencyOscillator.Shape, [Float])])
  func aSlowWaveHasItsShape(shape: LowFrequencyOscillator.Shape, quarters: [Float]) {
    var oscillator = LowFrequencyOscillator(shape, rate: 4)
    for value in quarters + quarters { #expect(abs(oscillator.next(1) - value) < 1e-7) }
    oscillator.setPhase(17.25)
    #expect(abs(oscillator.next(1) - quarters[1]) < 1e-7)
  }

  @Test func aRandomWaveHoldsAValueForAPeriod() {
    var oscillator = LowFrequencyOscillator(.random, rate: 100)
    let values = (0..<1000).map { _ in oscillator.next(1) }
    // The period of 100 frames, less the rounding of its step, which is below a frame.
    let changes = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
    #expect((9...10).contains(changes.count))
    #expect(zip(changes, changes.dropFirst()).allSatisfy { (99...101).contains($1 - $0) })
    oscillator.reset()
    #expect((0..<1000).map { _ in oscillator.next(1) } == values)
  }

  @Test func noiseHasItsPowerAndRepeats() {
    var noise = NoiseSource(rate: Self.rate)
    let white = (0..<100_000).map { _ in noise.white() }
    let power = white.reduce(0) { $0 + $1 * $1 } / 1e5
    // The mean square of an even distribution is 1/3, its standard deviation for n samples 0.298/√n.
    let deviation = 0.298 / 1e5.squareRoot()
    #expect(abs(power - 1.0 / 3) < 5 * deviation)
    #expect(white.allSatisfy { abs($0) <= 1 })
    noise.reset()
    #expect((0..<1000).map { _ in noise.white() } == Array(white.prefix(1000)))
    var other = WhiteNoise(seed: 2)
    #expect(other.next() != white[0])
  }
}

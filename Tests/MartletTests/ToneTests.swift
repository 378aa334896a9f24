import Foundation
import Testing

/// The signals of the tone generator, in the built bundle.
@Suite struct ToneTests {
  private static func tone(_ settings: [String: Float], rate: Double = 48_000) -> HostedPlugin {
    HostedPlugin("tone", rate: rate, settings, features: HostURIDs.features)
  }

  /// Runs the generator, and returns its output.
  private static func play(
    _ plugin: HostedPlugin, _ frames: Int, _ events: PlayedEvents = PlayedEvents(), block: Int = 512
  )
    -> [Float]
  {
    plugin.generate(frames, events, block: block)
  }

  /// The parts of a signal at the multiples of a frequency with a whole number of periods in it: their squared magnitudes.
  private static func powers(_ signal: ArraySlice<Float>, periods: Int, _ count: Int) -> [Double] {
    let samples = signal.map { Double($0) }
    let turn = 2 * Double.pi / Double(samples.count)
    let (cosines, sines) = (
      samples.indices.map { cos(turn * Double($0)) }, samples.indices.map { sin(turn * Double($0)) }
    )
    return (1...count).map { number in
      var (real, imaginary, place) = (0.0, 0.0, 0)
      for sample in samples {
        real += sample * cosines[place]
        imaginary += sample * sines[place]
        place = (place + number * periods) % samples.count
      }
      return (real * real + imaginary * imaginary) * 4 / Double(samples.count * samples.count)
    }
  }

  /// The power of what remains of a signal after its best approximation by a sine with this number of periods.
  private static func residue(_ signal: ArraySlice<Float>, periods: Int) -> Double {
    let step = 2 * Double.pi * Double(periods) / Double(signal.count)
    var (real, imaginary) = (0.0, 0.0)
    let angles = signal.indices.map { step * Double($0 - signal.startIndex) }
    for (sample, angle) in zip(signal, angles) {
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    let scale = 2 / Double(signal.count)
    return zip(signal, angles).reduce(0.0) { sum, pair in
      let rest = Double(pair.0) - scale * (real * cos(pair.1) + imaginary * sin(pair.1))
      return sum + rest * rest
    } / Double(signal.count)
  }

  /// THD+N below -140 dB is required. The rounding to Float is measured: -150 dB, and the error of the sine is 2e-13.
  @Test(arguments: [44_100.0, 48_000, 96_000, 192_000], [30, 1000, 9000] as [Float])
  func theSineIsPure(rate: Double, frequency: Float) {
    let plugin = Self.tone(["frequency": frequency, "level": 0], rate: rate)
    // A second has a whole number of periods.
    let second = Self.play(plugin, Int(rate) + 4800).suffix(Int(rate))
    #expect(10 * log10(Self.residue(second, periods: Int(frequency)) / 0.5) < -145)
    #expect(abs(Signals.level(second) + 3.0103) < 1e-5)
  }

  /// The frequency is exact to 1e-9: the phase after 100 s deviates by less than 1e-9 of the turns.
  @Test(arguments: [(0, 1000, 1000), (0, 0.1, 1), (1, 69, 442)] as [(Float, Float, Double)])
  func theFrequencyIsExact(pitch: Float, value: Float, frequency: Double) {
    let plugin = Self.tone(
      pitch == 0 ? ["frequency": value, "level": 0] : ["pitch": 1, "note": value, "a4": 442, "level": 0])
    func phase(_ signal: ArraySlice<Float>) -> Double {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in signal.enumerated() {
        let angle = 2 * Double.pi * (frequency * Double(index) / 48_000).truncatingRemainder(dividingBy: 1)
        real += Double(sample) * cos(angle)
        imaginary += Double(sample) * sin(angle)
      }
      return atan2(real, imaginary) / (2 * .pi)
    }
    let first = phase(Self.play(plugin, 96_000).suffix(48_000))
    _ = Self.play(plugin, 99 * 48_000, block: 8192)
    let last = phase(Self.play(plugin, 48_000)[...])
    #expect(abs(remainder(last - first, 1)) < 1e-9 * 100 * frequency)
  }

  /// Aliases below -100 dB are required, and between the harmonics there is nothing but the rounding to Float. The harmonics up to
  /// 20 kHz have their exact levels.
  @Test(arguments: [44_100, 48_000, 192_000], [(1, 137), (2, 137), (1, 1103), (2, 1103), (1, 9001), (2, 9001)])
  func wavesHaveNoAliases(rate: Int, wave: (Int, frequency: Int)) {
    let (wave, frequency) = wave
    let plugin = Self.tone(["wave": Float(wave), "frequency": Float(frequency), "level": -6], rate: Double(rate))
    let second = Self.play(plugin, rate + 4800).suffix(rate)
    let count = (rate / 2 - 1) / frequency
    let powers = Self.powers(second, periods: frequency, count)
    let whole = second.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(rate)
    // The sum of all aliases.
    #expect(10 * log10(abs(whole - 0.5 * powers.reduce(0, +)) / powers[0]) < -120)
    for number in 1...max(1, 20_000 / frequency) where wave == 2 || number % 2 == 1 {
      #expect(abs(10 * log10(powers[number - 1] / powers[0]) + 20 * log10(Double(number))) < 0.001)
    }
    // Even harmonics of a square.
    if wave == 1 && count > 1 { #expect(10 * log10(powers[1] / powers[0]) < -120) }
  }

  /// The effective value of every signal at -20 dBFS RMS: that of noise within its random deviation. The harmonics of 1 kHz from
  /// 22 kHz on have 0.08 dB of the power of a square, and 0.12 dB of that of a saw.
  @Test(arguments: [(0, 1e-4), (1, 0.1), (2, 0.14), (3, 0.05), (4, 0.3)] as [(Float, Double)])
  func levels(wave: Float, tolerance: Double) {
    let plugin = Self.tone(["wave": wave, "reference": 1])
    #expect(abs(Signals.level(Self.play(plugin, 480_000).suffix(432_000)) + 20) < tolerance)
  }

  /// Pink noise has the same power in each octave.
  @Test(arguments: [44_100.0, 192_000]) func pinkNoise(rate: Double) {
    let plugin = Self.tone(["wave": 4, "reference": 1], rate: rate)
    let signal = Self.play(plugin, 1 << 17, block: 4096)
    // The mean of 200 independent bins has a deviation of 7 %: 0.3 dB.
    func level(_ center: Double) -> Double {
      var sum = 0.0
      for index in -100..<100 {
        let frequency = center * (1 + 0.004 * Double(index))
        let size = Signals.magnitude(signal, frequency: frequency, rate: rate)
        sum += size * size * frequency
      }
      return 10 * log10(sum)
    }
    let levels = [400.0, 1600, 6400, 14_000].map(level)
    for level in levels { #expect(abs(level - levels[1]) < 1.2) }
  }

  /// The sweep has the frequency of its time, and restarts.
  @Test func sweep() {
    let plugin = Self.tone(["wave": 5, "sweep": 4, "level": 0])
    func frequency(_ signal: ArraySlice<Float>) -> Double {
      var rises: [Double] = []
      for index in signal.indices.dropLast() where signal[index] < 0 && signal[index + 1] >= 0 {
        rises.append(Double(index) + Double(signal[index] / (signal[index] - signal[index + 1])))
      }
      return 48_000 * Double(rises.count - 1) / (rises[rises.count - 1] - rises[0])
    }
    let signal = Self.play(plugin, 5 * 48_000)
    // In the middle of the time it is 632 Hz.
    #expect(abs(frequency(signal[95_000..<97_000]) / 632.46 - 1) < 0.01)
    #expect(Signals.peak(signal.suffix(48_000)) == 0)
    plugin["restart"] = 1
    _ = Self.play(plugin, 96_000)
    #expect(abs(frequency(Self.play(plugin, 2000)[...]) / 641.6 - 1) < 0.04)
  }

  /// A fade that is longer than the sweep does not prevent it.
  @Test(arguments: [600, 1000] as [Float]) func aLongFadeLeavesTheSweep(fade: Float) {
    let plugin = Self.tone(["wave": 5, "sweep": 1, "level": 0, "fade": fade])
    let signal = Self.play(plugin, 96_000)
    #expect(Signals.peak(signal[23_000..<25_000]) > 0.9 && Signals.peak(signal[40_000..<41_000]) > 0.1)
    #expect(Signals.peak(signal.suffix(40_000)) == 0)
  }

  /// While the frequency moves, each period has one impulse: two impulses are never nearer or further than those of the bounds.
  @Test func impulsesOfAMovingFrequency() {
    let plugin = Self.tone(["wave": 6, "frequency": 2000, "level": 0, "fade": 1])
    _ = Self.play(plugin, 4800)
    var signal: [Float] = []
    for round in 0..<200 {
      plugin["frequency"] = round % 2 == 0 ? 200 : 2000
      signal += Self.play(plugin, 2400)
    }
    let places = signal.indices.filter { signal[$0] > 0.5 }
    let distances = zip(places, places.dropFirst()).map { $1 - $0 }
    // The periods have 24 and 240 frames.
    #expect(distances.count > 5000 && distances.allSatisfy { (23...241).contains($0) }, "\(Set(distances))")
  }

  /// Impulses have their distance: 480 frames at 100 Hz.
  @Test func impulses() {
    let plugin = Self.tone(["wave": 6, "frequency": 100, "level": -6, "fade": 1])
    let signal = Self.play(plugin, 48_000)
    let places = signal.indices.filter { signal[$0] != 0 }
    #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 == 480 } && places.count >= 99)
    #expect(abs(signal[places[50]] - Float(pow(10, -6.0 / 20))) < 1e-6)
  }

  /// A note of MIDI sounds from its frame to its end, with fades.
  @Test func notes() throws {
    let plugin = Self.tone(["pitch": 2, "level": 0])
    #expect(Signals.peak(Self.play(plugin, 4800)) == 0)
    let start = Self.play(plugin, 4800, PlayedEvents((frame: 1000, bytes: [0x90, 69, 100])), block: 4800)
    let onset = try #require(start.firstIndex { $0 != 0 })
    // The fade starts with the fourth power of the time: the first frames are zero or nearly so.
    #expect((1000...1003).contains(onset))
    let second = Self.play(plugin, 48_000)
    #expect(10 * log10(Self.residue(second[...], periods: 440) / 0.5) < -140)
    let end = Self.play(plugin, 4800, PlayedEvents((frame: 100, bytes: [0x80, 69, 0])), block: 4800)
    #expect(Signals.peak(end.prefix(110)) > 0.9 && Signals.peak(end.suffix(4200)) == 0)
  }

  /// Starts, ends, other frequencies, levels and waves do not click. The limits are relative to the tone of 997 Hz.
  @Test(
    arguments: [
      ("on", 1, 0, -60), ("level", -6, -20, -80), ("frequency", 997, 1050, -75), ("fade", 10, 100, -120),
      ("a4", 440, 450, -120), ("reference", 0, 1, -80),
    ] as [(String, Float, Float, Double)])
  func changesDoNotClick(control: String, from: Float, to: Float, limit: Double) {
    let plugin = Self.tone(["frequency": 997, "level": -6].merging([control: from]) { $1 })
    let before = Self.play(plugin, 48_000).suffix(24_000)
    plugin[control] = to
    #expect(Signals.spurious(before + Self.play(plugin, 24_000), around: 997, rate: 48_000) < limit)
  }

  /// One block and many have the same output, with notes and changes.
  @Test(arguments: [1, 7, 64], [0, 1, 2, 3, 4, 5, 6] as [Float]) func blocksHaveNoInfluence(block: Int, wave: Float) {
    func play(_ block: Int) -> [Float] {
      let plugin = Self.tone(["wave": wave, "level": 0])
      var output: [Float] = []
      for (index, frequency) in ([300, 500, 2000, 40] as [Float]).enumerated() {
        plugin["frequency"] = frequency
        plugin["on"] = index == 2 ? 0 : 1
        output += Self.play(plugin, 3000, block: block)
      }
      return output
    }
    let whole = play(3000)
    #expect(Signals.peak(whole) > 0.5)
    #expect(Signals.difference(whole, play(block)) < EffectTests.blockTolerance)
  }
}

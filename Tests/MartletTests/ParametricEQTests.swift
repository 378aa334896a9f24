import Foundation
import Support
import Testing

/// Properties of the parametric EQ.
@Suite struct ParametricEQTests {
  /// The default settings have no effect, bit for bit.
  @Test(arguments: ["parametric-eq-mono", "parametric-eq-stereo"]) func flatBandsAreTransparent(name: String) {
    let plugin = HostedPlugin(name, ["type_3": 2, "q_5": 9, "frequency_7": 300])
    let input = Array(EffectTests.noise(3000, 81).prefix(plugin.channels))
    let output = plugin.process(input)
    #expect(output.map { $0.map(\.bitPattern) } == input.map { $0.map(\.bitPattern) })
    plugin["gain_1"] = 6
    #expect(plugin.process(input) != input)
  }

  /// Eight sections side by side have the output of the bands one after the other, which short blocks use.
  @Test(arguments: [1, 2, 3, 4, 5, 8]) func sectionsSideBySide(count: Int) {
    let outputs = [7, 1000].map { block in
      let plugin = HostedPlugin("parametric-eq-stereo")
      for band in 1...count { plugin["gain_\(band)"] = band % 2 == 0 ? 12 : -15 }
      return plugin.process(EffectTests.noise(4000, 83), block: { block })
    }
    for channel in 0...1 {
      #expect(Signals.difference(outputs[0][channel], outputs[1][channel]) < EffectTests.blockTolerance)
    }
    #expect(Signals.peak(outputs[0][0]) > 0.1)
  }

  /// A band for the side signal leaves equal channels unchanged, and one for the left channel leaves the right one.
  @Test func channels() {
    let plugin = HostedPlugin("parametric-eq-stereo", ["gain_4": 12, "channel_4": 4])
    let mono = [Signals.noise(2000, seed: 85)]
    let side = plugin.process(mono)
    #expect(Signals.difference(side[0], mono[0]) < 1e-7 && Signals.difference(side[1], mono[0]) < 1e-7)
    plugin["channel_4"] = 1
    plugin.activate()
    let noise = EffectTests.noise(2000, 87)
    let left = plugin.process(noise)
    #expect(left[1] == noise[1] && Signals.difference(left[0], noise[0]) > 0.01)
  }

  /// Bands for mid, side and both channels have the responses of mono equalizers for mid and side.
  @Test func midAndSideBands() {
    let noise = EffectTests.noise(4000, 89)
    let mid = zip(noise[0], noise[1]).map { 0.5 * ($0 + $1) }
    let side = zip(noise[0], noise[1]).map { 0.5 * ($0 - $1) }
    let forMid: [String: Float] = ["gain_1": 9, "gain_4": -12, "type_6": 4, "frequency_6": 300]
    let forSide: [String: Float] = ["gain_2": -9, "gain_5": 12]
    let forBoth: [String: Float] = ["gain_3": 6, "gain_7": -6]
    let channels: [String: Float] = ["channel_1": 3, "channel_2": 4, "channel_4": 3, "channel_5": 4, "channel_6": 3]
    let all = [forMid, forSide, forBoth, channels].reduce(into: [:]) { $0.merge($1) { $1 } }
    let output = HostedPlugin("parametric-eq-stereo", all).process(noise)
    let expectedMid = HostedPlugin("parametric-eq-mono", forMid.merging(forBoth) { $1 }).process([mid])[0]
    let expectedSide = HostedPlugin("parametric-eq-mono", forSide.merging(forBoth) { $1 }).process([side])[0]
    #expect(Signals.difference(output[0], zip(expectedMid, expectedSide).map { $0 + $1 }) < 3e-7)
    #expect(Signals.difference(output[1], zip(expectedMid, expectedSide).map { $0 - $1 }) < 3e-7)
    #expect(Signals.peak(output[0]) > 0.1)
  }

  /// Bands that move between groups of left and right, groups of mid and side, and none, at changes that follow each other quickly.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func groupsDoNotDependOnTheBlockLength(seed: UInt64) {
    let outputs = [8192, 64, 37].map { block -> [Float] in
      var generator = SplitMix64(seed: seed)
      let plugin = HostedPlugin("parametric-eq-stereo", ["gain_2": 6, "gain_3": -9, "channel_3": 3, "gain_8": 3])
      return (0..<40).flatMap { part -> [Float] in
        let band = Int.random(in: 1...8, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: plugin["channel_\(band)"] = Float(Int.random(in: 0...4, using: &generator))
        case 1: plugin["gain_\(band)"] = Float(Int.random(in: -1...1, using: &generator)) * 8
        case 2: plugin["range_\(band)"] = Float(Int.random(in: -1...1, using: &generator)) * 8
        default: plugin["type_\(band)"] = Float(Int.random(in: 0...8, using: &generator))
        }
        let frames = [100, 192, 700, 3000, 9000].randomElement(using: &generator)!
        return plugin.process(EffectTests.noise(frames, UInt64(part)), block: { block }).flatMap { $0 }
      }
    }
    let tolerance = EffectTests.blockTolerance * max(1, Signals.peak(outputs[0]))
    #expect(Signals.difference(outputs[0], outputs[1]) < tolerance)
    #expect(Signals.difference(outputs[0], outputs[2]) < tolerance)
    #expect(Signals.peak(outputs[0]) > 0.1)
  }

  /// Bands that switch: the control, its old and its new value.
  static let switches: [(control: String, from: Float, to: Float)] = [
    ("on_5", 1, 0), ("on_5", 0, 1), ("type_5", 0, 2), ("type_5", 0, 4), ("type_5", 3, 1), ("type_5", 5, 8),
    ("channel_5", 0, 3), ("channel_5", 1, 4), ("listen", 0, 5), ("listen", 5, 0), ("auto", 0, 1),
  ]

  /// Clicks are below -65 dB relative to a tone.
  @Test(arguments: switches) func switchingDoesNotClick(change: (control: String, from: Float, to: Float)) {
    let tone = Signals.sine(96_000, frequency: 997, rate: 48_000)
    let plugin = HostedPlugin(
      "parametric-eq-stereo", ["frequency_5": 1200, "gain_5": 9, "q_5": 1, change.control: change.from])
    let right = [Float](repeating: 0, count: 96_000)
    let before = plugin.process([Array(tone[..<72_000]), Array(right[..<72_000])])[0].suffix(24_000)
    plugin[change.control] = change.to
    let after = plugin.process([Array(tone[72_000...]), Array(right[72_000...])])[0]
    #expect(Signals.spurious(before + after, around: 997, rate: 48_000) < -65)
  }

  /// The automatic gain keeps the loudness of noise with equal power in each octave within 2 dB.
  @Test func theAutomaticGainCompensates() {
    let plugin = HostedPlugin("parametric-eq-mono", ["type_5": 8, "gain_5": 0, "gain_1": 12, "gain_6": 12, "auto": 1])
    // A sum of tones at equal distances on the logarithmic axis, of equal levels.
    var input = [Float](repeating: 0, count: 96_000)
    for index in 0..<60 {
      let tone = Signals.sine(96_000, frequency: 200 * pow(60, Double(index) / 59), rate: 48_000)
      for frame in input.indices { input[frame] += 0.05 * tone[frame] }
    }
    let on = Signals.level(plugin.process([input])[0].suffix(48_000))
    plugin["auto"] = 0
    plugin.activate()
    let off = Signals.level(plugin.process([input])[0].suffix(48_000))
    #expect(abs(on - Signals.level(input.suffix(48_000))) < 2)
    #expect(off > on + 1)
  }
}

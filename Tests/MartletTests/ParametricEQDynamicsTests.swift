import Foundation
import Testing

/// The dynamic bands of the parametric EQ.
@Suite struct ParametricEQDynamicsTests {
  /// A band, and the frequency of a tone in the middle of what it follows.
  struct Band: CustomTestStringConvertible {
    var type: Float = 0
    var frequency: Float = 1000
    var tone = 1000.0
    /// The part of the gain that the tone has, in decibels of decibels: a tone in a shelf has nearly all of it.
    var tolerance = 0.15

    var testDescription: String { "type \(type) at \(frequency) Hz" }
    var settings: [String: Float] { ["gain_5": 0, "type_5": type, "frequency_5": frequency, "q_5": 1] }
  }

  static let bands = [Band(), Band(frequency: 60, tone: 60), Band(frequency: 8000, tone: 8000)]

  /// The threshold, the range and the ratio of a band, and the level of a tone in dBFS, with the change of the gain.
  static let curve: [(threshold: Float, range: Float, ratio: Float, level: Double, change: Double)] = [
    (-30, -12, 3, -40, 0), (-30, -12, 3, -30, 0), (-30, -12, 3, -24, -4), (-30, -12, 3, -10, -12),
    (-30, 12, 1.5, -40, 0), (-30, 12, 1.5, -24, 3), (-30, 12, 1.5, -3, 12), (-40, -24, 20, -30, -9.5),
    (-40, 6, 20, -30, 6), (-40, -12, 1, -10, 0),
  ]

  /// The levels of a tone before and after it is filtered, over the second half of a second.
  private static func gain(_ plugin: HostedPlugin, _ tone: [Float]) -> Double {
    Signals.level(plugin.process([tone])[0].suffix(tone.count / 2)) - Signals.level(tone.suffix(tone.count / 2))
  }

  /// A steady tone has the gain of the static curve. The bell is within 0.11 dB of the prototype at 48 kHz.
  @Test(arguments: bands, curve) func followsTheStaticCurve(
    band: Band, point: (threshold: Float, range: Float, ratio: Float, level: Double, change: Double)
  ) {
    let plugin = HostedPlugin("parametric-eq-mono", band.settings)
    for (name, value) in [("threshold", point.threshold), ("range", point.range), ("ratio", point.ratio)] {
      plugin["\(name)_5"] = value
    }
    plugin["attack_5"] = 5
    plugin["release_5"] = 50
    plugin.activate()
    let tone = Signals.sine(48_000, frequency: band.tone, rate: 48_000, level: pow(10, point.level / 20))
    #expect(abs(Self.gain(plugin, tone) - point.change) < band.tolerance)
    #expect(abs(Double(plugin["change_5"]) - point.change) < 0.01)
    if point.level < Double(point.threshold) { #expect(plugin["change_5"] == 0) }
  }

  /// The shelves follow what is below and above their frequencies.
  @Test(arguments: [(type: Float(1), inside: 80.0, outside: 8000.0), (2, 11_000, 150)])
  func shelvesFollowTheirSide(shelf: (type: Float, inside: Double, outside: Double)) {
    let settings: [String: Float] = [
      "type_5": shelf.type, "frequency_5": shelf.type == 1 ? 300 : 6000, "q_5": 0.7071, "threshold_5": -30,
      "range_5": -12,
      "ratio_5": 4, "attack_5": 5,
    ]
    let plugin = HostedPlugin("parametric-eq-mono", settings)
    _ = Self.gain(plugin, Signals.sine(48_000, frequency: shelf.inside, rate: 48_000, level: pow(10, -18 / 20)))
    // Two bandpasses of the width of the shelf's side reduce the level of these tones by less than 1 dB.
    #expect(abs(plugin["change_5"] + 9) < 0.75)
    _ = Self.gain(plugin, Signals.sine(96_000, frequency: shelf.outside, rate: 48_000, level: pow(10, -18 / 20)))
    #expect(plugin["change_5"] > -0.01)
  }

  /// The level of the sine in windows of whole periods. The result has a value for each frame, the middle of the window.
  private static func envelope(_ samples: [Float], period: Int) -> [Double] {
    let angle = 2 * Double.pi / Double(period)
    var (real, imaginary) = (0.0, 0.0)
    var result = [Double](repeating: 0, count: samples.count)
    for frame in samples.indices {
      func add(_ frame: Int, _ sign: Double) {
        real += sign * Double(samples[frame]) * cos(angle * Double(frame % period))
        imaginary += sign * Double(samples[frame]) * sin(angle * Double(frame % period))
      }
      add(frame, 1)
      if frame >= period { add(frame - period, -1) }
      if frame >= period { result[frame - period / 2] = 10 * log10(real * real + imaginary * imaginary + 1e-30) }
    }
    return result
  }

  /// The times in milliseconds in which the gain covers 63 % of the way at the start and the end of a burst.
  private static func times(frequency: Int, attack: Float, release: Float) -> (attack: Double, release: Double) {
    let rate = 48_000
    let plugin = HostedPlugin(
      "parametric-eq-mono",
      [
        "frequency_5": Float(frequency), "q_5": 1, "threshold_5": -40, "range_5": -12, "ratio_5": 20,
        "attack_5": attack, "release_5": release,
      ])
    let (first, burst) = (rate / 4, Int(0.1 * Double(rate) + 0.006 * Double(attack) * Double(rate)))
    let last = Int(0.1 * Double(rate) + 0.006 * Double(release) * Double(rate))
    let quiet = pow(10, -41.0 / 20)
    var tone = Signals.sine(first + burst + last, frequency: Double(frequency), rate: Double(rate), level: 0.3)
    for frame in tone.indices where frame < first || frame >= first + burst { tone[frame] *= Float(quiet / 0.3) }
    let period = rate / frequency
    let (before, after) = (envelope(tone, period: period), envelope(plugin.process([tone])[0], period: period))
    let gain = zip(after, before).map { $0 - $1 }
    let fallen = gain.indices.first { $0 >= first + period && gain[$0] < -12 * (1 - exp(-1)) }!
    let risen = gain.indices.last { $0 < gain.count - period && gain[$0] < -12 * exp(-1) }!
    return (
      1000 * Double(fallen - first) / Double(rate), 1000 * Double(risen - first - burst) / Double(rate)
    )
  }

  /// The largest deviation is 5 %. The level of the band rises and decays in a time that depends on the level of the burst and is in
  /// proportion to the period, so that shorter times hold at higher frequencies only.
  @Test(
    arguments: [
      (1000, 10, 10), (1000, 50, 100), (1000, 200, 1000), (4000, 3, 5), (4000, 10, 50), (8000, 2, 5), (8000, 5, 20),
    ] as [(Int, Float, Float)])
  func attackAndRelease(burst: (frequency: Int, attack: Float, release: Float)) {
    let measured = Self.times(frequency: burst.frequency, attack: burst.attack, release: burst.release)
    #expect(abs(measured.attack / Double(burst.attack) - 1) < 0.05)
    #expect(abs(measured.release / Double(burst.release) - 1) < 0.05)
  }

  /// A gain that moves by 10 dB four times a second adds nothing audible at other frequencies.
  @Test func theGainMovesWithoutZipper() {
    let plugin = HostedPlugin(
      "parametric-eq-mono", ["threshold_5": -40, "range_5": -18, "ratio_5": 3, "attack_5": 20, "release_5": 60])
    var tone = Signals.sine(96_000, frequency: 1000, rate: 48_000, level: 1)
    for frame in tone.indices { tone[frame] *= Float(0.1 + 0.08 * sin(8 * .pi * Double(frame) / 48_000)) }
    let output = plugin.process([tone])[0]
    #expect(Signals.spurious(Array(output.suffix(48_000)), around: 1000, rate: 48_000) < -100)
    // The level of the output moves less than that of the input.
    #expect(Signals.level(output.suffix(48_000)) < Signals.level(tone.suffix(48_000)) - 6)
  }

  /// Bands for both channels move together, and a band for the side signal does not follow the mid signal.
  @Test func channels() {
    let settings: [String: Float] = ["threshold_5": -40, "range_5": -12, "ratio_5": 20]
    let tone = Signals.sine(24_000, frequency: 1000, rate: 48_000, level: 0.1)
    let quiet = tone.map { 0.001 * $0 }
    let linked = HostedPlugin("parametric-eq-stereo", settings).process([tone, quiet])
    #expect(abs(Signals.level(linked[1].suffix(9600)) - Signals.level(quiet.suffix(9600)) + 12) < 0.15)
    let side = HostedPlugin("parametric-eq-stereo", settings.merging(["channel_5": 4]) { $1 })
    #expect(side.process([tone, tone])[0] == tone)
    _ = side.process([tone, tone.map { -$0 }])
    #expect(side["change_5"] < -11.9)
  }

  // MARK: Gains that rest

  /// At the end of its range a band sounds as a static one with this gain, and below its threshold as one without dynamics: -120 dB,
  /// the rounding errors of the curve of the gains.
  @Test func aGainThatRestsSoundsAsAStaticOne() {
    let noise = EffectTests.noise(96_000, 17)
    for (threshold, gain) in [(-80, -3), (0, 3)] as [(Float, Float)] {
      let settings: [String: Float] = ["gain_1": 4, "gain_5": 3, "gain_6": -5, "channel_6": 3]
      let dynamics: [String: Float] = [
        "threshold_5": threshold, "range_5": -6, "ratio_5": 20, "attack_5": 5, "release_5": 50,
      ]
      let dynamic = HostedPlugin("parametric-eq-stereo", settings.merging(dynamics) { $1 })
      let fixed = HostedPlugin("parametric-eq-stereo", settings.merging(["gain_5": gain]) { $1 })
      let outputs = [dynamic, fixed].map { $0.process(noise, block: { 200 }) }
      for channel in 0..<2 {
        #expect(
          Signals.difference(Array(outputs[0][channel].suffix(24_000)), Array(outputs[1][channel].suffix(24_000)))
            < 1e-6)
      }
    }
  }

  /// Gains begin to rest and to move again at the ends of blocks, which changes nothing but rounding errors.
  @Test func beginningAndEndingToRestIsNotAudible() {
    var noise = EffectTests.noise(96_000, 19)
    for channel in noise.indices {
      for frame in noise[channel].indices where frame / 12_000 % 2 == 1 { noise[channel][frame] *= 0.001 }
    }
    let settings: [String: Float] = [
      "gain_2": 3, "threshold_2": -50, "range_2": -6, "attack_2": 2, "release_2": 10, "gain_7": -3, "threshold_7": -50,
      "range_7": 9, "ratio_7": 2, "attack_7": 2, "release_7": 10, "gain_8": 2, "gain_1": 2,
    ]
    let outputs = [64, 1, 700].map { length in
      let plugin = HostedPlugin("parametric-eq-stereo", settings)
      return plugin.process(noise, block: { length })
    }
    for other in outputs.dropFirst() {
      for channel in 0..<2 {
        #expect(Signals.difference(outputs[0][channel], other[channel]) < EffectTests.blockTolerance)
      }
    }
  }

  // MARK: The sidechain

  private static let ducking: [String: Float] = ["threshold_5": -40, "range_5": -12, "ratio_5": 20]

  /// With the input in its sidechain too, the plug-in has the output of that without one. The crossfade of a bypass fades the input only.
  @Test func theInputInTheSidechainHasTheSameOutput() {
    let plugins = ["parametric-eq-sidechain", "parametric-eq-stereo"].map {
      HostedPlugin($0, EffectTests.settings(of: $0)[0])
    }
    for settings in EffectTests.settings(of: "parametric-eq-stereo") {
      for plugin in plugins { for (symbol, value) in settings { plugin[symbol] = value } }
      let outputs = plugins.map { $0.process(EffectTests.noise(9000, 1), block: { 300 }) }
      #expect(outputs[0] == outputs[1])
      #expect(plugins[0]["change_6"] != 0)
    }
  }

  /// The level of the sidechain moves the gain of a quiet input, and that of the input moves nothing, also if the host does not connect the
  /// sidechain.
  @Test func theBandFollowsTheSidechainOnly() {
    let tone = Signals.sine(24_000, frequency: 1000, rate: 48_000, level: 0.1)
    let quiet = tone.map { 0.001 * $0 }
    let plugin = HostedPlugin("parametric-eq-sidechain", Self.ducking)
    let output = plugin.process([quiet], sidechain: [tone])
    for samples in output {
      #expect(abs(Signals.level(samples.suffix(9600)) - Signals.level(quiet.suffix(9600)) + 12) < 0.15)
    }
    #expect(abs(plugin["change_5"] + 12) < 0.1)
    for key in [[], [quiet]] {
      let plugin = HostedPlugin("parametric-eq-sidechain", Self.ducking)
      #expect(plugin.process([tone], sidechain: key) == [tone, tone])
      #expect(plugin["change_5"] == 0)
    }
  }

  /// A host may disconnect the sidechain while it is loud: the gain returns.
  @Test func theGainReturnsWithoutTheSidechain() {
    let tone = Signals.sine(24_000, frequency: 1000, rate: 48_000, level: 0.1)
    let plugin = HostedPlugin("parametric-eq-sidechain", Self.ducking)
    _ = plugin.process([tone])
    #expect(plugin["change_5"] < -11.9)
    for index in 0..<2 { plugin.connect(plugin.firstSidechain + index, nil) }
    let after = plugin.process([tone + tone + tone], sidechain: [])
    #expect(plugin["change_5"] == 0)
    #expect(abs(Signals.level(after[0].suffix(4800)) - Signals.level(tone.suffix(4800))) < 0.01)
  }

  /// A band follows that part of the sidechain which it changes of the input.
  @Test func theChannelsOfTheSidechain() {
    let tone = Signals.sine(24_000, frequency: 1000, rate: 48_000, level: 0.1)
    let silence = [Float](repeating: 0, count: tone.count)
    let cases: [(channel: Float, key: [[Float]], change: Float)] = [
      (0, [silence, tone], -12), (1, [silence, tone], 0), (2, [silence, tone], -12), (3, [tone, tone.map { -$0 }], 0),
      (4, [tone, tone.map { -$0 }], -12),
    ]
    for (channel, key, change) in cases {
      let plugin = HostedPlugin("parametric-eq-sidechain", Self.ducking.merging(["channel_5": channel]) { $1 })
      _ = plugin.process([tone], sidechain: key)
      #expect(abs(plugin["change_5"] - change) < 0.1, "channel \(channel)")
    }
  }

  /// A sidechain whose level moves by 19 dB four times a second moves the gain of a steady tone. Other frequencies are below the limit for
  /// a control that moves: -95 dB.
  @Test func theSidechainMovesTheGainWithoutZipper() {
    let tone = Signals.sine(96_000, frequency: 1000, rate: 48_000, level: 0.2)
    var key = tone
    for frame in key.indices { key[frame] *= Float(0.5 + 0.4 * sin(8 * .pi * Double(frame) / 48_000)) }
    let plugin = HostedPlugin(
      "parametric-eq-sidechain", ["threshold_5": -40, "range_5": -18, "ratio_5": 3, "attack_5": 20, "release_5": 60])
    let output = plugin.process([tone], sidechain: [key])[0].suffix(48_000)
    #expect(Signals.spurious(Array(output), around: 1000, rate: 48_000) < -95)
    let peaks = stride(from: output.startIndex, to: output.endIndex, by: 480).map {
      Signals.peak(output[$0..<$0 + 480])
    }
    #expect(peaks.max()! > 1.5 * peaks.min()!)
  }

  // MARK: Changes

  /// A dynamic band below its threshold with a gain of 0 dB changes no bit.
  @Test func aBandAtRestIsTransparent() {
    for type: Float in [0, 1, 2] {
      let plugin = HostedPlugin(
        "parametric-eq-stereo", ["type_5": type, "threshold_5": 0, "range_5": -12, "ratio_5": 3])
      let noise = EffectTests.noise(6000, 91)
      #expect(plugin.process(noise) == noise)
    }
  }

  /// Dynamics that begin, end and change during a tone do not click. The gain takes its attack time, 50 ms.
  @Test(
    arguments: [("range_5", 0, -12), ("range_5", 9, 0), ("threshold_5", -20, -50), ("type_5", 0, 2), ("on_5", 1, 0)]
      as [(String, Float, Float)])
  func changesDoNotClick(change: (control: String, from: Float, to: Float)) {
    let tone = Signals.sine(96_000, frequency: 997, rate: 48_000, level: 0.2)
    let plugin = HostedPlugin(
      "parametric-eq-mono",
      ["threshold_5": -40, "range_5": -12, "ratio_5": 4, "attack_5": 50].merging([change.control: change.from]) { $1 })
    let before = plugin.process([Array(tone[..<72_000])])[0].suffix(24_000)
    plugin[change.control] = change.to
    let after = plugin.process([Array(tone[72_000...])])[0]
    #expect(Signals.spurious(before + after, around: 997, rate: 48_000) < -65)
    #expect(Signals.areFinite(after))
  }
}

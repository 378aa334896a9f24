import Foundation
import Testing

/// Properties of Martlet's own effects.
@Suite struct MartletEffectTests {
  /// The block in which a lowpass removes a section has no effect on the output after the section returns.
  @Test(arguments: [256, 1024, 4096, 8192]) func aReturningSectionDoesNotDependOnTheBlockLength(block: Int) {
    let output = [block, 64].map { length in
      let plugin = HostedPlugin("lowpass-mono", ["cutoff": 60, "q": 1, "slope": 48])
      var output: [Float] = []
      // The lowpass removes the section after 7.4 blocks of 1024 frames, so within such a block.
      for (frames, slope, cutoff) in [(8192, 48, 60), (8192, 12, 60), (16_384, 48, 2000)] as [(Int, Float, Float)] {
        (plugin["slope"], plugin["cutoff"]) = (slope, cutoff)
        output += plugin.process([Signals.sine(frames, frequency: 60, rate: 48_000)], block: { length })[0]
      }
      return output
    }
    #expect(Signals.difference(output[0], output[1]) < EffectTests.blockTolerance)
    #expect(Signals.peak(output[0]) > 0.3)
  }

  /// Within 50 ms, enabled and bypassed. 200 Hz and 250 Hz are the inverse of the delays, in Float.
  @Test(arguments: [1, 0] as [Float]) func theFundamentalFollowsTheDelay(enabled: Float) {
    let plugin = HostedPlugin("comb-mono", ["enabled": enabled, "delay": 5])
    for (delay, fundamental) in [(5, 200), (4, 250)] as [(Float, Float)] {
      plugin["delay"] = delay
      let output = plugin.process(EffectTests.noise(2400, 1))
      #expect(abs(plugin["fundamental"] / fundamental - 1) < 1e-6)
      #expect(Signals.peak(output[0]) > 0.1)
    }
  }

  /// The control output is within its range. The frequency of the first peak may exceed the range by less than 0.1 %.
  @Test(arguments: [22_050.0, 44_100, 48_000, 96_000, 192_000, 768_000], [-99, -50, 50, 99] as [Float])
  func theFundamentalIsWithinItsRange(rate: Double, feedback: Float) {
    let plugin = HostedPlugin("comb-mono", rate: rate, ["feedback": feedback])
    let port = plugin.document.controls.first { $0.symbol.description == "fundamental" }!
    for delay in [0.05, 0.0503, 0.1, 999.9, 1000] as [Float] {
      plugin["delay"] = delay
      plugin.activate()
      plugin.run(frames: 0)
      #expect((port.minimum...port.maximum).contains(plugin["fundamental"]))
      // The shortest delay is two frames. The taps of a fractional delay of few frames change the frequency of the peak.
      let expected = 1000 / max(delay, 2000 / Float(rate)) * (feedback < 0 ? 0.5 : 1)
      #expect(abs(plugin["fundamental"] / expected - 1) < (delay < 0.2 ? 0.1 : 1e-3))
    }
  }

  /// Resonant settings for a tone that they pass.
  static let ringing: [(name: String, settings: [String: Float])] = [
    ("peaking-eq-mono", ["frequency": 3000, "gain": 40, "q": 25]),
    ("lowpass-mono", ["cutoff": 4000, "q": 25, "slope": 48]),
    ("lowpass-mono", ["cutoff": 1200, "q": 25, "slope": 12]),
    ("comb-mono", ["delay": 10, "feedback": 50]),
    ("comb-mono", ["delay": 10, "feedback": 90, "mix": 100]),
    ("comb-mono", ["delay": 2.27, "feedback": -99, "mix": 100, "damping": 8000]),
  ]

  /// lv2:enabled on, off, and on again during the fade-out: clicks are below -65 dB relative to a tone of 997 Hz.
  @Test(arguments: ringing) func switchingDoesNotClick(name: String, settings: [String: Float]) {
    let tone = [Signals.sine(48_000, frequency: 997, rate: 48_000)]
    let plugin = HostedPlugin(name, settings)
    plugin["enabled"] = 0
    var output: [Float] = []
    // The frame and the new value of each change.
    let moves: [(frame: Int, enabled: Float)] = [(0, 0), (4800, 1), (20_000, 0), (21_000, 1), (36_000, 0), (48_000, 0)]
    for (move, next) in zip(moves, moves.dropFirst()) {
      plugin["enabled"] = move.enabled
      output += plugin.process([Array(tone[0][move.frame..<next.frame])])[0]
    }
    #expect(Signals.spurious(output, around: 997, rate: 48_000) < -65)
    // The effect was audible.
    #expect(Signals.difference(output, tone[0]) > 0.05)
  }

  /// A positive control of `Signals.spurious`: a gap of 10 frames in the tone.
  @Test func aGapIsMeasuredAsAClick() {
    var tone = Signals.sine(48_000, frequency: 997, rate: 48_000)
    for index in 20_000..<20_010 { tone[index] = 0 }
    #expect(Signals.spurious(tone, around: 997, rate: 48_000) > -50)
  }

  /// Parameter changes that click without a ramp, and the limit of their spurious energy in decibels at 48 kHz.
  static let movements: [(name: String, settings: [String: Float], control: String, value: Float, decibels: Double)] = [
    ("peaking-eq-mono", ["frequency": 1000, "gain": 0, "q": 1], "gain", 12, -80),
    ("peaking-eq-mono", ["frequency": 500, "gain": 12, "q": 1], "frequency", 1500, -57),
    ("lowpass-mono", ["cutoff": 500], "cutoff", 3000, -62),
    ("lowpass-mono", ["cutoff": 2000, "slope": 12], "slope", 48, -62),
  ]

  /// The rates give ramps of few and of many frames.
  @Test(arguments: movements, [8000, 11_025, 22_050, 48_000, 96_000])
  func parameterChangesDoNotClick(
    movement: (name: String, settings: [String: Float], control: String, value: Float, decibels: Double), rate: Int
  ) {
    let tone = Signals.sine(2 * rate, frequency: 997, rate: Double(rate))
    let plugin = HostedPlugin(movement.name, rate: Double(rate), movement.settings)
    let before = plugin.process([Array(tone[..<(3 * rate / 2)])])[0].suffix(rate / 2)
    plugin[movement.control] = movement.value
    let after = plugin.process([Array(tone[(3 * rate / 2)...])])[0]
    #expect(Signals.spurious(before + after, around: 997, rate: rate) < movement.decibels)
    #expect(abs(Signals.level(before) - Signals.level(after.suffix(rate / 4))) > 0.1)
  }

  /// A change of the slope of a resonant lowpass: clicks are below -65 dB relative to a tone.
  @Test(arguments: [1200, 2000, 4000] as [Float], [(12, 48), (36, 48), (48, 12)] as [(Float, Float)])
  func slopeChangesDoNotClick(cutoff: Float, slopes: (Float, Float)) {
    let tone = [Signals.sine(48_000, frequency: 997, rate: 48_000)]
    let plugin = HostedPlugin("lowpass-mono", ["cutoff": cutoff, "q": 25, "slope": slopes.0])
    _ = plugin.process(tone)
    let before = plugin.process([Array(tone[0][..<24_000])])[0]
    plugin["slope"] = slopes.1
    let after = plugin.process([Array(tone[0][24_000...])])[0]
    #expect(Signals.spurious(before + after, around: 997, rate: 48_000) < -65)
    #expect(abs(Signals.level(before.suffix(4800)) - Signals.level(after.suffix(4800))) > 0.02)
  }

  /// A comb with a long decay reaches zero at every output level. From 1 to -500 dB a loop gain of 99 % needs
  /// ln(1e25)/-ln(0.99) = 5730 periods of 1 ms, each longer by up to 1/(2π·200 Hz) = 0.8 ms in the loop's lowpass.
  @Test(
    arguments: [90, 99, -99] as [Float],
    [["mix": 100], ["mix": 1, "gain": -60], ["mix": 1, "gain": -60, "damping": 200]])
  func aLongTailDecaysToZero(feedback: Float, output: [String: Float]) {
    let plugin = HostedPlugin("comb-mono", output.merging(["delay": 1, "feedback": feedback]) { $1 })
    let sound = plugin.process([Signals.noise(5000, seed: 73)])[0]
    let tail = plugin.process([[Float](repeating: 0, count: 520_000)])[0]
    #expect(Signals.peak(sound) > 1e-4 && Signals.peak(tail.prefix(480)) > 1e-9)
    #expect(tail.suffix(10_000).allSatisfy { $0 == 0 })
    #expect(!tail.contains { $0.isSubnormal })
  }

  @Test(arguments: ["peaking-eq-mono", "peaking-eq-stereo"])
  func theDefaultsOfThePeakingEQPassTheInput(name: String) {
    let noise = EffectTests.noise(1000, 81)
    let plugin = HostedPlugin(name)
    #expect(plugin.process(noise) == Array(noise.prefix(plugin.channels)))
  }

  /// 1 % of a step remains after 50 ms.
  @Test func aGainStepSettlesInFiftyMilliseconds() {
    let plugin = HostedPlugin("lowpass-mono", ["cutoff": 20_000, "gain": 0])
    let ones = [[Float](repeating: 1, count: 4800)]
    _ = plugin.process(ones)
    plugin["gain"] = -20
    let output = plugin.process(ones)[0]
    #expect(abs(output[2400] - 0.1) < 0.009)
    #expect(abs(output[240] - 1) < 0.05)
  }

  /// Frequencies that fall by several octaves, to the frequency of a tone. As README.md states, 1 % of the level change
  /// remains after 125 ms at most, which includes the decay of the filter; but more than 1 % after 50 ms.
  static let falls: [(name: String, frequency: String, settings: [String: Float], last: Float)] = [
    ("peaking-eq-mono", "frequency", ["gain": 12, "q": 1], 1000),
    ("peaking-eq-mono", "frequency", ["gain": 12, "q": 1], 200),
    ("peaking-eq-mono", "frequency", ["gain": 24, "q": 1], 100),
    ("peaking-eq-mono", "frequency", ["gain": 50, "q": 1], 1000),
    ("lowpass-mono", "cutoff", ["q": 1], 100), ("lowpass-mono", "cutoff", ["q": 4], 1000),
  ]

  @Test(arguments: falls)
  func theLevelSettlesAfterItsFrequency(
    fall: (name: String, frequency: String, settings: [String: Float], last: Float)
  ) {
    let turn = 2 * Double.pi * Double(fall.last) / 48_000
    let parts = [0, 0.5 * Double.pi].map { phase in
      let plugin = HostedPlugin(fall.name, fall.settings.merging([fall.frequency: 20_000]) { $1 })
      let tone = (0..<36_000).map { Float(0.01 * cos(turn * Double($0) - phase)) }
      let before = plugin.process([Array(tone[..<12_000])])[0]
      plugin[fall.frequency] = fall.last
      return before + plugin.process([Array(tone[12_000...])])[0]
    }
    let level = zip(parts[0], parts[1]).map { ($0 * $0 + $1 * $1).squareRoot() }
    let (first, last) = (level[11_999], level[35_999])
    let left = level[12_000...].map { abs($0 - last) / abs(last - first) }
    #expect(left[6000...].allSatisfy { $0 < 0.01 })
    #expect(left[2400...].contains { $0 > 0.01 })
  }

  /// A delay sweep does not change the output for a constant input: the gain of the loop at 0 Hz.
  @Test func aDelaySweepKeepsAConstant() {
    let plugin = HostedPlugin("comb-mono", ["delay": 5, "feedback": 50, "mix": 100])
    let ones = [[Float](repeating: 1, count: 24_000)]
    _ = plugin.process(ones)
    for delay in [80, 2, 0.05, 400] as [Float] {
      plugin["delay"] = delay
      let output = plugin.process(ones)[0]
      // The weights sum to one; the output is rounded to a Float.
      #expect(output.allSatisfy { abs($0 - 2) < 4e-6 })
    }
  }
}

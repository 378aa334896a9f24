import Foundation
import LV2Kit
import Martlet
import Support
import Testing

/// Properties of every plug-in in the table, whatever its effect.
@Suite struct EffectTests {
  static let settings: [String: [[String: Float]]] = [
    "peaking-eq": [["frequency": 100, "gain": -20, "q": 1], ["frequency": 8000, "gain": 20, "q": 5]],
    "lowpass": [["cutoff": 300, "q": 1, "slope": 48], ["cutoff": 6000, "q": 3, "slope": 12, "gain": 3]],
    "parametric-eq": [
      [
        "gain_1": 6, "type_2": 1, "gain_2": -9, "type_3": 4, "slope_3": 48, "frequency_3": 60, "gain_4": -12, "q_4": 5,
        "gain_6": 3, "range_6": -9, "threshold_6": -50, "attack_6": 3, "release_6": 40,
      ],
      [
        "gain_1": -3, "type_2": 5, "gain_2": 0, "type_3": 2, "slope_3": 12, "frequency_3": 250, "gain_3": 8,
        "type_4": 8, "gain_4": 6, "q_4": 1, "gain_6": -2, "range_6": 8, "threshold_6": -30, "attack_6": 20,
        "release_6": 200, "gain_7": 10, "gain": 3, "auto": 1,
      ],
    ],
    "comb": [
      ["delay": 3, "feedback": 90, "damping": 5000, "mix": 70],
      ["delay": 30, "feedback": -80, "feedforward": 50, "damping": 20_000, "mix": 90],
    ],
    "tuned-comb": [
      ["source": 0, "note": 50, "decay": 0.5, "damping": 5000, "mix": 70, "gain": 0, "interval": 2],
      ["source": 2, "note": 62, "decay": 3, "damping": 12_000, "mix": 90, "gain": -3, "interval": 0],
    ],
  ]

  /// Two very different settings of each plug-in. The second ones have all controls of the first ones.
  static func settings(of name: String) -> [[String: Float]] {
    if let own = settings[name.replacing(/-(mono|stereo|sidechain)$/, with: "")] { return own }
    return ([0.25, 0.75] as [Float]).map { position in
      let inputs = HostedPlugin.document(name).controls.filter { $0.kind == .input }
      return Dictionary(
        uniqueKeysWithValues: inputs.map { port in
          (port.symbol.description, port.sanitized(port.minimum + position * (port.maximum - port.minimum)))
        })
    }
  }

  /// Returns noise for two channels, which differ.
  static func noise(_ count: Int, _ seed: UInt64) -> [[Float]] {
    [Signals.noise(count, seed: seed), Signals.noise(count, seed: seed + 1)]
  }

  /// Returns the output for the first settings, a jump to the second, and a bypass, in blocks of random length or of
  /// 8192 frames.
  static func jump(
    _ name: String, seed: UInt64?, inPlace: Bool = false, build: BuiltBundle.Build = .best
  ) -> [[Float]] {
    var generator = SplitMix64(seed: seed ?? 0)
    let block = { seed == nil ? 8192 : Int.random(in: 0...300, using: &generator) }
    let plugin = HostedPlugin(name, build: build, settings(of: name)[0])
    let before = plugin.process(noise(6000, 1), inPlace: inPlace, block: block)
    // Changes that follow each other faster than the control interval.
    var between = (0..<plugin.channels).map { _ in [Float]() }
    for (index, frames, seed) in [(1, 70, 13), (0, 330, 15), (1, 9000, 3)] {
      for (symbol, value) in settings(of: name)[index] { plugin[symbol] = value }
      let part = plugin.process(noise(frames, UInt64(seed)), inPlace: inPlace, block: block)
      for channel in part.indices { between[channel] += part[channel] }
    }
    plugin["enabled"] = 0
    let off = plugin.process(noise(4000, 5), inPlace: inPlace, block: block)
    plugin["enabled"] = 1
    let after = plugin.process(noise(4000, 7), inPlace: inPlace, block: block)
    return (0..<plugin.channels).map { channel in [before, between, off, after].flatMap { $0[channel] } }
  }

  /// -140 dBFS. The block form and the single-frame form of a filter differ by rounding errors of 1e-16 a frame, so that
  /// a Float output may differ in its last bit, 2^-25 of a sample below 1.
  static let blockTolerance: Float = 1e-7

  @Test(arguments: HostedPlugin.names) func outputDoesNotDependOnTheBlockLength(name: String) {
    let whole = Self.jump(name, seed: nil)
    #expect(Signals.peak(whole[0]) > 0.1)
    for seed in 1...4 {
      let divided = Self.jump(name, seed: UInt64(seed))
      for channel in whole.indices {
        #expect(Signals.difference(whole[channel], divided[channel]) < Self.blockTolerance)
      }
    }
  }

  /// Returns about two seconds of automation: stretches of time with random settings, lv2:enabled among them.
  ///
  /// The lengths are near those that matter to the kit: the control interval of 4 ms, the fade of 45 ms, and the 0.16 s
  /// in which a lowpass removes a section.
  static func session(_ name: String, seed: UInt64) -> [(frames: Int, settings: [String: Float])] {
    var generator = SplitMix64(seed: seed)
    let choices = settings(of: name) + [["slope": 24], ["slope": 12], ["gain": 3]]
    return (0..<60).map { _ in
      var settings = choices.randomElement(using: &generator)!
      settings["enabled"] = Bool.random(using: &generator) ? 1 : Int.random(in: 0...1, using: &generator) == 0 ? 0 : 1
      return ([1, 10, 64, 100, 192, 500, 2160, 3000, 8000].randomElement(using: &generator)!, settings)
    }
  }

  /// Returns the output of a session, and the values of the control outputs after each stretch.
  static func play(
    _ name: String, _ session: [(frames: Int, settings: [String: Float])], block: () -> Int
  ) -> (output: [Float], controlOutputs: [Float]) {
    let plugin = HostedPlugin(name, settings(of: name)[0])
    let symbols = plugin.document.controls.filter { $0.kind == .output }.map(\.symbol.description)
    var (output, values): ([Float], [Float]) = ([], [])
    for (index, stretch) in session.enumerated() {
      for (symbol, value) in stretch.settings where plugin.has(symbol) { plugin[symbol] = value }
      output += plugin.process(noise(stretch.frames, UInt64(100 + index)), block: block).last!
      values += symbols.map { plugin[$0] }
    }
    return (output, values)
  }

  @Test(arguments: HostedPlugin.names, 1...6 as ClosedRange<UInt64>)
  func sessionsDoNotDependOnTheBlockLength(name: String, seed: UInt64) {
    let session = Self.session(name, seed: seed)
    let whole = Self.play(name, session) { 8192 }
    #expect(Signals.peak(whole.output) > 0.1)
    var generator = SplitMix64(seed: seed)
    let lengths = [0, 1, 2, 7, 63, 64, 100, 1000]
    for block in [{ 64 }, { 1 }, { lengths.randomElement(using: &generator)! }] {
      let other = Self.play(name, session, block: block)
      #expect(Signals.difference(whole.output, other.output) < Self.blockTolerance * max(1, Signals.peak(whole.output)))
      #expect(whole.controlOutputs == other.controlOutputs)
    }
  }

  /// The build for x86-64-v3 rounds fused products once, the other build twice. The states differ by 1e-16 a frame,
  /// over some thousand frames in the slowest decay here; a Float output may then differ in its last bit.
  @Test(arguments: HostedPlugin.names) func bothBuildsHaveTheSameOutput(name: String) {
    let (best, baseline) = (Self.jump(name, seed: nil), Self.jump(name, seed: nil, build: .baseline))
    for channel in best.indices {
      #expect(Signals.difference(best[channel], baseline[channel]) < Self.blockTolerance)
    }
    #expect(Signals.peak(best[0]) > 0.1)
  }

  @Test(arguments: HostedPlugin.names) func inPlaceProcessingHasTheSameOutput(name: String) {
    #expect(Self.jump(name, seed: 9) == Self.jump(name, seed: 9, inPlace: true))
  }

  @Test(arguments: HostedPlugin.names(.stereo)) func equalInputsHaveEqualOutputs(name: String) {
    let plugin = HostedPlugin(name, Self.settings(of: name)[0])
    let input = [Signals.noise(3000, seed: 4)]
    let before = plugin.process(input)
    for (symbol, value) in Self.settings(of: name)[1] { plugin[symbol] = value }
    let after = plugin.process(input)
    #expect(before[0] == before[1] && after[0] == after[1])
    #expect(Signals.peak(after[0]) > 0.01)
  }

  /// Each output may be the buffer of the other channel's input.
  @Test(arguments: HostedPlugin.names(.stereo)) func crossedBuffersHaveTheSameOutput(name: String) {
    let noise = Self.noise(500, 11)
    let expected = HostedPlugin(name, Self.settings(of: name)[0]).process(noise, block: { 500 })
    let plugin = HostedPlugin(name, Self.settings(of: name)[0])
    var (left, right) = (noise[0], noise[1])
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        plugin.connect(plugin.firstInput, left.baseAddress)
        plugin.connect(plugin.firstInput + 1, right.baseAddress)
        plugin.connect(plugin.firstInput + 2, right.baseAddress)
        plugin.connect(plugin.firstInput + 3, left.baseAddress)
        plugin.run(frames: 500)
      }
    }
    #expect(Signals.difference(right, expected[0]) < Self.blockTolerance)
    #expect(Signals.difference(left, expected[1]) < Self.blockTolerance)
  }

  @Test(arguments: HostedPlugin.names) func activateClearsTheState(name: String) {
    let fresh = HostedPlugin(name, Self.settings(of: name)[1])
    let expected = fresh.process(Self.noise(3000, 21))
    let used = HostedPlugin(name, Self.settings(of: name)[0])
    _ = used.process(Self.noise(5000, 23))
    for (symbol, value) in Self.settings(of: name)[1] { used[symbol] = value }
    used.activate()
    #expect(used.process(Self.noise(3000, 21)) == expected)
  }

  @Test(arguments: HostedPlugin.names) func bypassedOutputIsTheInputBitForBit(name: String) {
    let plugin = HostedPlugin(name, Self.settings(of: name)[0])
    plugin["enabled"] = 0
    var input = Self.noise(3000, 31).prefix(plugin.channels).map { $0 }
    input[0][5] = -0.0
    input[0][6] = .leastNonzeroMagnitude
    let output = plugin.process(input)
    #expect(output.map { $0.map(\.bitPattern) } == input.map { $0.map(\.bitPattern) })
    plugin["enabled"] = 1
    _ = plugin.process(Self.noise(4000, 33))
    plugin["enabled"] = 0
    // The fade has 45 ms, 2160 frames.
    let faded = plugin.process(Self.noise(5000, 35))
    #expect(Array(faded[0][2200...]) == Array(Self.noise(5000, 35)[0][2200...]))
    #expect(Array(faded[0][..<100]) != Array(Self.noise(5000, 35)[0][..<100]))
  }

  /// The largest step between two samples is at most the sum of those of the dry and the wet signal, and 1/600 of the
  /// larger peak: the steepest slope of a fade of 2160 frames.
  @Test(arguments: HostedPlugin.names) func bypassDoesNotClick(name: String) {
    let tone = [Signals.sine(6000, frequency: 200, rate: 48_000)]
    let plugin = HostedPlugin(name, Self.settings(of: name)[1])
    _ = plugin.process(tone)
    let wet = plugin.process(tone)[0]
    plugin["enabled"] = 0
    let faded = plugin.process(tone)[0]
    func steps(_ samples: [Float]) -> Float { Signals.peak(zip(samples, samples.dropFirst()).map { $1 - $0 }) }
    let largest = max(Signals.peak(wet), Signals.peak(tone[0]))
    #expect(steps(faded) < steps(wet) + steps(tone[0]) + largest / 600)
  }

  @Test(arguments: HostedPlugin.names, [Float.nan, .infinity, -.infinity]) func nonFiniteInputDoesNotPersist(
    name: String, value: Float
  ) {
    let plugin = HostedPlugin(name, Self.settings(of: name)[0])
    var input = Self.noise(4000, 41)
    input[0][100] = value
    input[1][333] = value
    let output = plugin.process(input)
    #expect(output.allSatisfy(Signals.areFinite))
    #expect(Signals.peak(output[0].suffix(1000)) > 0.01)
  }

  /// The numbers whose bits select the minimum or the maximum of each control: all of them, or 64 random ones.
  private static func corners(of count: Int) -> [UInt64] {
    if count <= 8 { return (0..<(1 << UInt64(count))).map { $0 } }
    var generator = SplitMix64(seed: 63)
    return (0..<64).map { _ in generator.next() }
  }

  /// Combinations of minima and maxima, with 10 s of noise and as much silence, or 20 s for echoes of 8 s: the output is
  /// finite and decays.
  @Test(arguments: HostedPlugin.names(.mono), [8000.0, 48_000])
  func extremeSettingsAreStable(name: String, rate: Double) {
    let reference = HostedPlugin(name, rate: rate)
    let ports = reference.document.controls.filter { $0.kind == .input }
    let frames = Int(rate * 10)
    let noise = [Signals.noise(frames, seed: 51)]
    let silence = [[Float](repeating: 0, count: name.hasPrefix("tuned-comb") ? 2 * frames : frames)]
    for corner in Self.corners(of: ports.count) {
      let plugin = HostedPlugin(name, rate: rate)
      for (bit, port) in ports.enumerated() {
        plugin[port.symbol.description] = corner >> (UInt64(bit) % 64) & 1 == 0 ? port.minimum : port.maximum
      }
      let loud = plugin.process(noise, block: { 1024 })[0]
      let quiet = plugin.process(silence, block: { 1024 })[0]
      #expect(Signals.areFinite(loud) && Signals.areFinite(quiet), "corner \(corner)")
      // The output of a stable filter decays in silence. A half is longer than the longest delay.
      let half = quiet.count / 2
      #expect(Signals.peak(quiet.suffix(half)) <= Signals.peak(quiet.prefix(half)), "corner \(corner) grows")
    }
  }

  /// Controls that jump between their minima and maxima at random in every block.
  @Test(arguments: HostedPlugin.names(.mono), [8000.0, 48_000])
  func extremeAutomationIsStable(name: String, rate: Double) {
    let plugin = HostedPlugin(name, rate: rate)
    let ports = plugin.document.controls.filter { $0.kind == .input }
    var generator = SplitMix64(seed: 61)
    var peak: Float = 0
    for block in 0..<4000 {
      for port in ports where Bool.random(using: &generator) {
        plugin[port.symbol.description] = Bool.random(using: &generator) ? port.minimum : port.maximum
      }
      let output = plugin.process([Signals.noise(64, seed: UInt64(block))])[0]
      #expect(Signals.areFinite(output))
      peak = max(peak, Signals.peak(output))
    }
    // The largest gain of the effects is that of the lowpass: 24 dB, and a resonance of 39 dB. A change of parameters
    // adds no energy to the states (DSPTests prove it). But the gains of the new setting, and the resonance of the
    // following sections, apply to the energy that the states stored at the old setting: a measured factor of eight.
    // The bands of the parametric EQ multiply: eight gains of 24 dB, and that of the output.
    let bands: Float = name.hasPrefix("parametric-eq") ? pow(16, 8) : 1
    let largest = 0.25 * 16 * 90 * 10 * bands
    #expect(peak < largest)
    #expect(peak > 0.01)
  }

  /// The output decays to zero, without subnormal samples and without a limit cycle.
  @Test(arguments: HostedPlugin.names) func outputDecaysToZero(name: String) {
    let plugin = HostedPlugin(
      name, ["feedback": 50, "q": 2, "decay": 0.5].filter { HostedPlugin.hasControl($0.key, name) })
    _ = plugin.process(Self.noise(5000, 71))
    let tail = plugin.process([[Float](repeating: 0, count: 480_000)])
    #expect(tail[0].suffix(1000).allSatisfy { $0 == 0 })
    #expect(!tail[0].contains { $0.isSubnormal })
  }
}

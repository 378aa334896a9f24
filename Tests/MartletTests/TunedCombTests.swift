import Foundation
import Testing

/// The sound of the tuned comb, in the built bundle.
@Suite struct TunedCombTests {
  private static let ringing: [String: Float] = ["mix": 100, "decay": 2]

  /// A tuned comb with MIDI, of which only the ringing is audible.
  private static func comb(_ settings: [String: Float] = [:], rate: Double = 48_000) -> HostedPlugin {
    HostedPlugin("tuned-comb-mono", rate: rate, ringing.merging(settings) { $1 }, features: HostURIDs.features)
  }

  private static func frequency(_ note: Double, a4: Double = 440) -> Double { a4 * exp2((note - 69) / 12) }

  private static func silence(_ frames: Int) -> [[Float]] { [[Float](repeating: 0, count: frames)] }

  /// Returns the deviation of a ringing tone from a frequency in cents, and the time in which it falls by 60 dB in seconds.
  ///
  /// The phase and the level are those of two parts of the sound, with windows whose sidelobes leave out the other partials: the
  /// square of a Hann window over 8 periods or more has -90 dB at the next partial.
  private static func tone(_ sound: [Float], _ frequency: Double, rate: Double) -> (cents: Double, decay: Double) {
    let length = Int(rate * max(0.15, 8 / frequency))
    let (first, angle) = (sound.count - length - length / 2, 2 * Double.pi * frequency / rate)
    let parts = [first, first + length / 2].map { start -> (phase: Double, level: Double) in
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<length {
        let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(length))
        let value = Double(sound[start + index]) * window * window
        let phase = angle * Double(start + index)
        real += value * cos(phase)
        imaginary -= value * sin(phase)
      }
      return (atan2(imaginary, real), 10 * log10(real * real + imaginary * imaginary))
    }
    let frames = Double(length / 2)
    let turn = remainder(parts[1].phase - parts[0].phase, 2 * .pi)
    return (
      1200 * log2(1 + turn / (angle * frames)), 60 * frames / rate / (parts[0].level - parts[1].level)
    )
  }

  // MARK: In tune

  /// Half a cent is required; 0.02 cents are measured. All notes ring alike: the decay time is exact to 1 %.
  @Test(arguments: [44_100.0, 48_000, 96_000, 192_000], [200, 1000, 6000, 20_000] as [Float])
  func ringsInTune(rate: Double, damping: Float) {
    for note in [21, 28, 45, 57, 69, 80, 93, 108] as [Float] {
      let plugin = Self.comb(["note": note, "damping": damping], rate: rate)
      let frequency = Self.frequency(Double(note))
      var impulse = Self.silence(Int(rate * (0.1 + 1.5 * max(0.15, 8 / frequency))) + 2)
      impulse[0][0] = 1
      let tone = Self.tone(plugin.process(impulse, block: { 512 })[0], frequency, rate: rate)
      #expect(abs(tone.cents) < 0.05, "note \(note)")
      #expect(abs(tone.decay / 2 - 1) < 0.01, "note \(note)")
      #expect(abs(plugin["frequency"] / Float(frequency) - 1) < 1e-6)
    }
  }

  /// Positive control of the test above: the loop is sensitive to a cent.
  @Test func aCentIsMeasured() {
    let plugin = Self.comb(["cents": 1, "note": 69])
    var impulse = Self.silence(20_000)
    impulse[0][0] = 1
    #expect(abs(Self.tone(plugin.process(impulse)[0], 440, rate: 48_000).cents - 1) < 0.01)
  }

  /// The frequency of A4 and the spread of the channels.
  @Test func tuningAndSpread() {
    let plugin = HostedPlugin("tuned-comb-stereo", ["note": 57, "a4": 415, "spread": 20, "mix": 100])
    var impulse = Self.silence(20_000)
    impulse[0][0] = 1
    for (channel, cents) in zip(plugin.process(impulse), [-10.0, 10]) {
      #expect(abs(Self.tone(channel, 207.5, rate: 48_000).cents - cents) < 0.05)
    }
  }

  /// The loop decays at the longest decay time and without damping.
  @Test(arguments: [8000.0, 44_100, 192_000], [21, 60, 84, 108] as [Float])
  func theLongestDecayIsStable(rate: Double, note: Float) {
    let plugin = Self.comb(["decay": 60, "damping": 20_000, "note": note], rate: rate)
    _ = plugin.process([Signals.noise(Int(rate), seed: 5)], block: { 512 })
    // 60 dB in 60 s are 5 dB in 5 s.
    let tail = plugin.process(Self.silence(Int(6 * rate)), block: { 512 })[0]
    let (early, late) = (Signals.level(tail.prefix(Int(rate))), Signals.level(tail.suffix(Int(rate))))
    #expect(late < early - 4.5 && late > early - 60)
  }

  // MARK: Notes

  private static func on(_ note: UInt8, _ velocity: UInt8 = 127, channel: UInt8 = 0, at frame: Int = 0) -> (
    Int, [UInt8]
  ) {
    (frame, [0x90 | channel, note, velocity])
  }
  private static func off(_ note: UInt8, channel: UInt8 = 0, at frame: Int = 0) -> (Int, [UInt8]) {
    (frame, [0x80 | channel, note, 0])
  }
  private static func control(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) -> (Int, [UInt8]) {
    (0, [0xb0 | channel, number, value])
  }
  private static func bend(_ value: Int, channel: UInt8 = 0) -> (Int, [UInt8]) {
    (0, [0xe0 | channel, UInt8((value + 8192) & 127), UInt8((value + 8192) >> 7)])
  }

  /// Sends events, and returns the note that the comb plays as its control output states it.
  private func note(_ plugin: HostedPlugin, _ events: (Int, [UInt8])...) -> Double {
    plugin.run(frames: 0)
    for event in events { _ = plugin.process(Self.silence(64), PlayedEvents(event)) }
    return 69 + 12 * log2(Double(plugin["frequency"]) / 440)
  }

  private static func isNear(_ value: Double, _ expected: Double) -> Bool { abs(value - expected) < 1e-4 }

  @Test func theLastNoteHasPriority() {
    let plugin = Self.comb(["note": 50])
    #expect(Self.isNear(note(plugin), 50))
    #expect(Self.isNear(note(plugin, Self.on(60)), 60))
    #expect(Self.isNear(note(plugin, Self.on(64), Self.on(67)), 67))
    #expect(Self.isNear(note(plugin, Self.off(64)), 67))
    #expect(Self.isNear(note(plugin, Self.off(67)), 60))
    #expect(Self.isNear(note(plugin, Self.off(60)), 60))
    // 20 notes: the first ones are forgotten, and the last one sounds.
    for number in 40..<60 { _ = note(plugin, Self.on(UInt8(number))) }
    #expect(Self.isNear(note(plugin), 59))
    #expect(Self.isNear(note(plugin, Self.control(123, 0), Self.on(70), Self.off(70)), 70))
  }

  @Test func theBendHasItsRange() {
    let plugin = Self.comb(["bend": 12])
    #expect(Self.isNear(note(plugin, Self.on(60), Self.bend(8191)), 72))
    #expect(Self.isNear(note(plugin, Self.bend(-4096)), 54))
    // The registered parameter 0, with 5 semitones and 50 cents.
    _ = note(plugin, Self.control(101, 0), Self.control(100, 0), Self.control(6, 5), Self.control(38, 50))
    #expect(Self.isNear(note(plugin, Self.bend(-8192)), 54.5))
    // Another channel bends only its own notes.
    #expect(Self.isNear(note(plugin, Self.bend(8191, channel: 3)), 54.5))
    #expect(Self.isNear(note(plugin, Self.on(60, channel: 3)), 72))
    #expect(Self.isNear(note(plugin, Self.control(121, 0, channel: 3)), 60))
  }

  /// After the configuration message of MPE the bends of the manager and of the member channel add up.
  @Test func theBendOfMPE() {
    let plugin = Self.comb()
    _ = note(plugin, Self.control(101, 0), Self.control(100, 6), Self.control(6, 15))
    #expect(Self.isNear(note(plugin, Self.bend(4096, channel: 2), Self.on(60, channel: 2)), 60 + 48.0 * 4096 / 8191))
    #expect(Self.isNear(note(plugin, Self.bend(-8192)), 58 + 48.0 * 4096 / 8191))
    #expect(Self.isNear(note(plugin, Self.on(70, channel: 4)), 68))
    // All notes off on the manager channel ends the notes of its members.
    _ = note(plugin, Self.control(123, 0))
    #expect(Signals.peak(plugin.process([Signals.noise(48_000 * 4, seed: 7)])[0].suffix(4800)) < 1e-2)
  }

  /// Configures a zone of MPE.
  private func configure(_ plugin: HostedPlugin, _ manager: UInt8, members: UInt8) {
    for (number, value) in [(101, 0), (100, 6), (6, members)] as [(UInt8, UInt8)] {
      _ = note(plugin, Self.control(number, value, channel: manager))
    }
  }

  /// Channels that leave a zone have the range of the plug-in again: members of a zone that ends or becomes smaller, and the manager
  /// of a zone that the other one replaces.
  @Test func channelsLeaveMPE() {
    let plugin = Self.comb(["bend": 7])
    func bent(_ channel: UInt8) -> Double {
      note(plugin, Self.on(60, channel: channel), Self.bend(8191, channel: channel))
    }
    for members in [0, 3] as [UInt8] {
      configure(plugin, 0, members: 15)
      #expect(Self.isNear(bent(5), 108))
      configure(plugin, 0, members: members)
      #expect(Self.isNear(bent(5), 67))
    }
    configure(plugin, 15, members: 7)
    #expect(Self.isNear(bent(15), 62))
    configure(plugin, 0, members: 14)
    #expect(Self.isNear(bent(15), 67))
  }

  /// The input enters the comb from the frame of the note on, and no longer after its end.
  ///
  /// - Parameter delay: the first frames of the output differ by as many frames as the note does.
  @Test func onsetsAreExact() throws {
    var onsets: [Int] = []
    for frame in 500..<504 {
      let plugin = Self.comb(["damping": 20_000])
      _ = plugin.process(Self.silence(100), PlayedEvents(Self.on(81), Self.off(81, at: 10)))
      _ = plugin.process(Self.silence(100_000))
      let output = plugin.process([[Float](repeating: 1, count: 1024)], PlayedEvents(Self.on(81, at: frame)))[0]
      onsets.append(try #require(output.firstIndex { $0 != 0 }) - frame)
    }
    // The period has 54.5 frames; the newest tap is four frames nearer, and the first frames of the gate are below 1e-6.
    #expect(Set(onsets).count == 1 && (48...55).contains(onsets[0]), "\(onsets)")
  }

  /// A note that ends lets no input into the comb, unless it is held.
  @Test(arguments: [0, 1] as [Float]) func hold(hold: Float) {
    let plugin = Self.comb(["hold": hold, "decay": 0.2])
    _ = plugin.process(Self.silence(100), PlayedEvents(Self.on(60), Self.off(60, at: 50)))
    let sound = plugin.process([Signals.noise(48_000, seed: 9)])[0]
    #expect((Signals.peak(sound.suffix(4800)) > 0.01) == (hold > 0))
    _ = plugin.process(Self.silence(64), PlayedEvents(Self.control(120, 0)))
    // All sound off: a period of 183 frames, and the time in which the loop opens.
    let rest = plugin.process([Signals.noise(9600, seed: 11)])[0]
    #expect(Signals.peak(rest.suffix(4800)) < 1e-6)
  }

  /// The messages of a panic after it, and controls, do not bring the sound back; a note does.
  @Test(arguments: [0, 1] as [Float]) func allSoundOffLasts(hold: Float) {
    let plugin = Self.comb(["hold": hold, "decay": 60])
    _ = plugin.process([Signals.noise(9600, seed: 9)], PlayedEvents(Self.on(60)))
    #expect(Signals.peak(plugin.process(Self.silence(4800))[0]) > 0.01)
    _ = plugin.process(Self.silence(64), PlayedEvents(Self.control(120, 0), Self.control(121, 0)))
    plugin["damping"] = 3000
    #expect(Signals.peak(plugin.process(Self.silence(9600))[0].suffix(4800)) < 1e-6)
    _ = plugin.process([Signals.noise(9600, seed: 9)], PlayedEvents(Self.on(60)))
    #expect(Signals.peak(plugin.process(Self.silence(4800))[0]) > 0.01)
  }

  /// The pedal holds notes as the hand does.
  @Test func pedal() {
    let plugin = Self.comb(["decay": 0.2])
    _ = note(plugin, Self.on(60), Self.control(64, 127), Self.off(60))
    #expect(Signals.peak(plugin.process([Signals.noise(48_000, seed: 9)])[0].suffix(4800)) > 0.01)
    _ = note(plugin, Self.control(64, 0))
    #expect(Signals.peak(plugin.process([Signals.noise(96_000, seed: 9)])[0].suffix(4800)) < 1e-4)
  }

  /// The pedals of the manager channel and of the own channel of a note of MPE hold it, each of them alone.
  @Test(arguments: [[0], [2], [0, 2]] as [[UInt8]]) func thePedalOfMPE(channels: [UInt8]) {
    let plugin = Self.comb()
    configure(plugin, 0, members: 15)
    _ = note(plugin, Self.on(60, channel: 1))
    for channel in channels { _ = note(plugin, Self.control(64, 127, channel: channel)) }
    #expect(Self.isNear(note(plugin, Self.on(67, channel: 2), Self.off(67, channel: 2)), 67))
    for channel in channels {
      #expect(Self.isNear(note(plugin), 67))
      _ = note(plugin, Self.control(64, 0, channel: channel))
    }
    #expect(Self.isNear(note(plugin), 60))
  }

  /// A message that ends notes and has another effect, too, gives way to the note that is still held.
  @Test func theHeldNoteSoundsAfterOthersEnd() {
    let plugin = Self.comb()
    _ = note(plugin, Self.on(60), Self.control(64, 127), Self.on(67), Self.off(67), Self.bend(8191))
    #expect(Self.isNear(note(plugin), 69))
    // A reset of all controllers, with a note that is held and without one.
    #expect(Self.isNear(note(plugin, Self.control(121, 0)), 60))
    _ = note(plugin, Self.control(64, 127), Self.off(60), Self.bend(8191))
    #expect(Self.isNear(note(plugin, Self.control(121, 0)), 60))
    // All sound off.
    _ = note(plugin, Self.on(62), Self.on(72, channel: 3))
    #expect(Self.isNear(note(plugin, Self.control(120, 0, channel: 3)), 62))
  }

  /// With a velocity of 64 of 127 and full sensitivity, the level is the square of the ratio.
  @Test func velocitySetsTheLevel() {
    func level(_ velocity: UInt8, _ sensitivity: Float) -> Double {
      let plugin = Self.comb(["velocity": sensitivity])
      _ = plugin.process(Self.silence(2000), PlayedEvents(Self.on(60, velocity)))
      return Signals.level(plugin.process([Signals.noise(48_000, seed: 13)])[0])
    }
    #expect(abs(level(127, 100) - level(64, 100) - 40 * log10(127.0 / 64)) < 0.1)
    #expect(abs(level(127, 0) - level(1, 0)) < 0.01)
  }

  /// The pitch moves during the glide, and arrives at its end.
  @Test func glide() {
    let plugin = Self.comb(["glide": 200, "decay": 20])
    _ = plugin.process([Signals.noise(48_000, seed: 15)], PlayedEvents(Self.on(60)))
    _ = plugin.process(Self.silence(4800), PlayedEvents(Self.on(72, at: 0)))
    // Half of the time is half of the way.
    let middle = plugin.process(Self.silence(4800))[0]
    func strength(_ note: Double) -> Double {
      Signals.magnitude(Array(middle.prefix(1024)), frequency: Self.frequency(note), rate: 48_000)
    }
    #expect(strength(66) > 3 * strength(60) && strength(66) > 3 * strength(72))
    let end = plugin.process(Self.silence(24_000))[0]
    #expect(abs(Self.tone(end, Self.frequency(72), rate: 48_000).cents) < 0.05)
  }

  /// Events and block lengths: the same output for one block and for many.
  @Test(arguments: [1, 7, 64]) func blocksHaveNoInfluence(length: Int) {
    let events: [(Int, [UInt8])] = [
      Self.on(60, at: 37), Self.on(67, 90, at: 300), (450, [0xe0, 0, 0x50]), Self.off(67, at: 800),
      Self.on(30, at: 801), Self.on(31, at: 801), Self.off(31, at: 1201), (1500, [0xb0, 120, 0]), Self.on(80, at: 1600),
    ]
    let noise = Signals.noise(2048, seed: 17)
    func play(_ length: Int) -> [Float] {
      let plugin = Self.comb(["glide": 10])
      var output: [Float] = []
      for start in stride(from: 0, to: noise.count, by: length) {
        let range = start..<min(start + length, noise.count)
        var block = PlayedEvents()
        for event in events where range.contains(event.0) { block.append((event.0 - start, event.1)) }
        output += plugin.process([Array(noise[range])], block)[0]
      }
      return output
    }
    let whole = play(2048)
    #expect(Signals.peak(whole) > 0.1)
    #expect(Signals.difference(whole, play(length)) < EffectTests.blockTolerance)
  }

  // MARK: In time

  /// A tempo that rises from 60 to 180 and falls again, each in 30 s: beats are exact integrals of it.
  private enum Ramps {
    static func tempo(_ time: Double) -> Double {
      let place = time.truncatingRemainder(dividingBy: 60) / 30
      return 60 + 120 * (place < 1 ? place : 2 - place)
    }

    static func beat(_ time: Double) -> Double {
      let part = (time / 30).rounded(.down)
      let rest = time - 30 * part
      return part * 60
        + (part.truncatingRemainder(dividingBy: 2) == 0 ? 60 * rest + 2 * rest * rest : 180 * rest - 2 * rest * rest)
        / 60
    }

    static func time(_ beat: Double) -> Double {
      let part = (beat / 60).rounded(.down)
      let rest = beat - 60 * part
      return 30 * part
        + (part.truncatingRemainder(dividingBy: 2) == 0
          ? ((3600 + 480 * rest).squareRoot() - 60) / 4 : (180 - (32_400 - 480 * rest).squareRoot()) / 4)
    }
  }

  /// The echoes of short tones are within one frame of the musical time over ten minutes. The interval is an index of the choice,
  /// and the block is the distance of two positions of the host.
  @Test(arguments: [(256, 4, 0), (1024, 3, 1), (1024, 6, 0), (2048, 3, 2)] as [(Int, Float, Float)])
  func echoesFollowTheTempo(block: Int, interval: Float, division: Float) {
    let rate = 48_000.0
    let plugin = Self.comb(
      ["source": 2, "interval": interval, "division": division, "decay": 1, "damping": 20_000, "velocity": 0])
    let quarters = Double(1 << Int(interval)) / 16 * [1, 1.5, 2.0 / 3][Int(division)]
    let frames = Int(600 * rate) / block * block
    var input = [Float](repeating: 0, count: frames)
    var onsets: [Int] = []
    for beat in stride(from: 8.1, to: Ramps.beat(594), by: 6.37) {
      let onset = Int(Ramps.time(beat) * rate)
      onsets.append(onset)
      // 2 kHz with an envelope of 0.6 ms: its energy has its center at the onset.
      for offset in -120...120 {
        let time = Double(offset) / 30
        input[onset + offset] += Float(cos(2 * .pi * 2000 * Double(offset) / rate) * exp(-0.5 * time * time))
      }
    }
    var output: [Float] = []
    for start in stride(from: 0, to: frames, by: block) {
      let time = Double(start) / rate
      output +=
        plugin.process(
          [Array(input[start..<start + block])], PlayedEvents(tempo: Ramps.tempo(time), beat: Ramps.beat(time)))[0]
    }
    var worst = 0.0
    for onset in onsets {
      let expected = Ramps.time(Ramps.beat(Double(onset) / rate) + quarters) * rate
      var (moment, energy) = (0.0, 0.0)
      for frame in Int(expected) - 150...Int(expected) + 150 where frame < frames {
        let power = Double(output[frame] * output[frame])
        moment += power * (Double(frame) - expected)
        energy += power
      }
      #expect(energy > 0.1)
      worst = max(worst, abs(moment / energy))
    }
    #expect(worst < 1, "\(worst) frames")
  }

  /// Without a transport, and while it stands, the echoes keep the last tempo. 1/4 at 120 is 24 000 frames, and at 90 it is 32 000.
  @Test func theLastTempoRemains() throws {
    let plugin = Self.comb(["source": 2, "interval": 4, "damping": 20_000])
    func echo() throws -> Int {
      var impulse = Self.silence(40_000)
      impulse[0][0] = 1
      let output = plugin.process(impulse)[0]
      plugin.activate()
      return try #require(output.indices.max { abs(output[$0]) < abs(output[$1]) })
    }
    #expect(try abs(echo() - 24_000) <= 1)
    _ = plugin.process(Self.silence(64), PlayedEvents(tempo: 90, beat: 5))
    _ = plugin.process(Self.silence(64), PlayedEvents(tempo: 90, beat: nil))
    plugin.activate()
    #expect(try abs(echo() - 32_000) <= 1)
    #expect(abs(plugin["frequency"] - 1.5) < 1e-6)
  }

  /// An interval for which the delay line has no room is halved: 4/1 at 60 are 16 s, and a delay has at most 8 s.
  @Test func longIntervalsAreHalved() {
    let plugin = Self.comb(["source": 2, "interval": 8])
    _ = plugin.process(Self.silence(64), PlayedEvents(tempo: 60, beat: 0))
    #expect(abs(plugin["frequency"] - 0.25) < 1e-6)
  }

  // MARK: Without clicks

  /// A change in a steady tone: clicks are below -60 dB relative to the tone of 997 Hz. A jump of the note is an onset itself.
  @Test(
    arguments: [
      ("cents", 0, 100, -80), ("a4", 440, 450, -80), ("decay", 2, 0.2, -80), ("damping", 6000, 500, -80),
      ("mix", 50, 100, -75), ("gain", 0, -12, -80), ("note", 57, 60, -60), ("note", 57, 33, -60),
      ("source", 0, 2, -60), ("interval", 3, 4, -60), ("glide", 0, 100, -80),
    ] as [(String, Float, Float, Double)])
  func changesDoNotClick(control: String, from: Float, to: Float, limit: Double) {
    let tone = Signals.sine(144_000, frequency: 997, rate: 48_000)
    let source: Float = control == "interval" ? 2 : 0
    let plugin = HostedPlugin("tuned-comb-mono", ["source": source].merging([control: from]) { $1 })
    let before = plugin.process([Array(tone[..<108_000])])[0].suffix(12_000)
    plugin[control] = to
    let after = plugin.process([Array(tone[108_000...])])[0]
    #expect(Signals.spurious(before + after, around: 997, rate: 48_000) < limit)
  }
}

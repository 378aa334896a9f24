import Judges
import LV2Host
import Model
import Scenarios
import TestHost

enum AudioSampleRate: PluginCheck {
  enum Message: MessageKind {
    case frequencies, times, modulation, channels, level

    var text: MessageText {
      let rule = Rule(
        "instantiate() receives the sample rate, in frames per second being processed by the host",
        source: "lv2/core/lv2.h: LV2_Descriptor.instantiate()")
      return switch self {
      case .frequencies:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Compute the coefficients of filters, the increments of oscillators and the ratios of resamplers from the rate that "
            + "instantiate() receives, not from a constant such as 44100.")
      case .times:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Compute the lengths of delay lines and the coefficients of envelopes from the rate that instantiate() receives, "
            + "not from a constant such as 44100.")
      case .modulation:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Compute the increments of LFOs and the durations of fades from the rate that instantiate() receives, not from a "
            + "constant such as 44100.")
      case .channels:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Give the filters, delay lines and oscillators of both channels the rate that instantiate() receives: one channel "
            + "keeps that of its constructor.")
      case .level:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Look for a filter that is unstable at {the rate}: divide it into sections of second order, or process at a fixed "
            + "rate.")
      }
    }
  }

  static let id: CheckID = "audio.sample-rate"
  /// It makes many instances, which can leave something behind.
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "Frequencies, times and the level of the sound do not depend on the sample rate.",
    method:
      "Plays the same noise and chord, silence, and noise whose level changes, at 48 and 96 kHz, at the defaults and up to 8 other "
      + "settings. Reports that all frequencies are doubled or all times halved at 96 kHz, or that the outputs differ at one rate only. "
      + "Compares the level with those at five other rates.",
    details:
      "The spectrum has 13 bands of half an octave from 125 Hz to 8 kHz, the silence 9 windows from 0.1 to 2.3 s. Their mean "
      + "difference must be at least 4 dB (6 dB at other settings), and at most a quarter of that if the sounds are compared in "
      + "frames instead of seconds; with other noise too. The gain over time is compared in 9 bands and windows of 43 ms, from 0.26 s "
      + "after the beginning and 86 ms after a change of the level on, and differs by at least 2 dB (3 dB), unless the latency is more than 256 frames. "
      + "Two outputs are equal up to -100 dB of their peak, and differ by at least -30 dB at the other rate, again after 0.1 s and "
      + "with other noise; if they differ at both rates and one of the other settings, 44.1 kHz is compared. "
      + "Plug-ins with a control in frames, such as a delay in samples, and CV plug-ins are not examined. A difference at other settings than the defaults, unless it is one of the outputs, is a note. The level is the mean square, below 2 kHz, of the "
      + "second half of 0.25 s of noise and the chord, at 44.1, 88.2, 96, 176.4 and 192 kHz; a difference of 9 dB with two noises is "
      + "reported. It is a note if only rates above 96 kHz differ.",
    level: CheckLevel(6, "A project sounds different at another sample rate."))

  static let (single, double) = (48_000.0, 96_000.0)
  /// In dB.
  private static let (leastDifference, leastGainDifference) = (4.0, 2.0)
  private static let leastAtSetting = (6.0, 3.0)
  /// The most settings besides the defaults.
  private static let settings = 8
  /// The amplitude of the noise.
  private static let loud: Float = 0.25
  /// The levels of the noise after the silence, each for a part of the duration of the sound.
  private static let steps: [(amplitude: Float, part: Int)] = [(0.01, 4), (loud, 4), (0.01, 2)]
  /// The number of windows of a course of gains that do not count.
  private static let skipped = (sound: 6, step: 2)
  /// In frames.
  private static let longLatency = 256
  /// The notes of the chord.
  static let chord: [UInt8] = [36, 60, 69]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.ports.contains(where: { $0.kind == .audio && $0.isOutput }) else {
      return .skipped("it has no audio output")
    }
    guard !context.plugin.movableControls.contains(where: \.isInFrames) else {
      return .skipped("a control is in frames")
    }
    if case .none(let reason) = try context.reference(context.noise, frames: 8192) { return .skipped(reason) }
    let noise = Noise(seed: context.seed)
    let atDefaults = try sounds(context, nil, noise)
    if let atDefaults, let finding = try finding(context, atDefaults, nil, false) { return .findings([finding]) }
    // Frequencies and times that follow the rate change the level too.
    if let finding = try levelFinding(in: context) { return .findings([finding]) }
    guard let atDefaults else { return .skipped("it is silent, or instantiate() fails at 48 or 96 kHz") }
    let isBalanced = isBalanced(atDefaults.single.imbalance) && isBalanced(atDefaults.double.imbalance)
    let seconds = Double(frames(single) + frames(double)) / context.rate
    for setting in context.sweep(seconds: seconds, for: id).filter(isPossible).prefix(settings) {
      guard let sounds = try sounds(context, setting, noise) else { continue }
      if let finding = try finding(context, sounds, setting, isBalanced) { return .findings([finding]) }
    }
    return .passed
  }

  /// The noise at both rates.
  private struct Noise {
    let single: Source
    let double: Source

    struct Source {
      let seed: UInt32
      let sound: SoundProfile.Source
      let powers: GainCourse.Powers

      var rate: Double { sound.rate }
    }

    init(seed: UInt32) {
      func source(_ rate: Double) -> Source {
        let signal = Signal.equalNoise(amplitude: loud, seed: seed)
        var samples = [Float](repeating: 0, count: SoundProfile.soundFrames(rate: rate))
        samples.withUnsafeMutableBufferPointer { signal.write(to: $0, from: 0, channel: 0, rate: rate) }
        return Source(
          seed: seed, sound: SoundProfile.Source(samples, rate: rate),
          powers: GainCourse.Powers(samples, rate: rate))
      }
      (single, double) = (source(AudioSampleRate.single), source(AudioSampleRate.double))
    }
  }

  /// What the plug-in makes of the noise at one rate.
  private struct Sound {
    let profile: SoundProfile
    /// During the noise; nil if the latency is long: the windows would not be those of the output.
    let steady: GainCourse?
    /// After the level of the noise rose, and after it fell; nil if the plug-in does not hear it.
    var rise: GainCourse?
    var fall: GainCourse?
    /// The difference of the two outputs during the noise.
    let imbalance: Float?
  }

  private typealias Sounds = (single: Sound, double: Sound)

  private static func finding(
    _ context: PluginContext, _ sounds: Sounds, _ setting: ControlSetting?, _ isBalancedAtDefaults: Bool
  ) throws -> Finding? {
    let isDefault = setting == nil
    let place = setting.map { ", with \($0.description)" } ?? ""
    func finding(
      _ message: Message, _ event: String, _ thing: String, beyond least: Double,
      _ difference: (Sounds) -> RateDifference?
    ) throws -> Finding? {
      guard let seen = difference(sounds), seen.isOfFrames(beyond: least),
        let again = try self.sounds(context.settled, setting, Noise(seed: ~context.seed)),
        difference(again)?.isOfFrames(beyond: least) == true
      else { return nil }
      return runFinding(
        message, severity: isDefault ? nil : .note, context,
        "At 96 kHz \(event) at 48 kHz\(place). The mean difference of the \(thing) is \(text(seen.decibels)) dB; it is "
          + "\(text(seen.inFrames)) dB if equal numbers of frames are compared.", controls: setting?.controls)
    }
    func gains(_ course: KeyPath<Sound, GainCourse?>) -> (Sounds) -> RateDifference? {
      { sounds in
        guard let single = sounds.single[keyPath: course], let double = sounds.double[keyPath: course]
        else { return nil }
        return RateDifference(ofGains: single, double)
      }
    }
    let (least, leastGain) = isDefault ? (leastDifference, leastGainDifference) : leastAtSetting
    let follows = "the gain follows the level of the input twice as fast as"
    return try channelFinding(
      context, sounds.single.imbalance, sounds.double.imbalance, setting, isBalancedAtDefaults: isBalancedAtDefaults)
      ?? finding(.frequencies, "all frequencies are twice as high as", "spectra", beyond: least) {
        RateDifference(ofSpectrum: $0.single.profile, $0.double.profile)
      }
      ?? finding(.times, "the sound after the end of the input is twice as fast as", "levels", beyond: least) {
        RateDifference(ofDecay: $0.single.profile, $0.double.profile)
      }
      ?? finding(.modulation, "the gain moves twice as fast as", "gains", beyond: leastGain, gains(\.steady))
      ?? finding(.times, follows, "gains", beyond: leastGain, gains(\.rise))
      ?? finding(.times, follows, "gains", beyond: leastGain, gains(\.fall))
  }

  private static func text(_ decibels: Double) -> String { ((decibels * 10).rounded() / 10).text }

  /// The sounds at both rates; nil if one of them is silent or does not exist.
  private static func sounds(_ context: PluginContext, _ setting: ControlSetting?, _ noise: Noise) throws -> Sounds? {
    guard let single = try sound(context, setting, noise.single), let double = try sound(context, setting, noise.double)
    else { return nil }
    return (single, double)
  }

  private static func frames(_ rate: Double) -> Int {
    let sound = SoundProfile.soundFrames(rate: rate)
    return sound + SoundProfile.silenceFrames(rate: rate) + steps.reduce(0) { $0 + sound / $1.part }
  }

  private static func sound(
    _ context: PluginContext, _ setting: ControlSetting?, _ source: Noise.Source
  ) throws -> Sound? {
    let rate = source.rate
    CrashRecord.note(activity: "noise and silence at \(Int(rate)) Hz")
    guard let instance = try instance(context, rate, setting, hasEqualInputs: true) else { return nil }
    func channels(_ audio: Recording) -> [[Float]] { Array(self.channels(audio, of: context.plugin).prefix(2)) }
    let (length, silence) = (SoundProfile.soundFrames(rate: rate), SoundProfile.silenceFrames(rate: rate))
    let notes = chord.map { Scenario.Event(0, .midi([0x90, $0, 100])) }
    let ends = chord.map { Scenario.Event(0, .midi([0x80, $0, 0])) }
    func noise(_ amplitude: Float) -> Signal { .equalNoise(amplitude: amplitude, seed: source.seed) }
    var audio = instance.perform(Scenario.Passage(noise(loud), frames: length, score: notes)).audio
    let (latency, imbalance) = (instance.usableLatency, imbalance(channels(audio)))
    let hearsNoise = context.plugin.ports.contains { $0.kind == .audio && $0.isInput }
    let steady =
      latency > longLatency
      ? nil : GainCourse(channels(audio), input: hearsNoise ? source.powers : nil, rate: rate, skipping: skipped.sound)
    audio.append(instance.perform(Scenario.Passage(frames: silence, score: ends)).audio)
    guard audio.firstNonfinite == nil,
      let profile = SoundProfile(channels(audio), latency: latency, source: source.sound)
    else { return nil }
    guard steady != nil, hearsNoise else { return Sound(profile: profile, steady: steady, imbalance: imbalance) }
    let courses = steps.map { step in
      let audio = instance.perform(Scenario.Passage(noise(step.amplitude), frames: length / step.part)).audio
      let input = source.powers.scaled(by: Double(step.amplitude / loud))
      return GainCourse(channels(audio), input: input, rate: rate, skipping: skipped.step)
    }
    // Before the first step, the level rises from silence.
    return Sound(profile: profile, steady: steady, rise: courses[1], fall: courses[2], imbalance: imbalance)
  }

  /// An active instance at a rate and a setting; nil if instantiate() fails.
  static func instance(
    _ context: PluginContext, _ rate: Double, _ setting: ControlSetting?, hasEqualInputs: Bool = false
  ) throws -> InstanceUnderTest? {
    var setup = InstanceSetup(rate: rate, blockLength: context.blockLength)
    setup.hasEqualInputs = hasEqualInputs
    return try unlessNull { try context.activeInstance(setup, at: fixed(context, setting)) }
  }

  /// The audio channels, without those of CV.
  static func channels(_ audio: Recording, of plugin: PluginDescription) -> [[Float]] {
    let ports = Set(plugin.ports.filter { $0.kind == .audio }.map(\.index))
    return zip(audio.ports, audio.channels).filter { ports.contains($0.0) }.map(\.1)
  }

  /// Whether the setting has no control whose range depends on the rate.
  private static func isPossible(_ setting: ControlSetting) -> Bool {
    setting.values.allSatisfy { $0.port.range(rate: single) == $0.port.range(rate: double) }
  }

  /// The setting with the defaults at 48 kHz of controls whose range depends on the rate.
  private static func fixed(_ context: PluginContext, _ setting: ControlSetting?) -> ControlSetting {
    let scaled = context.plugin.ports(.control, .input).filter {
      $0.initialValue(rate: single) != $0.initialValue(rate: double)
    }
    return ControlSetting(values: scaled.map { ($0, $0.initialValue(rate: single)) } + (setting?.values ?? []))
  }
}

extension PortDescription {
  /// Whether the control is a number of frames by its unit, or names samples.
  fileprivate var isInFrames: Bool {
    unit == "frames" || [symbol, name].contains { $0.lowercased().contains("sample") }
  }
}

import Judges
import LV2Host
import Model
import Scenarios
import TestHost

enum AudioSampleRate: PluginCheck {
  enum Message: MessageKind {
    case frequencies, times, level

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
      case .level:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "Look for a filter that is unstable at {the rate}: divide it into sections of second order, or process at a fixed "
            + "rate. Return NULL from instantiate() at a rate that the plug-in does not support.")
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
      "Plays the same noise and chord, then silence, at 48 and 96 kHz, at the defaults and up to 8 other "
      + "settings. A difference is reported if the sound or the silence at 96 kHz equals that at 48 kHz with all "
      + "frequencies doubled, or all times halved. Compares the level with those at five other rates.",
    details:
      "The spectrum has 13 bands of half an octave from 125 Hz to 8 kHz, the silence 9 windows from 0.1 to 2.3 s. Their mean "
      + "difference must be at least 4 dB (6 dB at other settings), and at most a quarter of that if the sounds are compared in "
      + "frames instead of seconds; with other noise too. Plug-ins with a control in frames, such as a delay in samples, and CV plug-ins are not examined. "
      + "A difference at other settings than the defaults is a note. The level is the mean square, below 2 kHz, of the "
      + "second half of 0.25 s of noise and the chord, at 44.1, 88.2, 96, 176.4 and 192 kHz; a difference of 9 dB with two noises is "
      + "reported. It is a note if only rates above 96 kHz differ.",
    level: CheckLevel(6, "A project sounds different at another sample rate."))

  static let (single, double) = (48_000.0, 96_000.0)
  /// In dB.
  private static let (leastDifference, leastDifferenceAtSetting) = (4.0, 6.0)
  /// The most settings besides the defaults.
  private static let settings = 8
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
    let atDefaults = try profiles(context, nil, noise)
    if let atDefaults, let finding = try finding(context, atDefaults, nil) { return .findings([finding]) }
    // Frequencies and times that follow the rate change the level too.
    if let finding = try levelFinding(in: context) { return .findings([finding]) }
    guard atDefaults != nil else { return .skipped("it is silent, or instantiate() fails at 48 or 96 kHz") }
    let seconds = Double(frames(single) + frames(double)) / context.rate
    for setting in context.sweep(seconds: seconds, for: id).prefix(settings) {
      guard let profiles = try profiles(context, setting, noise) else { continue }
      if let finding = try finding(context, profiles, setting) { return .findings([finding]) }
    }
    return .passed
  }

  /// The noise at both rates.
  private struct Noise {
    let signal: Signal
    let single: SoundProfile.Source
    let double: SoundProfile.Source

    init(seed: UInt32) {
      let signal = Signal.equalNoise(amplitude: 0.25, seed: seed)
      func source(_ rate: Double) -> SoundProfile.Source {
        var samples = [Float](repeating: 0, count: SoundProfile.soundFrames(rate: rate))
        samples.withUnsafeMutableBufferPointer { signal.write(to: $0, from: 0, channel: 0, rate: rate) }
        return SoundProfile.Source(samples, rate: rate)
      }
      self.signal = signal
      (single, double) = (source(AudioSampleRate.single), source(AudioSampleRate.double))
    }
  }

  private typealias Profiles = (single: SoundProfile, double: SoundProfile)

  private static func finding(
    _ context: PluginContext, _ profiles: Profiles, _ setting: ControlSetting?
  ) throws -> Finding? {
    let least = setting == nil ? leastDifference : leastDifferenceAtSetting
    let place = setting.map { ", with \($0.description)" } ?? ""
    func finding(
      _ message: Message, _ event: String, _ thing: String, _ difference: (Profiles) -> RateDifference
    ) throws -> Finding? {
      let seen = difference(profiles)
      guard seen.isOfFrames(beyond: least), let again = try self.profiles(context, setting, Noise(seed: ~context.seed)),
        difference(again).isOfFrames(beyond: least)
      else { return nil }
      return runFinding(
        message, severity: setting == nil ? nil : .note, context,
        "At 96 kHz \(event) at 48 kHz\(place). The mean difference of the \(thing) is \(text(seen.decibels)) dB; it is "
          + "\(text(seen.inFrames)) dB if equal numbers of frames are compared.", controls: setting?.controls)
    }
    return try finding(.frequencies, "all frequencies are twice as high as", "spectra") {
      RateDifference(ofSpectrum: $0.single, $0.double)
    }
      ?? finding(.times, "the sound after the end of the input is twice as fast as", "levels") {
        RateDifference(ofDecay: $0.single, $0.double)
      }
  }

  private static func text(_ decibels: Double) -> String { ((decibels * 10).rounded() / 10).text }

  /// The sounds at both rates; nil if one of them is silent or does not exist.
  private static func profiles(
    _ context: PluginContext, _ setting: ControlSetting?, _ noise: Noise
  ) throws -> Profiles? {
    guard let one = try profile(context, setting, noise.signal, noise.single),
      let two = try profile(context, setting, noise.signal, noise.double)
    else { return nil }
    return (one, two)
  }

  private static func frames(_ rate: Double) -> Int {
    SoundProfile.soundFrames(rate: rate) + SoundProfile.silenceFrames(rate: rate)
  }

  private static func profile(
    _ context: PluginContext, _ setting: ControlSetting?, _ noise: Signal, _ source: SoundProfile.Source
  ) throws -> SoundProfile? {
    let rate = source.rate
    CrashRecord.note(activity: "noise and silence at \(Int(rate)) Hz")
    var setup = InstanceSetup(rate: rate, blockLength: context.blockLength)
    setup.hasEqualInputs = true
    guard let instance = try unlessNull({ try context.activeInstance(setup, at: fixed(context, setting)) }) else {
      return nil
    }
    let (sound, silence) = (SoundProfile.soundFrames(rate: rate), SoundProfile.silenceFrames(rate: rate))
    let notes = chord.map { Scenario.Event(0, .midi([0x90, $0, 100])) }
    let ends = chord.map { Scenario.Event(0, .midi([0x80, $0, 0])) }
    var audio = instance.perform(Scenario.Passage(noise, frames: sound, score: notes)).audio
    let latency = instance.usableLatency
    audio.append(instance.perform(Scenario.Passage(frames: silence, score: ends)).audio)
    guard audio.firstNonfinite == nil else { return nil }
    let ports = Set(context.plugin.ports.filter { $0.kind == .audio }.map(\.index))
    let channels = zip(audio.ports, audio.channels).filter { ports.contains($0.0) }.prefix(2).map(\.1)
    return SoundProfile(channels, latency: latency, source: source)
  }

  /// The setting with the defaults at 48 kHz of controls whose range depends on the rate.
  static func fixed(_ context: PluginContext, _ setting: ControlSetting?) -> ControlSetting {
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

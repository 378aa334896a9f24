import Glibc
import Model
import Support
import TestHost

enum AudioRunaway: PluginCheck {
  enum Message: MessageKind {
    case growth

    var text: MessageText {
      switch self {
      case .growth:
        MessageText(
          .warning,
          rule: Rule(
            "A feedback loop with a gain above 1 grows until it damages hearing and loudspeakers",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Limit the gain of the feedback loop with {these control values} to less than 1, or saturate the signal "
            + "inside the loop.")
      }
    }
  }

  static let id: CheckID = "audio.runaway"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "On silence after a loud signal the output does not grow without limit, at either end of any control.",
    method: "Plays 0.25 s of a full-scale square wave and a note, then silence, at settings of one control and of all "
      + "controls. The output must not grow over 8 steps of at least 2 s and continue to grow afterwards.",
    details: "The settings are at most 64 of one control at an end of its range, drawn by the seed, and 8 of all "
      + "controls. The peak of the second half of each step counts. Steps 3 and 4 must each grow by 5 %. The last of 8 "
      + "steps must be at least twice the second and above -60 dBFS. With all controls set, or for an instrument, the "
      + "limit is 0 dBFS instead of -60 dBFS. Alternatively, one step must be ten times as loud as the one before and "
      + "above +60 dBFS. The steps are longer if an echo returns after more than a second, at the defaults or at the "
      + "setting. Growth must then continue by 1 % per step until it exceeds +40 dBFS or for 128 s. Loops that "
      + "saturate and filters that oscillate do not grow like that. The test of a setting ends below -80 dBFS. Growth "
      + "to at least half that level without the loud signal is intended and is not reported.",
    level: CheckLevel(6, "Loud output can damage ears and loudspeakers."))

  /// -80 dBFS: below this level the output is assumed to decay.
  private static let quiet: Float = 1e-4
  /// +60 dBFS: an output of this level on silence, ten times as loud as a step before, is reported at once.
  private static let extreme: Float = 1e3
  /// +40 dBFS: an output beyond this level has no limit.
  private static let unbounded: Float = 100
  /// The longest observation of growth, in seconds.
  private static let maximumDuration = 128.0
  /// In seconds: the length of the loud signal, the shortest step, and the time in which echoes are measured.
  private static let (signalDuration, step, echoDuration) = (0.25, 2.0, 8.0)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard
      instance.audioOutputs.contains(where: { $0.kind == .audio }),
      context.plugin.hasAudioInput || instance.midiInput != nil
    else { return .skipped("the plug-in has no audio or MIDI input, or no audio output") }
    // Only the second half of a step counts, so half a step must be longer than the interval between echoes.
    let step = max(Self.step, 2 * (echoGap(instance, context) + Self.signalDuration))
    var findings: [Finding] = []
    for setting in context.settings(for: id) {
      let isSingle = setting.values.count == 1
      // A set of all controls would only repeat the finding about one control.
      if !isSingle, !findings.isEmpty { break }
      CrashRecord.note(activity: "a loud signal and then silence")
      setting.apply(to: instance)
      instance.activate()
      // A filter may oscillate at extreme settings as long as it stays below full scale, and so may an instrument.
      if let growth = growth(instance, after: .fullScale, step: step),
        isSingle && context.plugin.hasAudioInput || growth.to > 1,
        try growsByItself(context, setting, growth, step: step)
      {
        findings.append(
          runFinding(
            .growth, about: isSingle ? setting.description : nil, context,
            "The output grows in silence after a loud signal from a peak of \(growth.from.text) to \(growth.to.text) "
              + "within \(Int(growth.time)) s, with \(setting.description); expected a "
              + "decay.", naming: [setting.description],
            controls: setting.controls))
      }
      instance.deactivate()
    }
    return .findings(findings)
  }

  /// The longest silence before an echo at the present setting, in seconds; 0 if no echo returns after more than a second.
  ///
  /// Output that is 20 dB below the later echoes counts as silence.
  private static func echoGap(_ instance: InstanceUnderTest, _ context: PluginContext) -> Double {
    instance.activate()
    defer { instance.deactivate() }
    instance.play(.fullScale, frames: Int(signalDuration * instance.setup.rate))
    var peaks: [(end: Int, peak: Float)] = []
    let frames = Int(context.reduced(echoDuration) * instance.setup.rate)
    instance.stream(.silence, frames: frames) { frame, length in
      peaks.append((frame + length, peak(instance, length)))
      return true
    }
    let later = peaks.lazy.filter { $0.end > frames / 2 }.map(\.peak).max() ?? 0
    let sounds = peaks.filter { $0.peak > max(quiet, later / 10) }.map(\.end)
    let gap = zip(sounds, [0] + sounds).map(-).max() ?? 0
    let seconds = Double(gap) / instance.setup.rate
    return seconds > step / 2 ? seconds : 0
  }

  /// The peaks of two steps, and the duration of the silence up to the end of the second step, in seconds.
  private typealias Growth = (from: Float, to: Float, time: Double)

  /// The growth of the output on silence, in steps of that length in seconds; nil if it does not grow.
  ///
  /// - Parameter signal: the loud signal; nil for silence without a note.
  private static func growth(_ instance: InstanceUnderTest, after signal: Signal?, step: Double) -> Growth? {
    let frames = Int(signalDuration * instance.setup.rate)
    if let signal { instance.play(signal, frames: frames) } else { _ = silence(instance, frames: frames) }
    var peaks: [Float] = []
    for window in 0..<8 {
      let peak = silence(instance, frames: Int(step * instance.setup.rate))
      guard peak > quiet, peak.isFinite else { return nil }
      if let last = peaks.last, peak > extreme, peak > 10 * last {
        return (from: last, to: peak, time: Double(window + 1) * step)
      }
      peaks.append(peak)
      if (2...3).contains(window), peak < 1.05 * peaks[window - 1] { return nil }
    }
    guard peaks[7] >= 2 * peaks[1], peaks[7] > 1e-3 else { return nil }
    while Double(peaks.count) * step < maximumDuration, let last = peaks.last, last < unbounded {
      let peak = silence(instance, frames: Int(step * instance.setup.rate))
      guard peak > 1.01 * last else { return nil }
      peaks.append(peak)
    }
    return (from: peaks[1], to: peaks[peaks.count - 1], time: Double(peaks.count) * step)
  }

  /// Whether the loud signal causes the growth, in every instance.
  ///
  /// The output must also grow in steps that are longer than the interval between echoes at this setting. In a fresh
  /// instance without the loud signal it must not reach half the level.
  private static func growsByItself(
    _ context: PluginContext, _ setting: ControlSetting, _ growth: Growth, step: Double
  ) throws -> Bool {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    setting.apply(to: instance)
    // Output far beyond full scale has grown, whatever the interval between its echoes.
    let echoing = growth.to < unbounded ? 2 * (echoGap(instance, context) + signalDuration) : 0
    if echoing > step {
      instance.activate()
      defer { instance.deactivate() }
      if self.growth(instance, after: .fullScale, step: echoing) == nil { return false }
    }
    // The peaks of random output can grow by chance, but not in three instances.
    for _ in 0..<2 {
      let other = try InstanceUnderTest(context, InstanceSetup(context))
      setting.apply(to: other)
      other.activate()
      if self.growth(other, after: .fullScale, step: step) == nil { return false }
    }
    let unprovoked = try InstanceUnderTest(context, InstanceSetup(context))
    setting.apply(to: unprovoked)
    unprovoked.activate()
    return self.growth(unprovoked, after: nil, step: step).map { $0.to <= growth.to / 2 } ?? true
  }

  /// Plays silence and returns the peak of its second half.
  private static func silence(_ instance: InstanceUnderTest, frames: Int) -> Float {
    var loudest: Float = 0
    instance.stream(.silence, frames: frames) { frame, length in
      if frame >= frames / 2 { loudest = max(loudest, peak(instance, length)) }
      return true
    }
    return loudest
  }

  /// The peak of the audio outputs. CV outputs do not count, because a control voltage may grow.
  private static func peak(_ instance: InstanceUnderTest, _ length: Int) -> Float {
    instance.outputPeak(in: length, of: instance.audioOutputs.filter { $0.kind == .audio })
  }
}

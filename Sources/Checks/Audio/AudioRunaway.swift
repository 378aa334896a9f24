import Glibc
import LV2Host
import TestHost
import ValidationModel

enum AudioRunaway: PluginCheck {
  static let id: CheckID = "audio.runaway"
  static let text = CheckText(
    asserts: "On silence after a loud passage the output does not grow, at either end of any control.",
    rule: "A recursion whose loop gain is above 1 ends in full-scale noise, in the ears and in the speakers",
    source: "our own: no term of the specification asks for it",
    method: """
      With one control at an end of its range (64 such settings at most, drawn by the seed), and then with 8 sets of \
      ends of all controls, plays 0.25 s of full-scale square, and a note, and then silence. The peaks of seconds 2 \
      to 4, 4 to 6 and 6 to 8 have to grow by 5 % each, and the last of 8 further seconds has to be at least twice \
      the first and above -60 dBFS (a set, or an instrument: above full scale), or one step ten times as loud as the \
      one before and above +60 dBFS; all of it in longer steps where an echo comes back after more than a second, at \
      the defaults or at the setting. It must go on growing by 1 % a step, until it is above +40 dBFS or for two \
      minutes: a loop that saturates, and a filter that sings, do not. Stops early below -80 dBFS. Not reported where \
      it swells as loud without the loud passage.
      """,
    remedy: "Keep the gain of every loop below 1 over the whole range, or saturate inside the loop.",
    severities: [.warning])

  private static let settings = 64
  private static let sets = 8
  /// -80 dBFS: what has fallen so far is taken to fall on.
  private static let quiet: Float = 1e-4
  /// +60 dBFS: what comes so loud out of silence, and ten times as loud as a step before, need not be heard to its end.
  private static let deafening: Float = 1e3
  /// +40 dBFS: whatever grows beyond this has nothing that bounds it.
  private static let unbounded: Float = 100
  /// In seconds: for how long growth is followed.
  private static let patience = 128.0
  /// In seconds: the length of the passage, the shortest step, and how long is listened for an echo.
  private static let (passage, step, listening) = (0.25, 2.0, 8.0)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    guard
      instance.audioOutputs.contains(where: { $0.kind == .audio }), context.plugin.hasAudioInput || instance.midiInput != nil
    else { return .skipped("it has no input for audio or MIDI, or no audio output") }
    // The second half of a step is listened to: so long that an echo falls into it.
    let step = max(Self.step, 2 * (echoGap(instance) + Self.passage))
    var findings: [Finding] = []
    for setting in context.settings(atMost: settings, sets: sets, for: id) {
      let isSingle = setting.values.count == 1
      // What one control does, a set of all of them does too.
      if !isSingle, !findings.isEmpty { break }
      CrashRecord.note(activity: "\(setting.description), loud and then silent")
      setting.apply(to: instance)
      instance.activate()
      // A filter that sings at its extremes is within its rights, as long as it stays below full scale, and so is an
      // instrument.
      if let growth = growth(instance, after: .fullScale, step: step),
        isSingle && context.plugin.hasAudioInput || growth.to > 1,
        try growsByItself(context, setting, growth, step: step)
      {
        findings.append(
          finding(
            .warning,
            "With \(setting.description), silence after a loud passage comes out louder and louder: from a peak of "
              + "\(growth.from) to \(growth.to) within \(Int(growth.time)) s.",
            call: "run()", seed: context.seed, controls: instance.changedControls))
      }
      instance.deactivate()
    }
    return .findings(findings)
  }

  /// The longest silence before an echo at the settings as they are, in seconds; 0 where none comes back after more than a
  /// second. Silence is what lies 20 dB below the later echoes.
  private static func echoGap(_ instance: InstanceUnderTest) -> Double {
    instance.activate()
    defer { instance.deactivate() }
    instance.play(.fullScale, frames: Int(passage * instance.setup.rate))
    var peaks: [(end: Int, peak: Float)] = []
    let frames = Int(listening * instance.setup.rate)
    instance.stream(.silence, frames: frames) { frame, length in
      peaks.append((frame + length, instance.audioPeak(in: length)))
      return true
    }
    let later = peaks.lazy.filter { $0.end > frames / 2 }.map(\.peak).max() ?? 0
    var (lastSound, gap) = (0, 0)
    for (end, peak) in peaks where peak > max(quiet, later / 10) {
      gap = max(gap, end - lastSound)
      lastSound = end
    }
    let seconds = Double(gap) / instance.setup.rate
    return seconds > step / 2 ? seconds : 0
  }

  /// The peaks of two steps, and how much silence there was to the end of the second.
  private struct Growth {
    var from: Float
    var to: Float
    /// In seconds.
    var time: Double
  }

  /// How the output grows; nil where it does not.
  ///
  /// - Parameters:
  ///   - signal: the passage; nil for one of silence, without a note.
  ///   - step: in seconds.
  private static func growth(_ instance: InstanceUnderTest, after signal: Signal?, step: Double) -> Growth? {
    let frames = Int(passage * instance.setup.rate)
    if let signal { instance.play(signal, frames: frames) } else { instance.stream(.silence, frames: frames) { _, _ in true } }
    var peaks: [Float] = []
    for window in 0..<8 {
      let peak = silence(instance, frames: Int(step * instance.setup.rate))
      guard peak > quiet, peak.isFinite else { return nil }
      if let last = peaks.last, peak > deafening, peak > 10 * last {
        return Growth(from: last, to: peak, time: Double(window + 1) * step)
      }
      peaks.append(peak)
      if (2...3).contains(window), peak < 1.05 * peaks[window - 1] { return nil }
    }
    guard peaks[7] >= 2 * peaks[1], peaks[7] > 1e-3 else { return nil }
    while Double(peaks.count) * step < patience, let last = peaks.last, last < unbounded {
      let peak = silence(instance, frames: Int(step * instance.setup.rate))
      guard peak > 1.01 * last else { return nil }
      peaks.append(peak)
    }
    return Growth(from: peaks[1], to: peaks[peaks.count - 1], time: Double(peaks.count) * step)
  }

  /// Whether it grows in steps that hold the longest silence between two echoes at this setting too, and a fresh instance
  /// that has heard nothing does not swell as loud: then that is what it plays.
  private static func growsByItself(
    _ context: PluginContext, _ setting: ControlSetting, _ growth: Growth, step: Double
  ) throws -> Bool {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    setting.apply(to: instance)
    // What is far beyond full scale has grown, whenever its echoes came.
    let echoing = growth.to < unbounded ? 2 * (echoGap(instance) + passage) : 0
    if echoing > step {
      instance.activate()
      defer { instance.deactivate() }
      if self.growth(instance, after: .fullScale, step: echoing) == nil { return false }
    }
    let unprovoked = try InstanceUnderTest(context, InstanceSetup(context))
    setting.apply(to: unprovoked)
    unprovoked.activate()
    return self.growth(unprovoked, after: nil, step: step).map { $0.to <= growth.to / 2 } ?? true
  }

  /// The peak of the second half of a stretch of silence.
  private static func silence(_ instance: InstanceUnderTest, frames: Int) -> Float {
    var peak: Float = 0
    instance.stream(.silence, frames: frames) { frame, length in
      if frame >= frames / 2 { peak = max(peak, instance.audioPeak(in: length)) }
      return true
    }
    return peak
  }
}

extension InstanceUnderTest {
  /// Of the audio outputs alone: a control voltage may rise for as long as it likes.
  fileprivate func audioPeak(in length: Int) -> Float {
    outputPeak(in: length, of: audioOutputs.filter { $0.kind == .audio })
  }
}

import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum LifeStart: PluginCheck {
  enum Message: MessageKind {
    case burst, bypassed

    var text: MessageText {
      switch self {
      case .burst:
        MessageText(
          .warning, .note, rule: rule,
          remedy:
            "In the first run() after activate(), set smoothed gains, delays and filters to the values of {the controls}, "
            + "instead of moving there from others.")
      case .bypassed:
        MessageText(
          .note, rule: rule,
          remedy:
            "In the first run() after activate(), start with the bypass that {the control} states, without a crossfade."
        )
      }
    }
  }

  private static let rule = Rule(
    "A host can start with the first frame of a sound, as in an export: it sounds as it does later",
    source: "lv2val: the specification has no such requirement")

  static let id: CheckID = "life.start"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts:
      "A sound in the first frames after activate() is not louder than after silence, and does not pass the effect if "
      + "the plug-in is bypassed.",
    method:
      "Plays noise and a note at the first frame, after \(silences[0]) and after \(silences[1]) frames of silence, at "
      + "the defaults, bypassed, and at up to \(settings) other settings. Reports a beginning of at most \(beginning) frames "
      + "that is more than twice as loud as what follows either silence.",
    details:
      "A burst that is at most twice as loud as the input, or as full scale if there is none, is a note. With the "
      + "bypass from activate() on, a beginning is reported that differs from the input by more than -20 dB after "
      + "10 ms, if what follows the silences is the input. What depends on time, such as a free oscillator, differs "
      + "between the two silences and is not reported. The controls have their values before activate(). A plug-in "
      + "that schedules work is not examined.",
    level: CheckLevel(6, "The beginning of an export or of a song is a loud click."))

  /// The lengths of the silence in frames: equal places in the blocks of transforms, whose lengths are powers of two.
  private static let silences = [8192, 24576]
  /// In frames: of the sound, and of a beginning. What differs longer is not known to end.
  private static let (frames, beginning) = (8192, 4096)
  /// The most settings besides the defaults and the bypass.
  private static let settings = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if case .none(let reason) = try context.reference(context.noise, frames: frames) { return .skipped(reason) }
    guard try Start(context, ControlSetting(values: [])) != nil else { return .skipped("the plug-in schedules work") }
    for setting in played(context) {
      guard let start = try Start(context, setting)?.reduced(), let finding = start.finding() else { continue }
      return try context.confirmed([finding]) { try start.isRepeated(in: $0) }
    }
    return .passed
  }

  private static func played(_ context: PluginContext) -> [ControlSetting] {
    let swept = context.sweep(seconds: Double(silences[0] + 2 * frames) / context.rate, for: id).prefix(settings)
    if context.replayed != nil { return Array(swept) }
    let bypassed = context.plugin.bypassControl.map { [($0.port, $0.bypassed)] }
    return [[], bypassed].compactMap { $0.map(ControlSetting.init) } + swept
  }

  /// The output at a setting of an instance that plays at once, and of one that plays after silence.
  private struct Start {
    private let setting: ControlSetting
    private let context: PluginContext
    private let first: Recording
    private let later: Recording

    /// Relative to the peak: both silences lead to the same output, -40 dB; a difference that is heard, -20 dB.
    private static let (equal, audible): (Float, Float) = (0.01, 0.1)
    /// The least ratio of the peaks of a burst, and the least peak.
    private static let (loud, leastPeak): (Float, Float) = (2, 0.01)
    /// Of the noise.
    private static let inputPeak: Float = 0.25

    /// Nil if the plug-in schedules work, or if its output is not finite.
    init?(_ context: PluginContext, _ setting: ControlSetting) throws {
      (self.context, self.setting) = (context, setting)
      guard let first = try Self.play(context, setting, after: 0),
        let later = try Self.play(context, setting, after: silences[0])
      else { return nil }
      (self.first, self.later) = (first, later)
    }

    private static func play(
      _ context: PluginContext, _ setting: ControlSetting, after silence: Int
    ) throws -> Recording? {
      let instance = try context.activeInstance(at: setting)
      instance.stream(.silence, frames: silence) { _, _ in true }
      let output = instance.play(context.noise, frames: frames)
      let isUsable = instance.hosted.features.worker.scheduleCount == 0 && output.firstNonfinite == nil
      return isUsable ? output : nil
    }

    private var inputCount: Int { context.plugin.ports.count { $0.hasSamples && $0.isInput } }

    /// Whether the bypass is on, and the input passes after silence.
    private var isBypassed: Bool {
      guard let bypass = context.plugin.bypassControl, inputCount == later.channels.count,
        setting.values.contains(where: { $0.port.index == bypass.port.index && $0.value == bypass.bypassed })
      else { return false }
      return later.channels.enumerated().allSatisfy { channel, samples in
        samples.enumerated().allSatisfy { frame, sample in
          abs(sample - context.noise.sample(frame: frame, channel: channel, rate: context.rate)) < Self.equal
            * later.peak
        }
      }
    }

    private typealias Fault = (message: Message, channel: Int, last: Int)

    private var fault: Fault? {
      for channel in first.channels.indices {
        let differences = Array(first.channels[channel].differences(from: later.channels[channel]))
        let peaks = (first: first.only([first.ports[channel]]).peak, later: later.only([first.ports[channel]]).peak)
        let isBurst = peaks.first > max(Self.loud * peaks.later, Self.leastPeak)
        let limit = Self.audible * max(peaks.later, Self.leastPeak)
        guard let last = differences.lastIndex(where: { $0 > limit }), last < beginning else { continue }
        if isBurst { return (.burst, channel, last) }
        if isBypassed, Double(last) > 0.01 * context.rate { return (.bypassed, channel, last) }
      }
      return nil
    }

    /// Whether the beginning has a fault, and the sound after another silence is the same as after the first one.
    private var isCertain: Bool {
      get throws {
        guard fault != nil, let latest = try Self.play(context, setting, after: silences[1]) else { return false }
        return latest.largestDifference(from: later) <= Self.equal * max(later.peak, Self.leastPeak)
      }
    }

    /// The start at the fewest controls; nil if it has no certain fault.
    func reduced() throws -> Start? {
      guard try isCertain, let message = fault?.message else { return nil }
      var values = setting.values
      try values.reduce {
        guard let start = try Start(context, ControlSetting(values: $0)) else { return false }
        return try start.fault?.message == message && start.isCertain
      }
      return try Start(context, ControlSetting(values: values))
    }

    func isRepeated(in context: PluginContext) throws -> Bool {
      guard let again = try Start(context, setting) else { return false }
      return again.first.isIdentical(to: first) && again.later.isIdentical(to: later)
    }

    func finding() -> Finding? {
      guard let fault else { return nil }
      let port = first.ports[fault.channel]
      let values = setting.values.isEmpty ? nil : setting.controls
      switch fault.message {
      case .burst:
        let peaks = (first: first.only([port]).peak, later: later.only([port]).peak)
        let usual = inputCount > 0 ? Self.inputPeak : 1
        return outputFinding(
          .burst, severity: peaks.first > Self.loud * usual ? nil : .note, port, context,
          "begins with a peak of \(peaks.first.text) if noise starts at the first frame\(place). After silence, the same "
            + "noise has a peak of \(peaks.later.text); frames up to \(fault.last) differ.",
          naming: [setting.values.isEmpty ? "the controls" : setting.description], controls: values)
      case .bypassed:
        guard let bypass = context.plugin.bypassControl else { return nil }
        let name = context.name(bypass.port.index)
        return outputFinding(
          .bypassed, port, context,
          "differs from the input up to frame \(fault.last) if noise starts at the first frame\(place). After "
            + "silence, it equals the input.", naming: [name], controls: values)
      }
    }

    private var place: String { setting.values.isEmpty ? "" : ", with \(setting.description)" }
  }
}

import LV2Host
import TestHost
import ValidationModel

enum LifeInPlace: PluginCheck {
  static let id: CheckID = "life.in-place"
  static let text = CheckText(
    asserts: "One buffer may serve for input and output, unless lv2:inPlaceBroken is declared.",
    rule: "A host may give the same buffer to an input and an output of a plug-in without lv2:inPlaceBroken",
    source: "lv2core: lv2:inPlaceBroken",
    method: """
      Plays noise with each output in the buffer of the input of the same rank, and compares with the output in buffers \
      of its own. A difference of -100 dB of the peak is rounding. Then so with each control at either end of its range \
      (at each position of a switch; 64 settings at most, drawn by the seed) and with 8 sets of ends: there an output \
      has to differ by a tenth of its power, in fresh instances too.
      """,
    remedy: "Read every input sample of a frame before the first output of that frame is written, or require "
      + "lv2:inPlaceBroken.",
    severities: [.error, .warning])

  /// As in life.reset.
  private static let tolerance: Float = 1e-5
  /// Of the power: feedback, gates and quantisers at their ends make more of a rounding error than a filter does, but
  /// not that much in the time of a setting.
  private static let settingTolerance: Float = 0.1
  private static let frames = 8192
  private static let settings = 64
  private static let sets = 8
  /// How long a setting is played, in frames.
  private static let settingFrames = 512

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard !context.plugin.inPlaceBroken else { return .skipped("it declares lv2:inPlaceBroken") }
    guard !context.plugin.ports(.audio, .input).isEmpty, !context.plugin.ports(.audio, .output).isEmpty else {
      return .skipped("it has no audio input and output that could share a buffer")
    }
    let shared = try context.record(context.noise, frames: frames, inPlace(context))
    switch try context.reference(context.noise, frames: frames) {
    case .none(let reason): return .skipped("only tried for crashes: \(reason)")
    case .recording(let separate):
      guard let difference = difference(of: shared, from: separate, context) else {
        return try compareSettings(context)
      }
      return try context.confirmed([difference]) { context in
        try context.record(context.noise, frames: frames).isIdentical(to: separate)
          && context.record(context.noise, frames: frames, inPlace(context)).isIdentical(to: shared)
      }
    }
  }

  private static func inPlace(_ context: PluginContext) -> InstanceSetup {
    var setup = InstanceSetup(context)
    setup.inPlace = true
    return setup
  }

  private static func difference(
    of shared: Recording, from separate: Recording, _ context: PluginContext
  ) -> Finding? {
    if let place = shared.firstNonfinite {
      return finding(
        .error, "Output \(context.name(place.port)) is \(place.value) at frame \(place.frame), in place alone.",
        call: "run()", seed: context.seed)
    }
    guard shared.largestDifference(from: separate) > tolerance * max(separate.peak, shared.peak),
      let place = shared.firstDifference(from: separate)
    else { return nil }
    return finding(
      .warning, "In place, output \(context.name(place.port)) differs from frame \(place.frame) on.", call: "run()",
      seed: context.seed)
  }

  // MARK: Settings

  private static func compareSettings(_ context: PluginContext) throws -> CheckOutcome {
    let settings = context.settings(atMost: settings, sets: sets, for: id)
    let shared = try play(settings, context, inPlace(context))
    let separate = try play(settings, context, InstanceSetup(context))
    for (setting, (shared, separate)) in zip(settings, zip(shared, separate)) where isOther(shared, than: separate) {
      // What differs after other settings may be the remains of these.
      let takes = try [InstanceSetup(context), inPlace(context)].map { try play([setting], context, $0)[0] }
      guard isOther(takes[1], than: takes[0]), let place = takes[1].firstDifference(from: takes[0]) else { continue }
      let difference = finding(
        .warning,
        "In place, output \(context.name(place.port)) differs from frame \(place.frame) on, with \(setting.description).",
        call: "run()", seed: context.seed, controls: setting.controls)
      return try context.confirmed([difference]) { context in
        try play([setting], context, InstanceSetup(context))[0].isIdentical(to: takes[0])
          && play([setting], context, inPlace(context))[0].isIdentical(to: takes[1])
      }
    }
    return .passed
  }

  /// What a fresh instance plays at the settings, one after the other.
  private static func play(
    _ settings: [ControlSetting], _ context: PluginContext, _ setup: InstanceSetup
  ) throws -> [Recording] {
    let instance = try InstanceUnderTest(context, setup)
    instance.activate()
    return settings.enumerated().map { index, setting in
      CrashRecord.note(activity: "\(setup.inPlace ? "in place, " : "")\(setting.description)")
      setting.apply(to: instance)
      return instance.play(context.noise, frames: settingFrames, from: index * settingFrames)
    }
  }

  /// Whether two takes have next to nothing in common; not where one of them is not finite, which param.bounds reports.
  private static func isOther(_ take: Recording, than other: Recording) -> Bool {
    guard take.peak.isFinite, other.peak.isFinite else { return false }
    func power(_ values: some Sequence<Float>) -> Float { values.reduce(0) { $0 + $1 * $1 } }
    return zip(take.channels, other.channels).contains { mine, theirs in
      power(zip(mine, theirs).lazy.map { $0 - $1 }) > settingTolerance * max(power(mine), power(theirs))
    }
  }
}

import LV2Host
import TestHost
import ValidationModel

enum LifeReset: PluginCheck {
  static let id: CheckID = "life.reset"
  static let text = CheckText(
    asserts: "After deactivate and activate the output is that of a fresh instance.",
    rule: "activate() resets all state that depends on the history of the instance",
    source: "lv2/core/lv2.h: activate()",
    method: """
      Plays noise, deactivates, activates, plays the same again, and compares with a fresh instance's output: a \
      difference of -100 dB of the peak is rounding; at the defaults, and, against an instance that has heard silence \
      before, with every control at a place drawn by the seed. Then resets once more at the defaults and listens to 6 s of silence, of which no block may be more than \
      -60 dBFS louder than a fresh instance's. A plug-in that schedules work is compared with an \
      instance that has played other noise before, for its first block is without what the work brings.
      """,
    remedy: "Clear delays, filters, envelopes and phases in activate().",
    severities: [.warning])

  /// -100 dB: far below what is audible, far above the rounding of single precision.
  private static let tolerance: Float = 1e-5
  /// -60 dBFS: what nobody hears may remain.
  private static let audible: Float = 1e-3
  private static let frames = 8192
  /// In seconds: longer than the delays of nearly all echoes.
  private static let listening = 6.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if case .none(let reason) = try context.reference(context.noise, frames: frames) { return .skipped(reason) }
    let (usual, other) = try histories(context)
    let atDefaults = try compare(context, usual, other)
    guard atDefaults == .passed else { return atDefaults }
    // Away from the defaults a fresh instance may glide to where the controls are, and one that was reset is there.
    let silence = History(signal: .silence, frames: frames)
    if case .findings(let found) = try compare(context, usual, silence, randomSetting(context)), !found.isEmpty {
      return .findings(found)
    }
    return try listen(context, usual, other)
  }

  /// Every control but the bypass at a place drawn by the seed.
  private static func randomSetting(_ context: PluginContext) -> ControlSetting {
    var generator = context.generator(for: id)
    let ports = context.plugin.movableControls.filter { !$0.isDesignated(URI.Core.enabled) }
    return ControlSetting(
      values: ports.compactMap { port in
        port.range(rate: context.rate).map { (port, port.value(at: generator.unit(), in: $0)) }
      })
  }

  /// What was played before the reset, and, for a plug-in that schedules work, before that of the instance to compare.
  private static func histories(_ context: PluginContext) throws -> (usual: History, other: History?) {
    let usual = History(signal: context.noise, frames: frames)
    let instance = try instance(context, after: usual)
    instance.play(context.noise, frames: frames)
    guard instance.hosted.features.worker.scheduleCount > 0 else { return (usual, nil) }
    return (usual, History(signal: .noise(amplitude: 0.25, seed: ~context.seed), frames: 5000))
  }

  /// Compares what is played after a reset with what is played after another history, or with a fresh instance's.
  private static func compare(
    _ context: PluginContext, _ usual: History, _ other: History?, _ setting: ControlSetting? = nil
  ) throws -> CheckOutcome {
    let again = try sound(context, after: usual, setting)
    let expected = try sound(context, after: other, setting)
    guard let place = again.firstDifference(from: expected),
      again.largestDifference(from: expected) > tolerance * max(expected.peak, again.peak)
    else { return .passed }
    let difference = finding(
      .warning,
      "Output \(context.name(place.port)) differs from "
        + (other == nil ? "a fresh instance's" : "what it is after another history")
        + " from frame \(place.frame) on\(setting.map { ", with \($0.description)" } ?? "").", call: "run()",
      seed: context.seed, controls: setting?.controls ?? [])
    return try context.confirmed([difference]) { context in
      try sound(context, after: other, setting).isIdentical(to: expected)
        && sound(context, after: usual, setting).isIdentical(to: again)
    }
  }

  /// What an instance lived through before it was reset.
  private struct History {
    var signal: Signal
    var frames: Int
  }

  /// Looks for what comes long after the reset.
  private static func listen(_ context: PluginContext, _ usual: History, _ other: History?) throws -> CheckOutcome {
    let tail = try silence(context, after: usual)
    guard tail.contains(where: { $0 > audible }) else { return .passed }
    let expected = try silence(context, after: other)
    guard let block = zip(tail, expected).enumerated().first(where: { $1.0 - $1.1 > audible })?.offset else {
      return .passed
    }
    let seconds = Double(block * context.blockLength) / context.rate
    let remains = finding(
      .warning,
      "On silence after a reset the output has a peak of \(tail[block]) after \((seconds * 100).rounded() / 100) s; "
        + "without the sound before the reset it has \(expected[block]).", call: "run()", seed: context.seed)
    return try context.confirmed([remains]) { context in
      try silence(context, after: other) == expected && silence(context, after: usual) == tail
    }
  }

  /// An active instance that was reset after its history; a fresh one where there is none.
  private static func instance(
    _ context: PluginContext, after history: History?, _ setting: ControlSetting? = nil
  ) throws -> InstanceUnderTest {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    setting?.apply(to: instance)
    instance.activate()
    guard let history else { return instance }
    instance.play(history.signal, frames: history.frames)
    instance.reset()
    return instance
  }

  /// What it plays on noise.
  private static func sound(
    _ context: PluginContext, after history: History?, _ setting: ControlSetting?
  ) throws -> Recording {
    try instance(context, after: history, setting).play(context.noise, frames: frames)
  }

  /// The peaks of the blocks that it plays on silence.
  private static func silence(_ context: PluginContext, after history: History?) throws -> [Float] {
    let instance = try instance(context, after: history)
    var peaks: [Float] = []
    instance.stream(.silence, frames: Int(listening * context.rate)) { _, length in
      peaks.append(instance.outputPeak(in: length, of: instance.audioOutputs))
      return true
    }
    return peaks
  }
}

import LV2Host
import Model
import Support
import TestHost

enum ParamStaleSound: PluginCheck {
  enum Message: MessageKind {
    case enabled, switched

    var text: MessageText {
      switch self {
      case .enabled:
        MessageText(
          .warning,
          rule: Rule(
            "\"The plugin must provide a click-free transition between the enabled and disabled (bypassed) states\"; sound "
              + "from before the bypass is none of the signal after it",
            source: "lv2core: lv2:enabled"),
          remedy:
            "Clear filters and delay lines when {the control} has become 0, or continue to process silence in them "
            + "while it is 0.")
      case .switched:
        MessageText(
          .note,
          rule: Rule(
            "A part of the signal path that is switched on begins with the present signal, unless it is meant to keep "
              + "sound", source: "lv2val: the specification has no such requirement"),
          remedy:
            "Clear the filters and delay lines of a part that is switched off, when {the control} has changed and the "
            + "crossfade has ended.")
      }
    }
  }

  static let id: CheckID = "param.stale-sound"
  static let provocation = Provocation(canFixControls: false)
  static let text = CheckText(
    asserts: "A part that was switched off during sound and on again in silence does not play the old sound.",
    method:
      "Plays loud noise with an offset for 0.25 s, moves lv2:enabled or another switch, plays 1 s of silence, and moves it back in "
      + "silence. If the output was silent and then exceeds -60 dBFS, the same is played without noise, and without "
      + "moving the switch. Sound that neither gives is reported.",
    details:
      "Sound that an instance plays whose switch never moved is a tail. Sound that an instance plays without noise before is a "
      + "click of the switch or a tone. Switches are toggled control inputs; lv2:enabled is the first, and each is moved from each "
      + "of its positions, as long as that takes less than 0.2 s of processor time.",
    level: CheckLevel(6, "Users hear the past when they end a bypass."))

  /// In seconds: of the noise before the switch is moved; of the noise, in which a crossfade ends, and the silence while it is
  /// at the other position; and of the silence after it.
  private static let (noise, crossfade, silence, after) = (0.25, 2.0, 0.5, 0.25)
  /// In seconds of processor time, after which no further switch is moved.
  private static let budget = 0.2
  /// The output counts as silent if a quarter of what is audible is not exceeded.
  private static let silent = LifeReset.audible / 4

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = context.plugin.missingAudioPath { return .skipped(reason) }
    let switches = context.plugin.ports(.control, .input).filter {
      $0.isDesignated(URI.Core.enabled) || ($0.isToggled && !$0.isDesignated(URI.Core.freeWheeling))
    }.sorted { $0.isDesignated(URI.Core.enabled) && !$1.isDesignated(URI.Core.enabled) }
    guard !switches.isEmpty else { return .skipped("the plug-in has no switch") }
    var findings: [Finding] = []
    let start = ProcessSnapshot.threadTime
    for port in switches where ProcessSnapshot.threadTime - start < budget {
      // The bypass keeps no sound that is heard when it begins again.
      let positions: [Float] = port.isDesignated(URI.Core.enabled) ? [1] : [1, 0]
      for position in positions {
        guard let found = try finding(port, at: position, context) else { continue }
        let outcome = try context.confirmed([found]) { context in
          try finding(port, at: position, context)?.message == found.message
        }
        findings += outcome.findings
        break
      }
    }
    return .findings(findings)
  }

  /// The finding about a switch that is at a position during sound, at the other one in silence, and back in silence.
  private static func finding(
    _ port: PortDescription, at position: Float, _ context: PluginContext
  ) throws -> Finding? {
    let loud = Signal.offsetNoise(amplitude: 0.5, offset: 0.4, seed: context.seed)
    guard let old = try peaks(context, port, position, loud, moves: true), old.isSilentWhileOff else { return nil }
    guard let peak = old.after.max(), peak.isFinite, peak > LifeReset.audible else { return nil }
    // Without the noise: what the switch itself does. Without the move: a tail.
    guard let click = try peaks(context, port, position, .silence, moves: true),
      let tail = try peaks(context, port, position, loud, moves: false)
    else { return nil }
    let remains = zip(old.after, zip(click.after, tail.after)).map { $0 - 2 * max($1.0, $1.1) }.max() ?? 0
    guard remains > LifeReset.audible else { return nil }
    let isEnabled = port.isDesignated(URI.Core.enabled)
    return runFinding(
      isEnabled ? .enabled : .switched, about: port.symbol, context,
      "The output has a peak of \(peak.text) in silence when \(context.name(port.index)) returns to \(position.text), at "
        + "which noise was played before \(silence.text) s of silence at \((1 - position).text); expected silence.",
      naming: [context.name(port.index)])
  }

  private struct Peaks {
    var isSilentWhileOff = false
    /// The peak of each block after the switch returned.
    var after: [Float] = []
  }

  /// Plays a signal, silence with the switch at the other position, and silence at the first position.
  ///
  /// - Returns: nil if an output is not finite.
  private static func peaks(
    _ context: PluginContext, _ port: PortDescription, _ position: Float, _ signal: Signal, moves: Bool
  ) throws -> Peaks? {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance[control: port.index] = position
    instance.activate()
    var peaks = Peaks()
    func play(_ signal: Signal, seconds: Double) -> [Float] {
      var blocks: [Float] = []
      instance.stream(signal, frames: Int(seconds * context.rate)) { _, length in
        blocks.append(instance.outputPeak(in: length, of: instance.audioOutputs))
        return true
      }
      return blocks
    }
    guard play(signal, seconds: noise).allSatisfy(\.isFinite) else { return nil }
    if moves { instance[control: port.index] = 1 - position }
    guard play(signal, seconds: crossfade).allSatisfy(\.isFinite) else { return nil }
    let off = play(.silence, seconds: silence)
    peaks.isSilentWhileOff = off.suffix(max(1, off.count / 4)).allSatisfy { $0 < silent }
    instance[control: port.index] = position
    peaks.after = play(.silence, seconds: after)
    return peaks.after.allSatisfy(\.isFinite) ? peaks : nil
  }
}

import LV2Host
import Model
import Support
import TestHost

enum ParamEnabledClick: PluginCheck {
  enum Message: MessageKind {
    case click

    var text: MessageText {
      switch self {
      case .click:
        MessageText(
          .note,
          rule: Rule(
            "\"The plugin must provide a click-free transition between the enabled and disabled (bypassed) states\"",
            source: "lv2core: lv2:enabled"),
          remedy:
            "Change from the processed signal to the input by a crossfade of several milliseconds when {the control} "
            + "changes.")
      }
    }
  }

  static let id: CheckID = "param.enabled-click"
  static let provocation = Provocation(canFixControls: false)
  static let text = CheckText(
    asserts: "Switching lv2:enabled off and on adds no step to the output that is larger than those of the signal.",
    method: "Plays a sine of 200 Hz at -6 dBFS and switches the port eight times at different phases. Compares the "
      + "largest step between two successive samples after a switch with the largest step in the settled states.",
    details:
      "The step may be twice that of the settled states plus 1 % of the peak. A toggled control that is named bypass, "
      + "enable or enabled is judged too.",
    level: CheckLevel(9, "A click is audible, but does no other harm."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let control = context.plugin.bypassControl else {
      return .skipped("the plug-in has no port designated lv2:enabled")
    }
    let enabled = control.port
    if let reason = context.plugin.missingAudioPath { return .skipped(reason) }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let sine = Signal.sine(frequency: 200, amplitude: 0.5)
    let length = instance.configuration.maximumBlockLength
    // A prime number of blocks, so that the switches occur at different phases of the sine; at least a quarter of a second.
    let blocks = 97 * max(1, Int(context.rate / 4) / (97 * length) + 1)
    instance.activate()
    var last = [Float?](repeating: nil, count: instance.audioOutputs.count)
    var (moving, settled, peak): (Float, Float, Float) = (0, 0, 0)
    for turn in 0..<9 {
      instance[control: enabled.index] = turn % 2 == 0 ? 1 - control.bypassed : control.bypassed
      let recording = instance.play(sine, frames: blocks * length, from: turn * blocks * length)
      guard recording.firstNonfinite == nil else { return .skipped("the output is not finite") }
      peak = max(peak, recording.peak)
      for (index, channel) in recording.channels.enumerated() {
        // The first step is that from the previous recording.
        let (half, end) = (channel.count / 2, channel.count)
        if turn > 0 { moving = max(moving, largestStep(channel, 0..<half, after: last[index] ?? channel[0])) }
        settled = max(settled, largestStep(channel, half..<end, after: channel[max(0, half - 1)]))
        last[index] = channel.last
      }
    }
    guard moving > 2 * settled + 0.01 * peak else { return .passed }
    return runFinding(
      .click, about: enabled.symbol, context,
      "Switching \(context.name(enabled.index)) causes a step of \(moving.text) between two samples; expected at most "
        + "\((2 * settled + 0.01 * peak).text), because the settled output has steps of up to \(settled.text).",
      naming: [context.name(enabled.index)])
  }

  /// The largest difference between successive samples of a range, the first of which follows `previous`.
  private static func largestStep(_ channel: [Float], _ range: Range<Int>, after previous: Float) -> Float {
    var (largest, previous): (Float, Float) = (0, previous)
    for index in range {
      largest = max(largest, abs(channel[index] - previous))
      previous = channel[index]
    }
    return largest
  }
}

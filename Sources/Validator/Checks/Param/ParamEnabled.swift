import Glibc
import LV2Host
import Model
import Support
import TestHost

enum ParamEnabled: PluginCheck {
  enum Message: MessageKind {
    case output, undelayed

    var text: MessageText {
      switch self {
      case .output:
        MessageText(
          .warning,
          rule: Rule(
            "\"If this value is zero, the plugin is expected to bypass all signals unmodified\"",
            source: "lv2core: lv2:enabled"),
          remedy: "Copy {the input} to {the output} while {the control} is 0.")
      case .undelayed:
        MessageText(
          .warning,
          rule: Rule(
            "The latency port expresses \"the processing latency incurred by the plugin\", which hosts compensate also while "
              + "lv2:enabled is 0",
            source: "lv2core: lv2:reportsLatency, lv2:enabled"),
          remedy:
            "Copy {the input} to {the output} through a delay line of {the reported latency} while {the control} is 0, or "
            + "report a latency of 0 then.")
      }
    }
  }

  static let id: CheckID = "param.enabled"
  static let text = CheckText(
    asserts: "With lv2:enabled at 0, each output equals an input, delayed by the latency.",
    method: "Plays with the port at 1, sets it to 0, and plays 1 s of noise. The next 8192 frames of each output must "
      + "equal an input, delayed by the reported latency, within -80 dB relative to the input's peak.",
    details: "The second of noise leaves time for a crossfade. Each output is compared with the input of the same "
      + "rank, or the only input, and then with the other inputs. The check is skipped if the numbers of inputs and "
      + "outputs differ, except for one input and two outputs. Side chains do not count as inputs.",
    level: CheckLevel(6, "The bypass changes the sound."))

  /// -80 dB: a crossfade that approaches its end without reaching it differs less.
  private static let tolerance: Float = 1e-4

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let enabled = context.plugin.port(designation: URI.Core.enabled), enabled.isInput else {
      return .skipped("the plug-in has no port designated lv2:enabled")
    }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let inputs = instance.audioInputs.filter { $0.kind == .audio && !$0.isSideChain }
    let outputs = instance.audioOutputs.filter { $0.kind == .audio }
    // One input and two outputs are mono to stereo. More outputs are the bands of a crossover, or taps.
    guard let only = inputs.first, inputs.count == outputs.count || (inputs.count == 1 && outputs.count == 2) else {
      return .skipped("the numbers of audio inputs and outputs differ")
    }
    instance[control: enabled.index] = 1
    instance.activate()
    let length = instance.configuration.maximumBlockLength
    let begin = (8192 / length + 1) * length
    instance.play(context.noise, frames: begin)
    instance[control: enabled.index] = 0
    let start = begin + (Int(context.rate) / length + 1) * length
    instance.play(context.noise, frames: start - begin, from: begin)
    let recording = instance.play(context.noise, frames: 8192, from: start)
    let reported = context.plugin.latencyPort.map { instance[control: $0.index] } ?? 0
    guard reported > -1, reported < Float(start) else {
      return .skipped("the reported latency of \(reported.text) frames is out of range")
    }
    let latency = Int(max(0, reported).rounded())

    func difference(
      _ output: PortDescription, from input: PortDescription, delayedBy latency: Int
    ) -> Float {
      guard let rank = recording.ports.firstIndex(of: output.index),
        let channel = instance.audioInputs.firstIndex(where: { $0.index == input.index })
      else { return 0 }
      return recording.channels[rank].enumerated().reduce(0) { worst, next in
        let expected = context.noise.sample(frame: start + next.offset - latency, channel: channel, rate: context.rate)
        return max(worst, next.element.isFinite ? abs(next.element - expected) : .infinity)
      }
    }
    let findings = outputs.enumerated().compactMap { rank, output -> Finding? in
      let input = inputs.count == 1 ? only : inputs[rank]
      let worst = difference(output, from: input, delayedBy: latency)
      // Both outputs of a vocoder pass the carrier.
      let others = instance.audioInputs.filter { $0.kind == .audio && $0.index != input.index }
      guard worst > tolerance * 0.25,
        !others.contains(where: { difference(output, from: $0, delayedBy: latency) <= tolerance * 0.25 })
      else { return nil }
      if latency > 0, difference(output, from: input, delayedBy: 0) <= tolerance * 0.25 {
        return runFinding(
          .undelayed, about: output.symbol, context,
          "Output '\(output.symbol)' equals the undelayed input '\(input.symbol)' if \(context.name(enabled.index)) is 0; "
            + "expected the reported latency of \(latency.counted("frame")).",
          naming: [
            "input '\(input.symbol)'", "output '\(output.symbol)'", latency.counted("frame"),
            context.name(enabled.index),
          ])
      }
      let level =
        worst.isFinite
        ? "\(Int((20 * log10(worst / 0.25)).rounded())) dB relative to the input's peak" : "NaN or infinity"
      let delay = latency > 0 ? " delayed by \(latency.counted("frame"))" : ""
      return runFinding(
        .output, about: output.symbol, context,
        "Output '\(output.symbol)' differs from input '\(input.symbol)'\(delay) by \(level) if "
          + "\(context.name(enabled.index)) is 0; expected an equal signal.",
        naming: ["input '\(input.symbol)'\(delay)", "output '\(output.symbol)'", context.name(enabled.index)])
    }
    return .findings(findings)
  }
}

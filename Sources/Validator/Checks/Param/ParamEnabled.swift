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
            "The latency port expresses \"the processing latency incurred by the plugin\", which hosts compensate also "
              + "while lv2:enabled is 0",
            source: "lv2core: lv2:reportsLatency, lv2:enabled"),
          remedy:
            "Copy {the input} to {the output} through a delay line of {the reported latency} while {the control} is 0, "
            + "or report a latency of 0 then.")
      }
    }
  }

  static let id: CheckID = "param.enabled"
  static let provocation = Provocation(canFixControls: false)
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
    let start = playDisabled(instance, enabled, context)
    let recording = instance.play(context.noise, frames: 8192, from: start)
    let reported = context.plugin.latencyPort.map { instance[control: $0.index] } ?? 0
    guard reported > -1, reported < Float(start) else {
      return .skipped("the reported latency of \(reported.text) frames is out of range")
    }
    let bypass = Bypass(
      control: context.name(enabled.index), instance: instance, recording: recording, start: start,
      latency: Int(max(0, reported).rounded()), context: context)
    return .findings(
      outputs.enumerated().compactMap { rank, output in bypass.finding(output, inputs.count == 1 ? only : inputs[rank])
      })
  }

  /// Plays with the port at 1, and then for 1 s at 0; returns the number of frames.
  private static func playDisabled(
    _ instance: InstanceUnderTest, _ enabled: PortDescription, _ context: PluginContext
  ) -> Int {
    instance[control: enabled.index] = 1
    instance.activate()
    let length = instance.configuration.maximumBlockLength
    let begin = (8192 / length + 1) * length
    instance.play(context.noise, frames: begin)
    instance[control: enabled.index] = 0
    let start = begin + (Int(context.rate) / length + 1) * length
    instance.play(context.noise, frames: start - begin, from: begin)
    return start
  }

  /// A recording with the port at 0.
  private struct Bypass {
    /// The name of the port.
    let control: String
    let instance: InstanceUnderTest
    let recording: Recording
    /// The number of frames before the recording.
    let start: Int
    /// In frames, as reported.
    let latency: Int
    let context: PluginContext

    private static let peak: Float = 0.25

    func finding(_ output: PortDescription, _ input: PortDescription) -> Finding? {
      let worst = difference(output, from: input, delayedBy: latency)
      // Both outputs of a vocoder pass the carrier.
      let others = instance.audioInputs.filter { $0.kind == .audio && $0.index != input.index }
      guard !isEqual(worst), !others.contains(where: { isEqual(difference(output, from: $0, delayedBy: latency)) })
      else { return nil }
      let names = (input: "input '\(input.symbol)'", output: "output '\(output.symbol)'")
      if latency > 0, isEqual(difference(output, from: input, delayedBy: 0)) {
        return ParamEnabled.runFinding(
          .undelayed, about: output.symbol, context,
          "Output '\(output.symbol)' equals the undelayed \(names.input) if \(control) is 0; expected the reported "
            + "latency of \(latency.counted("frame")).",
          naming: [names.input, names.output, latency.counted("frame"), control])
      }
      let level =
        worst.isFinite
        ? "\(Int((20 * log10(worst / Self.peak)).rounded())) dB relative to the input's peak" : "NaN or infinity"
      let delayed = names.input + (latency > 0 ? " delayed by \(latency.counted("frame"))" : "")
      return ParamEnabled.runFinding(
        .output, about: output.symbol, context,
        "Output '\(output.symbol)' differs from \(delayed) by \(level) if \(control) is 0; expected an equal signal.",
        naming: [delayed, names.output, control])
    }

    private func isEqual(_ difference: Float) -> Bool { difference <= tolerance * Self.peak }

    private func difference(
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
  }
}

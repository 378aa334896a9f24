import Glibc
import LV2Host
import TestHost
import ValidationModel

enum ParamEnabled: PluginCheck {
  static let id: CheckID = "param.enabled"
  static let text = CheckText(
    asserts: "With lv2:enabled at 0 each output is an input, delayed by the latency.",
    rule: "If the value is zero, the plug-in is expected to bypass all signals unmodified",
    source: "lv2core: lv2:enabled; lv2core: lv2:latency",
    method: """
      Plays with the port at 1, turns it to 0, plays 1 s of noise for a crossfade to end, and compares the next \
      8192 frames with the input of the same rank, or the only one, and then with the others, moved by the latency \
      that is reported: nothing above -80 dB of the input's peak.
      """,
    remedy: "Copy input to output, through the same delay as the processed signal.",
    severities: [.warning])

  /// A crossfade that comes near its end without reaching it leaves less.
  private static let tolerance: Float = 1e-4

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let enabled = context.plugin.port(designation: URI.Core.enabled), enabled.isInput else {
      return .skipped("it has no port designated lv2:enabled")
    }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let inputs = instance.audioInputs.filter { $0.kind == .audio && !$0.isSideChain }
    let outputs = instance.audioOutputs.filter { $0.kind == .audio }
    // From one input to two outputs is from mono to stereo; more of them are the bands of a crossover, or taps.
    guard let only = inputs.first, inputs.count == outputs.count || (inputs.count == 1 && outputs.count == 2) else {
      return .skipped("its audio inputs and outputs are not of the same number, nor one and two")
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
      return .skipped("its latency of \(reported) frames is none that can be waited for")
    }
    let latency = Int(max(0, reported).rounded())

    func difference(_ output: PortDescription, from input: PortDescription) -> Float {
      guard let rank = recording.ports.firstIndex(of: output.index),
        let channel = instance.audioInputs.firstIndex(where: { $0.index == input.index })
      else { return 0 }
      return recording.channels[rank].enumerated().reduce(0) { worst, next in
        let (frame, sample) = next
        let expected = context.noise.sample(frame: start + frame - latency, channel: channel, rate: context.rate)
        return max(worst, sample.isFinite ? abs(sample - expected) : .infinity)
      }
    }
    let findings = outputs.enumerated().compactMap { rank, output -> Finding? in
      let input = inputs.count == 1 ? only : inputs[rank]
      let worst = difference(output, from: input)
      // A vocoder's both sides pass the carrier on.
      let others = instance.audioInputs.filter { $0.kind == .audio && $0.index != input.index }
      guard worst > tolerance * 0.25,
        !others.contains(where: { difference(output, from: $0) <= tolerance * 0.25 })
      else { return nil }
      let level = worst.isFinite ? "\(Int((20 * log10(worst / 0.25)).rounded())) dB of the input's peak" : "infinity"
      return finding(
        .warning,
        "With \(context.name(enabled.index)) at 0, output '\(output.symbol)' differs from input '\(input.symbol)'"
          + (latency > 0 ? " delayed by \(latency) frames" : "") + " by \(level).",
        call: "run()", seed: context.seed)
    }
    return .findings(findings)
  }
}

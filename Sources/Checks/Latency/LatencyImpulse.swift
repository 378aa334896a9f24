import LV2Host
import TestHost
import ValidationModel

enum LatencyImpulse: PluginCheck {
  static let id: CheckID = "latency.impulse"
  static let text = CheckText(
    asserts: "An impulse comes out after as many frames as the latency port says.",
    rule: "The latency is the delay, in frames, that the plug-in adds and that the host compensates",
    source: "lv2core: lv2:latency",
    method:
      "Plays an impulse at the default controls, at the usual rate and at twice that. Where 90 % of the response's energy "
      + "lies within 8 frames of its peak, the latency is where the energy is centred, and may differ by 8 frames; "
      + "elsewhere (reverbs, echoes, filters that ring, plug-ins of class lv2:DelayPlugin) it cannot be told, and the check is skipped.",
    remedy: "Report the delay of the main path at every run, that of run(0) included, in frames at the current rate.",
    severities: [.warning])

  private static let reach = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let port = context.plugin.latencyPort else { return .skipped("it has no latency port") }
    guard context.plugin.hasAudioInput, context.plugin.hasAudioOutput else {
      return .skipped("it has no audio input, or no output")
    }
    guard context.plugin.classURI != URI.Core.delayPlugin else {
      return .skipped("it is a delay: its response may be late by design")
    }
    let usual = try outcome(context, port, at: context.rate)
    guard usual == .passed else { return usual }
    do {
      let other = try outcome(context, port, at: 2 * context.rate)
      if case .findings = other { return other }
    } catch HostError.notInstantiated {
      // Another check's matter.
    }
    return .passed
  }

  private static func outcome(
    _ context: PluginContext, _ port: PortDescription, at rate: Double
  ) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(rate: rate, blockLength: context.blockLength))
    instance.activate()
    let before = 8192
    instance.play(.silence, frames: before)
    let reported = instance[control: port.index]
    guard reported.isFinite, reported >= 0, reported < 1e6 else {
      return .findings([
        finding(.warning, "The latency port '\(port.symbol)' shows \(reported) at \(Int(rate)) Hz.", call: "run()")
      ])
    }
    let recording = instance.play(.impulse(at: 0), frames: 16384 + Int(reported))
    guard let measured = recording.channels.compactMap(centre).min() else {
      return .skipped("its response to an impulse has no single peak")
    }
    guard abs(measured - Double(reported)) > Double(reach) else { return .passed }
    return .findings([
      finding(
        .warning,
        "The latency port '\(port.symbol)' shows \(Int(reported)), and an impulse comes out after \(Int(measured.rounded())) "
          + "frames, at \(Int(rate)) Hz.",
        call: "run()", seed: context.seed)
    ])
  }

  /// Where the energy of a response is centred, in frames; nil where it is silent or spread.
  private static func centre(_ response: [Float]) -> Double? {
    guard let peak = response.indices.max(by: { abs(response[$0]) < abs(response[$1]) }) else { return nil }
    let energy = response.map { Double($0) * Double($0) }
    let total = energy.reduce(0, +)
    let near = max(0, peak - reach)...min(response.count - 1, peak + reach)
    let part = energy[near].reduce(0, +)
    guard total > 1e-6, total.isFinite, part > 0.9 * total else { return nil }
    return near.reduce(0) { $0 + Double($1) * energy[$1] } / part
  }
}

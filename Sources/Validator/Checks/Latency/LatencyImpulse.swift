import LV2Host
import Model
import Support
import TestHost

enum LatencyImpulse: PluginCheck {
  enum Message: MessageKind {
    case invalidValue, delay, undesignated

    var text: MessageText {
      switch self {
      case .invalidValue:
        MessageText(
          .warning,
          rule: Rule(
            "The latency port expresses \"the processing latency incurred by the plugin, expressed in samples\"",
            source: "lv2core: lv2:reportsLatency, lv2:latency"),
          remedy:
            "Write the delay of the main signal path, a finite number of frames, to {the latency port} in every run(), "
            + "run(0) included.")
      case .delay:
        MessageText(
          .warning,
          rule: Rule(
            "The latency port expresses the processing latency in samples; \"the value should be the most reasonable "
              + "one based on user expectation of input/output alignment\"",
            source: "lv2core: lv2:reportsLatency, lv2:latency"),
          remedy:
            "Write {the measured delay} to {the latency port} at {this sample rate}, in every run(), run(0) included: "
            + "the delay of the main signal path in frames at the current sample rate.{ Change nothing if the purpose "
            + "of the plug-in is to report a latency.}")
      case .undesignated:
        MessageText(
          .note,
          rule: Rule(
            "\"If a plugin introduces latency it MUST provide EXACTLY ONE port\" that reports it, by \"a "
              + "lv2:designation of lv2:latency\"",
            source: "lv2core: lv2:reportsLatency, lv2:latency"),
          remedy: "Give {the port} the property 'lv2:designation lv2:latency'.")
      }
    }
  }

  static let id: CheckID = "latency.impulse"
  static let text = CheckText(
    asserts: "The delay of an impulse equals the value of the latency port, which has the designation lv2:latency.",
    method: "Plays an impulse at the default controls, at the rate of the run and at twice that rate. The center of "
      + "the response's energy may differ from the reported latency by 8 frames.",
    details:
      "The latency is measurable if 90 % of the energy is within 8 frames of the peak. Otherwise the check is skipped: "
      + "for reverbs, echoes and resonant filters. It is also skipped for the class lv2:DelayPlugin, whose delay is "
      + "intentional. A control output named latency without the designation is a note if its value is the measured "
      + "delay.",
    level: CheckLevel(6, "Hosts align parallel tracks by the reported latency."))

  /// In frames.
  private static let tolerance = 8

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let port = context.plugin.latencyPort ?? undesignatedPort(context) else {
      return .skipped("the plug-in has no latency port")
    }
    if let reason = context.plugin.missingAudioPath { return .skipped(reason) }
    guard context.plugin.classURI != URI.Core.delayPlugin else {
      return .skipped("the plug-in is an lv2:DelayPlugin, whose delay is intentional")
    }
    if context.plugin.latencyPort == nil { return try undesignatedOutcome(context, port) }
    let usual = try outcome(context, port, at: context.rate)
    guard usual == .passed else { return usual }
    // life.instantiate reports an instance that is NULL.
    let other = try unlessNull { try outcome(context, port, at: 2 * context.rate) }
    guard case .findings(let findings) = other else { return .passed }
    return .findings(findings)
  }

  private static func undesignatedPort(_ context: PluginContext) -> PortDescription? {
    context.plugin.ports(.control, .output).first { port in
      [port.symbol, port.name].contains { $0.lowercased().contains("latency") }
    }
  }

  private static func undesignatedOutcome(_ context: PluginContext, _ port: PortDescription) throws -> CheckOutcome {
    let instance = try context.activeInstance()
    instance.play(.silence, frames: 8192)
    let reported = Double(instance[control: port.index])
    guard reported > Double(tolerance), reported < 1e6 else { return .passed }
    let recording = instance.play(.impulse(at: 0), frames: 16384 + Int(reported))
    guard let measured = recording.channels.compactMap(center).min(), abs(measured - reported) <= Double(tolerance)
    else { return .passed }
    return runFinding(
      .undesignated, about: port.symbol, context,
      "Output '\(port.symbol)' reports the delay of \(Int(measured.rounded()).counted("frame")) but has no designation "
        + "lv2:latency, so no host compensates it.", naming: ["output '\(port.symbol)'"])
  }

  private static func outcome(
    _ context: PluginContext, _ port: PortDescription, at rate: Double
  ) throws -> CheckOutcome {
    let instance = try context.activeInstance(InstanceSetup(rate: rate, blockLength: context.blockLength))
    instance.play(.silence, frames: 8192)
    let reported = instance[control: port.index]
    guard reported.isFinite, reported >= 0, reported < 1e6 else {
      return finding(
        .invalidValue, about: port.symbol,
        "Latency port '\(port.symbol)' contains \(reported.text) at \(Int(rate)) Hz; expected a finite number of "
          + "frames from 0 to 1000000.", naming: ["port '\(port.symbol)'"], call: "run()")
    }
    let recording = instance.play(.impulse(at: 0), frames: 16384 + Int(reported))
    guard let measured = recording.channels.compactMap(center).min() else {
      return .skipped("the impulse response has no single peak")
    }
    guard abs(measured - Double(reported)) > Double(tolerance) else { return .passed }
    let delay = Int(measured.rounded())
    return runFinding(
      .delay, about: port.symbol, context,
      "Latency port '\(port.symbol)' reports \(Int(reported).counted("frame")) at \(Int(rate)) Hz, but an impulse is "
        + "delayed by \(delay.counted("frame")).",
      naming: [
        "\(delay)", "port '\(port.symbol)'", "\(Int(rate)) Hz",
        delay == 0 ? " Change nothing if the purpose of the plug-in is to report a latency." : "",
      ])
  }

  /// The center of a response's energy, in frames; nil if the response is silent or has no single peak.
  private static func center(_ response: [Float]) -> Double? {
    guard let peak = response.indices.max(by: { abs(response[$0]) < abs(response[$1]) }) else { return nil }
    let energy = response.map { Double($0) * Double($0) }
    let total = energy.reduce(0, +)
    let near = max(0, peak - tolerance)...min(response.count - 1, peak + tolerance)
    let part = energy[near].reduce(0, +)
    guard total > 1e-6, total.isFinite, part > 0.9 * total else { return nil }
    return near.reduce(0) { $0 + Double($1) * energy[$1] } / part
  }
}

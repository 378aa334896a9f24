import Model
import TestHost

enum LatencyStable: PluginCheck {
  enum Message: MessageKind { case value }

  static let id: CheckID = "latency.stable"
  static let text = CheckText(
    asserts: "The reported latency is the same in identical runs.",
    rule: "The latency may be affected by the sample rate, plug-in settings or other factors; a host compensates the "
      + "value that it has read, so a change without a cause shifts the track",
    source: "lv2core: lv2:latency, lv2:reportsLatency",
    method: "Reads the latency port after each block of 8192 frames of noise, in two fresh instances and after a "
      + "reactivation, all at the defaults. The three series must be equal.",
    remedy: "Compute the latency only from the sample rate, the block length and the controls.",
    level: CheckLevel(9, "Hosts may compensate a changed latency late."),
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let port = context.plugin.latencyPort else { return .skipped("the plug-in has no latency port") }
    let instances = try (0..<2).map { _ in try InstanceUnderTest(context, InstanceSetup(context)) }
    var series = instances.map { instance in
      instance.activate()
      return latencies(instance, port.index, context)
    }
    instances[0].reset()
    series.append(latencies(instances[0], port.index, context))
    guard let other = series.dropFirst().first(where: { $0 != series[0] }),
      let (block, values) = zip(series[0], other).enumerated().first(where: { $0.element.0 != $0.element.1 })
    else { return .passed }
    return runFinding(
      .value, .note, about: port.symbol, context,
      "Latency port '\(port.symbol)' contains \(Float(bitPattern: values.0)) after block \(block) of one run and "
        + "\(Float(bitPattern: values.1)) after the same block of another.")
  }

  /// The bits of the latency after each block, so that a NaN equals the same NaN.
  private static func latencies(_ instance: InstanceUnderTest, _ port: Int, _ context: PluginContext) -> [UInt32] {
    var values: [UInt32] = []
    instance.play(context.noise, frames: 8192, after: { _, _ in values.append(instance[control: port].bitPattern) })
    return values
  }
}

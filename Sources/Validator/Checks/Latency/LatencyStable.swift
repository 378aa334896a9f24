import Model
import Support
import TestHost

enum LatencyStable: PluginCheck {
  enum Message: MessageKind {
    case value

    var text: MessageText {
      switch self {
      case .value:
        MessageText(
          .note,
          rule: Rule(
            "\"The latency may be affected by the current sample rate, plugin settings, or other factors\"; equal runs "
              + "have no such factor, and a change shifts the track in a host that does not follow it",
            source: "lv2core: lv2:reportsLatency, lv2:latency"),
          remedy:
            "Compute {the latency port} from the sample rate, the block length and the controls only, {not from the "
            + "history of the instance}.")
      }
    }
  }

  static let id: CheckID = "latency.stable"
  static let text = CheckText(
    asserts: "The reported latency is the same in identical runs.",
    method: "Reads the latency port after each block of 8192 frames of noise, in two fresh instances and after a "
      + "reactivation, all at the defaults. The three series must be equal.",
    level: CheckLevel(9, "Hosts may compensate a changed latency late."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let port = context.plugin.latencyPort else { return .skipped("the plug-in has no latency port") }
    let instances = try (0..<2).map { _ in try InstanceUnderTest(context, InstanceSetup(context)) }
    var series = instances.map { instance in
      instance.activate()
      return latencies(instance, port.index, context)
    }
    instances[0].reset()
    series.append(latencies(instances[0], port.index, context))
    guard let other = series.indices.dropFirst().first(where: { series[$0] != series[0] }),
      let (block, values) = zip(series[0], series[other]).enumerated().first(where: { $0.element.0 != $0.element.1 })
    else { return .passed }
    let isReactivated = other == series.count - 1
    return runFinding(
      .value, about: port.symbol, context,
      "Latency port '\(port.symbol)' contains \(Float(bitPattern: values.0).text) after block \(block) of a fresh "
        + "instance, and \(Float(bitPattern: values.1).text) after that block of "
        + (isReactivated ? "the reactivated instance" : "another fresh instance") + "; expected equal values.",
      naming: [
        "the value of port '\(port.symbol)'",
        isReactivated
          ? "not from what the instance played before activate()"
          : "not from static variables, the time or random numbers",
      ])
  }

  /// The bits of the latency after each block, so that a NaN equals the same NaN.
  private static func latencies(_ instance: InstanceUnderTest, _ port: Int, _ context: PluginContext) -> [UInt32] {
    var values: [UInt32] = []
    instance.play(context.noise, frames: 8192, after: { _, _ in values.append(instance[control: port].bitPattern) })
    return values
  }
}

import LV2Host

enum LatencyStable: PluginCheck {
  static let id = CheckID.latencyStable
  static let text = CheckText(
    asserts: "The reported latency is the same in equal runs.",
    rule: "A host compensates the latency that it has read; one that changes without cause moves the track",
    source: "lv2core: lv2:latency",
    method:
      "Reads the latency port after each block of 8192 frames of noise, in two fresh instances and after a reactivation, "
      + "all at the defaults: the three series have to be equal.",
    remedy: "Let the latency follow from the sample rate, the block length and the controls, and from nothing else.",
    severities: [.note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let port = context.plugin.latencyPort else { return .skipped("it has no latency port") }
    let rigs = try (0..<2).map { _ in try Rig(context, RigSetup(context)) }
    var series = rigs.map { rig in
      rig.activate()
      return latencies(rig, port.index, context)
    }
    rigs[0].reset()
    series.append(latencies(rigs[0], port.index, context))
    guard let other = series.dropFirst().first(where: { $0 != series[0] }),
      let (block, values) = zip(series[0], other).enumerated().first(where: { $0.element.0 != $0.element.1 })
    else { return .passed }
    return .findings([
      finding(
        .note,
        "The latency is \(Float(bitPattern: values.0)) after block \(block) of one run, and "
          + "\(Float(bitPattern: values.1)) of another.",
        call: "run()", seed: context.seed)
    ])
  }

  /// The bits of the latency after each block: a NaN equals itself.
  private static func latencies(_ rig: Rig, _ port: Int, _ context: PluginContext) -> [UInt32] {
    var values: [UInt32] = []
    rig.play(context.noise, frames: 8192, after: { _, _ in values.append(rig[control: port].bitPattern) })
    return values
  }
}

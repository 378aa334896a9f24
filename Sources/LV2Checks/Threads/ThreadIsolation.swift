enum ThreadIsolation: PluginCheck {
  static let id = CheckID.threadIsolation
  static let text = CheckText(
    asserts: "A second instance that lives at the same time does not change the output of the first.",
    rule: "All data of an instance are reached through its handle; instances are independent",
    source: "lv2/core/lv2.h: LV2_Handle",
    method: """
      Records one instance alone, twice, to know that its output is repeatable; then again, in turns with a second \
      instance that hears other noise at other settings. A difference above -120 dB of the peak is reported.
      """,
    remedy: "Keep state in the instance, not in static or global variables.",
    severities: [.warning])

  /// -120 dB: below it, a different address of the instance may choose another path of vector code.
  private static let tolerance: Float = 1e-6
  private static let blocks = 40

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let alone = try record(context, beside: nil)
    guard try record(context, beside: nil).isIdentical(to: alone) else {
      return .skipped("two equal runs of one instance differ, so its output is not repeatable")
    }
    let together = try record(context, beside: other(context))
    guard let place = alone.firstDifference(from: together) else { return .passed }
    let difference = alone.largestDifference(from: together)
    guard difference > tolerance * max(alone.peak, .leastNormalMagnitude) else { return .passed }
    let symbol = context.plugin.ports.first { $0.index == place.port }?.symbol ?? "\(place.port)"
    let found = finding(
      .warning,
      "The output of \(symbol) differs by up to \(difference) from frame \(place.frame) on when another instance runs "
        + "in between.", call: "run()", seed: context.seed)
    return try context.confirmed([found]) { context in
      try record(context, beside: nil).isIdentical(to: alone)
        && record(context, beside: other(context)).isIdentical(to: together)
    }
  }

  /// The second instance, at settings of its own.
  private static func other(_ context: PluginContext) throws -> Rig {
    let other = try Rig(context, RigSetup(context))
    other.activate()
    var generator = context.generator(for: id)
    for port in context.plugin.ports(.control, .input) {
      guard let range = port.range(rate: other.setup.rate) else { continue }
      other[control: port.index] = port.value(at: generator.unit(), in: range)
    }
    return other
  }

  /// What a fresh instance plays, with a block of `other` before each of its own.
  private static func record(_ context: PluginContext, beside other: Rig?) throws -> Recording {
    let rig = try Rig(context, RigSetup(context))
    rig.activate()
    let noise = Signal.noise(amplitude: 0.5, seed: context.seed)
    let foreign = Signal.noise(amplitude: 0.9, seed: context.seed &+ 1)
    return rig.play(
      noise, frames: blocks * rig.configuration.maximumBlockLength,
      before: { frame in _ = other?.play(foreign, frames: 1, from: frame) })
  }
}

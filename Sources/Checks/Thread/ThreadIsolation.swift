import LV2Host
import TestHost
import ValidationModel

enum ThreadIsolation: PluginCheck {
  static let id: CheckID = "thread.isolation"
  static let text = CheckText(
    asserts: "A second instance that lives at the same time does not change the output of the first.",
    rule: "All data of an instance are reached through its handle; instances are independent",
    source: "lv2/core/lv2.h: LV2_Handle",
    method: """
      Records one instance alone, twice, to know that its output is repeatable; then again, in turns with a second \
      instance, made later, that hears other noise at other settings and at twice the sample rate. A difference above \
      -120 dB of the peak is reported. Where the first two differ, each take is begun after the same noise.
      """,
    remedy: "Keep state in the instance, not in static or global variables.",
    severities: [.warning])

  /// -120 dB: below it, a different address of the instance may choose another path of vector code.
  private static let tolerance: Float = 1e-6
  private static let blocks = 40

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let (prelude, alone) = try repeatable(context) else {
      return .skipped("two equal runs of one instance differ, so its output is not repeatable")
    }
    let rate: Double
    let together: Recording
    do {
      (rate, together) = try telling(context, alone, after: prelude)
    } catch HostError.notInstantiated {
      (rate, together) = (context.rate, try record(context, after: prelude, besideOneAt: context.rate))
    }
    guard isDifferent(together, from: alone), let place = alone.firstDifference(from: together) else { return .passed }
    let detail = rate == context.rate ? "" : ", at \(Int(rate)) Hz,"
    let found = finding(
      .warning,
      "The output of \(context.name(place.port)) differs by up to \(alone.largestDifference(from: together)) from frame "
        + "\(place.frame) on when another instance\(detail) runs in between.", call: "run()", seed: context.seed)
    return try context.confirmed([found]) { context in
      try record(context, after: prelude, besideOneAt: nil).isIdentical(to: alone)
        && record(context, after: prelude, besideOneAt: rate).isIdentical(to: together)
    }
  }

  /// What an instance plays alone, where it plays the same again, and how many blocks it must have heard before.
  ///
  /// A state that all instances share goes on where the take before has left it.
  private static func repeatable(_ context: PluginContext) throws -> (prelude: Int, alone: Recording)? {
    for prelude in [0, blocks] {
      let alone = try record(context, after: prelude, besideOneAt: nil)
      if try record(context, after: prelude, besideOneAt: nil).isIdentical(to: alone) { return (prelude, alone) }
    }
    return nil
  }

  private static func isDifferent(_ together: Recording, from alone: Recording) -> Bool {
    alone.largestDifference(from: together) > tolerance * max(alone.peak, .leastNormalMagnitude)
  }

  /// The take beside an instance at twice the rate; where one at the same rate makes a difference too, that is told.
  private static func telling(
    _ context: PluginContext, _ alone: Recording, after prelude: Int
  ) throws -> (Double, Recording) {
    let other = 2 * context.rate
    let together = try record(context, after: prelude, besideOneAt: other)
    guard isDifferent(together, from: alone) else { return (other, together) }
    let usual = try record(context, after: prelude, besideOneAt: context.rate)
    return isDifferent(usual, from: alone) ? (context.rate, usual) : (other, together)
  }

  /// What an instance plays once it has heard so many blocks; where a rate is given, with a block of another instance at
  /// that before each of its own.
  private static func record(
    _ context: PluginContext, after prelude: Int, besideOneAt rate: Double?
  ) throws -> Recording {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    if prelude > 0 { instance.play(context.noise, frames: prelude * instance.configuration.maximumBlockLength) }
    let other = try rate.map { try stranger(context, at: $0) }
    let noise = Signal.noise(amplitude: 0.5, seed: context.seed)
    let foreign = Signal.noise(amplitude: 0.9, seed: context.seed &+ 1)
    return instance.play(
      noise, frames: blocks * instance.configuration.maximumBlockLength,
      before: { frame in _ = other?.play(foreign, frames: 1, from: frame) })
  }

  /// An active instance at settings drawn by the seed.
  private static func stranger(_ context: PluginContext, at rate: Double) throws -> InstanceUnderTest {
    let instance = try InstanceUnderTest(context, InstanceSetup(rate: rate, blockLength: context.blockLength))
    instance.activate()
    var generator = context.generator(for: id)
    for port in context.plugin.ports(.control, .input) {
      guard let range = port.range(rate: rate) else { continue }
      instance[control: port.index] = port.value(at: generator.unit(), in: range)
    }
    return instance
  }
}

import Model
import Support
import TestHost

enum PerfLoad: PluginCheck {
  enum Message: MessageKind {
    case high

    var text: MessageText {
      switch self {
      case .high:
        MessageText(
          .note,
          rule: Rule(
            "A session contains many plug-ins, which share the time of one block",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Profile run() with perf, and look for buffers larger than the cache, table lookups and transcendental "
            + "functions.")
      }
    }
  }

  static let id: CheckID = "perf.load"
  static let measuresTime = true
  static let text = CheckText(
    asserts: "run() uses at most 20 % of the real time of blocks of 64 frames at 48 kHz, on the machine of the run.",
    method: "Measures 750 blocks of 64 frames at 48 kHz in fresh instances at the defaults, with noise and a held "
      + "note. The load is the sum of the minimum of two performances for each block. A load above 20 % is measured "
      + "again, up to six times.",
    details:
      "If six performances take too long, the processor time of the thread decides. Every report contains the load.",
    level: CheckLevel(9, "A measurement that depends on the machine."))

  private static let blocks = 750, frames = 64
  /// The declared maximum block length, so that a plug-in that assumes this length for every block stays in its buffers.
  private static let longest = 256
  private static let limit = 0.2

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = InstanceSetup(rate: 48_000, blockLength: longest)
    var length = frames
    var times = BlockDurations()
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      if instance.configuration.isFixedBlockLength { length = instance.configuration.maximumBlockLength }
      instance.play(
        context.noise, frames: blocks * length, blocks: [length], noteEnd: .max, after: { _, _ in after() })
    }
    func share(_ times: BlockDurations) -> Double {
      let duration = Double(length) / setup.rate * 1e9 * Double(times.least.count)
      return times.least.reduce(0, +) / max(duration, 1)
    }
    let isHigh = try times.isConfirmed(context, setup, few: 2, many: 6, perform) { share($0) > limit }
    // Either the plug-in is too slow to be measured again or the machine is busy: processor time excludes the latter.
    let seconds = Double(length * times.least.count) / setup.rate
    let share = isHigh == nil ? times.leastThreadTime / seconds : share(times)
    let percent = (10_000 * share).rounded() / 100
    let measurement = "\(percent.text) % of the real time of a block of \(length.counted("frame")) at 48 kHz"
    guard isHigh ?? (share > limit) else { return .measured(measurement, []) }
    let found: Finding = runFinding(
      .high, context, "run() uses \(measurement); expected at most \(Int(100 * limit)) %.")
    return .measured(measurement, [found])
  }
}

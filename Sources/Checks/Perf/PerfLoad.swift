import LV2Host
import TestHost
import ValidationModel

enum PerfLoad: PluginCheck {
  static let id: CheckID = "perf.load"
  static let text = CheckText(
    asserts:
      "It takes at most 20 % of the time of blocks of 64 frames at 48 kHz, on the machine that it was measured on.",
    rule: "A session holds many plug-ins, which share the time of one block",
    source: "our own: no term of the specification asks for it",
    method: """
      Takes the time of 750 blocks of 64 frames of noise and a note that sounds through them at 48 kHz in fresh \
      instances, at the defaults, the least of 2 performances for each block, and adds them up. More than 20 % is \
      measured again, up to 6 performances; where these take too long, the thread's own time decides. The share is \
      told in every report.
      """,
    remedy: "Profile run() with perf; buffers, tables and transcendental functions are the usual costs.",
    severities: [.note])

  private static let blocks = 750, frames = 64
  /// What the plug-in is told to expect, so that one which takes it for every block's length stays in its buffers.
  private static let longest = 256
  private static let limit = 0.2

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = InstanceSetup(rate: 48_000, blockLength: longest)
    var length = frames
    var times = BlockTimes()
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      if instance.configuration.isFixedBlockLength { length = instance.configuration.maximumBlockLength }
      instance.play(context.noise, frames: blocks * length, blocks: .cycle([length]), noteEnd: .max, after: { _, _ in after() })
    }
    func share(_ times: BlockTimes) -> Double {
      let duration = Double(length) / setup.rate * 1e9 * Double(times.least.count)
      return times.least.reduce(0, +) / max(duration, 1)
    }
    let isHigh = try times.isConfirmed(context, setup, few: 2, many: 6, perform) { share($0) > limit }
    // Too slow to be repeated is either the plug-in or a busy machine, whose share the thread's own time leaves out.
    let seconds = Double(length * times.least.count) / setup.rate
    let share = isHigh == nil ? times.leastThreadTime / seconds : share(times)
    let percent = (10_000 * share).rounded() / 100
    let measurement = "\(percent) % of the time of a block of \(length) frames at 48 kHz"
    guard isHigh ?? (share > limit) else { return .measured(measurement, []) }
    return .measured(measurement, [finding(.note, "It takes \(measurement).", call: "run()", seed: context.seed)])
  }
}

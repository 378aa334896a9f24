import LV2Host
import Model
import Support
import TestHost

enum PerfWorstBlock: PluginCheck {
  enum Message: MessageKind {
    case steady, controlChange

    var text: MessageText {
      let rule = Rule(
        "\"The maximum amount of time for a run() call is bounded by some expression of the form A + B * "
          + "sample_count\", which \"does not depend on input signals or plugin state\"; hosts reserve time for the "
          + "longest block",
        source: "lv2core: lv2:hardRTCapable; lv2val: the factor")
      return switch self {
      case .steady:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Distribute over all blocks the work that run() does in {one block}, such as a transform or an update of a "
            + "table, or pass it to work() with work:schedule.")
      case .controlChange:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Distribute over several blocks what a change of {the control} requires, such as a new table, or pass it "
            + "to work() with work:schedule.")
      }
    }
  }

  static let id: CheckID = "perf.worst-block"
  static let measuresTime = true
  static let text = CheckText(
    asserts: "No block takes many times longer than the others, with or without a control change.",
    method: "Measures 400 blocks with noise and a held note, and blocks in which one control changes. The minimum of "
      + "three performances counts. A block above five times the median and 30 % of its real time is measured again, "
      + "up to twelve times.",
    details: "The first 8 blocks do not count. A control changes to its maximum, to its minimum and back to its "
      + "default; at most 16 controls are drawn by the seed. Such a block is compared with the 7 blocks after it. A change of "
      + "lv2:enabled begins a fade, at whose end an effect may clear its memory: all 8 blocks are compared, also with those "
      + "before the first change. The repetitions remove the influence of other programs.",
    level: CheckLevel(8, "Single blocks can cause dropouts; the result depends on the machine."))

  private static let blocks = 400, warmUp = 8
  private static let factor = 5.0, share = 0.3

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = InstanceSetup(context)
    var length = context.blockLength
    var times = BlockDurations()
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      length = instance.configuration.maximumBlockLength
      instance.play(context.noise, frames: blocks * length, noteEnd: .max, after: { _, _ in after() })
    }
    func duration() -> Double { Double(length) / context.rate * 1e9 }
    let confirmed = try times.isConfirmed(context, setup, few: 3, many: 12, perform) { times in
      worst(times).time > max(factor * times.median(warmUp..<blocks), share * duration())
    }
    guard let confirmed else { return .skipped("the blocks take too long to be measured often enough") }
    guard confirmed else { return try afterControlChanges(context, setup) }
    let (block, time) = worst(times)
    let median = times.median(warmUp..<blocks)
    return runFinding(
      .steady, context,
      "Block \(block) takes \(microseconds(time)), \(Int(time / median)) times the median of \(microseconds(median)) "
        + "and \(Int(100 * time / duration())) % of its real time; expected at most \(Int(factor)) times the median. "
        + "The time is the minimum of \(times.count.counted("performance")).", naming: ["block \(block)"],
      block: .init(index: block, frames: length))
  }

  private static let controls = 16
  /// A control changes in the first of this number of blocks.
  private static let stride = 8

  /// Searches for a control whose change makes its block take many times longer than the blocks after it.
  private static func afterControlChanges(_ context: PluginContext, _ setup: InstanceSetup) throws -> CheckOutcome {
    let moves = moves(in: context)
    let bypass = context.plugin.movableControls.first { $0.isDesignated(URI.Core.enabled) }?.symbol
    var length = context.blockLength
    var times = BlockDurations()
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      length = instance.configuration.maximumBlockLength
      instance.play(
        context.noise, frames: (moves.count + 1) * stride * length, noteEnd: .max,
        before: { frame in
          let block = frame / length
          guard block % stride == 0, block > 0 else { return }
          let change = moves[block / stride - 1]
          if let port = context.plugin.port(symbol: change.symbol) { instance[control: port.index] = change.to }
        }, after: { _, _ in after() })
    }
    /// The duration of the block with the change, and the median of the blocks after it; of a bypass the longest of all these blocks.
    func cost(_ times: BlockDurations, _ move: Int) -> (block: Int, time: Double, usual: Double) {
      let block = (move + 1) * stride
      let usual = times.median(block + 1..<block + stride)
      guard moves[move].symbol == bypass else { return (block, times.least[block], usual) }
      let longest = (block..<block + stride).max { times.least[$0] < times.least[$1] } ?? block
      return (longest, times.least[longest], max(usual, times.median(1..<stride)))
    }
    func isSuspicious(_ times: BlockDurations, _ move: Int) -> Bool {
      let (_, time, usual) = cost(times, move)
      return time > max(factor * usual, share * Double(length) / context.rate * 1e9)
    }
    let confirmed = try times.isConfirmed(context, setup, few: 3, many: 12, perform) { times in
      moves.indices.contains { isSuspicious(times, $0) }
    }
    guard confirmed == true, let move = moves.indices.first(where: { isSuspicious(times, $0) }) else { return .passed }
    let change = moves[move]
    let (block, time, usual) = cost(times, move)
    let later = block - (move + 1) * stride
    let place = later == 0 ? "The block" : "Block \(later + 1)"
    return runFinding(
      .controlChange, about: change.symbol, context,
      "\(place) \(change.text) takes \(microseconds(time)), \(Int(time / max(usual, 1))) times the median of "
        + "\(microseconds(usual)) of later blocks; expected at most \(Int(factor)) times.",
      naming: ["'\(change.symbol)'"],
      block: .init(index: block, frames: length),
      controls: [.init(symbol: change.symbol, value: change.to, isStated: true)])
  }

  /// Each control moves to its maximum, to its minimum and back. The bypass is among them.
  private static func moves(in context: PluginContext) -> [ControlChange] {
    let movable = context.plugin.movableControls
    let bypass = movable.filter { $0.isDesignated(URI.Core.enabled) }
    let others = movable.filter { !$0.isDesignated(URI.Core.enabled) }
    return (bypass + context.draw(others, atMost: controls, for: id)).flatMap { port -> [ControlChange] in
      guard let range = port.range(rate: context.rate) else { return [] }
      let initial = port.initialValue(rate: context.rate)
      let values = [initial, range.upperBound, range.lowerBound, initial]
      return zip(values, values.dropFirst()).map { ControlChange(symbol: port.symbol, from: $0, to: $1) }
    }
  }

  private static func worst(_ times: BlockDurations) -> (block: Int, time: Double) {
    let later = times.least.enumerated().dropFirst(warmUp)
    return later.max { $0.element < $1.element }.map { ($0.offset, $0.element) } ?? (0, 0)
  }

  private static func microseconds(_ time: Double) -> String { "\(((time / 100).rounded() / 10).text) microseconds" }
}

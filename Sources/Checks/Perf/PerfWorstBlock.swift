import LV2Host
import TestHost
import ValidationModel

enum PerfWorstBlock: PluginCheck {
  static let id: CheckID = "perf.worst-block"
  static let text = CheckText(
    asserts: "No block takes many times what the others take, whether a control moves in it or not.",
    rule: "A hard real-time capable plug-in takes a bounded time for each block; a host has to have time for the worst",
    source: "lv2core: lv2:hardRTCapable; our own: the factor",
    method: """
      Takes the time of 400 blocks of noise and a note that sounds through them in fresh instances, the least of 3 \
      performances for each block; the first 8 blocks are left out. A worst block of more than 5 times the median \
      and 30 % of the block's duration is measured again, up to 12 performances, so that what other programs do to \
      the machine is not told of the plug-in. So are blocks in which a control moves to either end of its range, and \
      back to its default (16 controls at most, drawn by the seed), against the 7 blocks behind each.
      """,
    remedy: "Spread what is done every so many blocks, or when a control moves, over all of them, or hand it to "
      + "worker:schedule.",
    severities: [.warning])

  private static let blocks = 400, warmUp = 8
  private static let factor = 5.0, share = 0.3

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = InstanceSetup(context)
    var length = context.blockLength
    var times = BlockTimes()
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      length = instance.configuration.maximumBlockLength
      instance.play(context.noise, frames: blocks * length, noteEnd: .max, after: { _, _ in after() })
    }
    let confirmed = try times.isConfirmed(context, setup, few: 3, many: 12, perform) { times in
      let duration = Double(length) / context.rate * 1e9
      return worst(times).time > max(factor * times.median(warmUp..<blocks), share * duration)
    }
    guard let confirmed else { return .skipped("it takes too long to be repeated until it is certain") }
    guard confirmed else { return try afterMoves(context, setup) }
    let (block, time) = worst(times)
    let duration = Double(length) / context.rate * 1e9
    return .findings([
      finding(
        .warning,
        "Block \(block) takes \(microseconds(time)), \(Int(time / times.median(warmUp..<blocks))) times the median of "
          + "\(microseconds(times.median(warmUp..<blocks))) and \(Int(100 * time / duration)) % of its duration, in each of "
          + "\(times.count) performances.", call: "run()", block: .init(index: block, frames: length),
        seed: context.seed)
    ])
  }

  private static let controls = 16
  /// A control moves in the first of so many blocks.
  private static let stride = 8

  /// Looks for a control whose movement takes its block many times what those behind it take.
  private static func afterMoves(_ context: PluginContext, _ setup: InstanceSetup) throws -> CheckOutcome {
    let moves = context.draw(context.plugin.movableControls, atMost: controls, for: id).flatMap { port in
      port.range(rate: context.rate).map { range in
        [range.upperBound, range.lowerBound, port.initialValue(rate: context.rate)].map { (port, $0) }
      } ?? []
    }
    var length = context.blockLength
    var times = BlockTimes()
    func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
      length = instance.configuration.maximumBlockLength
      instance.play(
        context.noise, frames: (moves.count + 1) * stride * length, noteEnd: .max,
        before: { frame in
          let block = frame / length
          guard block % stride == 0, block > 0 else { return }
          let (port, value) = moves[block / stride - 1]
          instance[control: port.index] = value
        }, after: { _, _ in after() })
    }
    /// What the block of a move takes, and the median of those behind it.
    func cost(_ times: BlockTimes, _ move: Int) -> (time: Double, usual: Double) {
      let block = (move + 1) * stride
      return (times.least[block], times.median(block + 1..<block + stride))
    }
    func isSuspicious(_ times: BlockTimes, _ move: Int) -> Bool {
      let (time, usual) = cost(times, move)
      return time > max(factor * usual, share * Double(length) / context.rate * 1e9)
    }
    let confirmed = try times.isConfirmed(context, setup, few: 3, many: 12, perform) { times in
      moves.indices.contains { isSuspicious(times, $0) }
    }
    guard confirmed == true, let move = moves.indices.first(where: { isSuspicious(times, $0) }) else { return .passed }
    let (port, value) = moves[move]
    let (time, usual) = cost(times, move)
    return .findings([
      finding(
        .warning,
        "The block in which '\(port.symbol)' moves to \(value) takes \(microseconds(time)), \(Int(time / max(usual, 1))) "
          + "times the \(microseconds(usual)) of the next, in each of \(times.count) performances.", call: "run()",
        block: .init(index: (move + 1) * stride, frames: length), seed: context.seed,
        controls: [.init(symbol: port.symbol, value: value)])
    ])
  }

  private static func worst(_ times: BlockTimes) -> (block: Int, time: Double) {
    let later = times.least.enumerated().dropFirst(warmUp)
    return later.max { $0.element < $1.element }.map { ($0.offset, $0.element) } ?? (0, 0)
  }

  private static func microseconds(_ time: Double) -> String { "\((time / 100).rounded() / 10) microseconds" }
}

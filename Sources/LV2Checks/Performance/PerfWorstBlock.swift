import LV2Host

enum PerfWorstBlock: PluginCheck {
  static let id = CheckID.perfWorstBlock
  static let text = CheckText(
    asserts: "No block takes many times what the others take.",
    rule: "A hard real-time capable plug-in takes a bounded time for each block; a host has to have time for the worst",
    source: "lv2core: lv2:hardRTCapable; our own: the factor",
    method: """
      Takes the time of 400 blocks of noise and notes in fresh instances, the least of 3 performances for each block; the \
      first 8 blocks are left out. A worst block of more than 5 times the median and 30 % of the block's duration is \
      measured again, up to 12 performances, so that what other programs do to the machine is not told of the plug-in.
      """,
    remedy: "Spread what is done every so many blocks over all of them, or hand it to worker:schedule.",
    severities: [.warning])

  private static let blocks = 400, warmUp = 8
  private static let factor = 5.0, share = 0.3

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let setup = RigSetup(context)
    var length = context.blockLength
    var times = BlockTimes()
    func perform(_ rig: Rig, _ after: () -> Void) {
      length = rig.configuration.maximumBlockLength
      rig.play(context.noise, frames: blocks * length, after: { _, _ in after() })
    }
    let confirmed = try times.isConfirmed(context, setup, few: 3, many: 12, perform) { times in
      let duration = Double(length) / context.rate * 1e9
      return worst(times).time > max(factor * times.median(warmUp..<blocks), share * duration)
    }
    guard let confirmed else { return .skipped("it takes too long to be repeated until it is certain") }
    guard confirmed else { return .passed }
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

  private static func worst(_ times: BlockTimes) -> (block: Int, time: Double) {
    let later = times.least.enumerated().dropFirst(warmUp)
    return later.max { $0.element < $1.element }.map { ($0.offset, $0.element) } ?? (0, 0)
  }

  private static func microseconds(_ time: Double) -> String { "\((time / 100).rounded() / 10) microseconds" }
}

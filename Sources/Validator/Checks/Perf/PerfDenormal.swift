import Model
import Support
import TestHost

enum PerfDenormal: PluginCheck {
  enum Message: MessageKind {
    case withFlushToZero, withoutFlushToZero

    var text: MessageText {
      let rule = Rule(
        "An operation with a subnormal number, in which a decay ends, takes up to 150 cycles more on many processors",
        source: "lv2val: the specification has no such requirement")
      return switch self {
      case .withFlushToZero:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Set the state of recursive filters to zero when its magnitude is below 1e-15, and leave the flush-to-zero "
            + "mode of the host on in run().")
      case .withoutFlushToZero:
        MessageText(
          .note, rule: rule,
          remedy:
            "Set flush-to-zero at the start of run() and restore the mode at its end, or set the state of recursive "
            + "filters to zero when its magnitude is below 1e-15.")
      }
    }
  }

  static let id: CheckID = "perf.denormal"
  static let isolation = CheckIsolation.own
  static let measuresTime = true
  static let text = CheckText(
    asserts: "In silence after sound, run() performs fewer than 4 operations per frame with subnormal numbers.",
    method: "Plays 0.5 s of noise and 5 s of silence without flush-to-zero. In every eighth block of silence, the "
      + "check counts the operations with subnormal operands or results. If 4 of them in succession have 4 per frame "
      + "or more, the check counts again with flush-to-zero; if fewer remain, the finding is a note.",
    details: "4 operations per frame of 150 cycles are 1 % of a processor core with 3 GHz at 48 kHz. The processor "
      + "raises an exception for each operation, so the result depends neither on its speed nor on other programs. "
      + "Results that underflow to zero count too. An instruction with several numbers counts once. The message "
      + "contains the median of 16 blocks, each counted up to 16 operations per frame. Code that masks the processor's "
      + "exceptions does not count, nor does arithmetic of the x87 unit, such as long double. A note also plays, if "
      + "the plug-in has a MIDI input. The check requires an x86-64 processor.",
    level: CheckLevel(8, "Silence can cause dropouts on processors that are slow with subnormal numbers."))

  /// The distance of the blocks of silence in which operations are counted first.
  private static let step = 8
  /// The least number of such blocks in succession.
  private static let window = 4
  /// The number of blocks for the median.
  private static let samples = 16
  /// The least number of operations per frame: 4 * 150 cycles * 48 kHz are 1 % of a core of 3 GHz.
  private static let least = 4
  /// The largest count, in operations per frame.
  private static let most = 16

  static func inapplicability(in context: PluginContext) -> String? {
    let hasInput = context.plugin.hasAudioInput || context.plugin.midiInput != nil
    return hasInput ? nil : "the plug-in has no input for audio or MIDI"
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    guard SubnormalCounter.isAvailable else {
      return .obstructed("this processor cannot count operations with subnormal numbers; the check requires x86-64")
    }
    let state = FloatingPointState()
    defer { state.restore() }
    let silence = try perform(context, flushesToZero: false) { counts, length in
      // These blocks are enough for the median.
      if hasLongRun(counts, of: least * length) { return nil }
      return SubnormalCounter(limit: counts.count % step == 0 ? least * length : 1)
    }
    let sampled = stride(from: 0, to: silence.counts.count, by: step).map { silence.counts[$0] }
    let run = longestRun(sampled.map { $0 >= least * silence.length })
    guard run.count >= window else { return .passed }
    let blocks = run.lowerBound * step..<(run.upperBound - 1) * step + 1
    let rate = try rate(context, blocks, flushesToZero: false)
    let flushedRate = try self.rate(context, blocks, flushesToZero: true)
    let remains = flushedRate >= Double(least)
    let delay = Double(blocks.lowerBound * silence.length) / context.rate
    let time = "from \(((delay * 10).rounded() / 10).text) s after the end of the sound on"
    return runFinding(
      remains ? .withFlushToZero : .withoutFlushToZero, context,
      "run() performs \(text(remains ? flushedRate : rate)) operations per frame with subnormal numbers in silence, "
        + "\(time)"
        + (remains ? ", although flush-to-zero is set" : "") + "; expected fewer than \(least)."
        + (remains ? "" : " This is a note because there are fewer in a host that sets flush-to-zero."))
  }

  /// Whether the last count is that of a sampled block, and the last sampled blocks all have so many operations.
  private static func hasLongRun(_ counts: [Int], of limit: Int) -> Bool {
    guard counts.count % step == 1, counts.count > (samples - 1) * step else { return false }
    return (0..<samples).allSatisfy { counts[counts.count - 1 - $0 * step] >= limit }
  }

  private static func text(_ rate: Double) -> String {
    rate >= Double(most) ? "at least \(most)" : "about \(Int(rate.rounded()))"
  }

  /// The median number of operations per frame in some of the blocks of silence.
  private static func rate(_ context: PluginContext, _ blocks: Range<Int>, flushesToZero: Bool) throws -> Double {
    let sampled = Set((0..<samples).map { blocks.lowerBound + $0 * (blocks.count - 1) / (samples - 1) })
    let silence = try perform(context, flushesToZero: flushesToZero) { counts, length in
      guard counts.count < blocks.upperBound else { return nil }
      return SubnormalCounter(limit: sampled.contains(counts.count) ? most * length : 1)
    }
    let counts = silence.counts.indices.filter(sampled.contains).map { silence.counts[$0] }.sorted()
    return counts.isEmpty ? 0 : Double(counts[counts.count / 2]) / Double(silence.length)
  }

  /// Plays with a fresh instance. Returns the counts of the blocks of silence and their length in frames.
  ///
  /// - Parameter counter: the counter of the next block of silence, by the counts of those before and its length; nil ends
  ///   the performance.
  private static func perform(
    _ context: PluginContext, flushesToZero: Bool, _ counter: ([Int], Int) -> SubnormalCounter?
  ) throws -> (counts: [Int], length: Int) {
    FloatingPointState.setFlushToZero(flushesToZero)
    let instance = try context.activeInstance()
    let length = instance.configuration.maximumBlockLength
    let sound = Int(0.5 * context.rate)
    instance.play(context.noise, frames: sound / length * length, noteEnd: sound * 3 / 4)
    var counts: [Int] = []
    instance.subnormals = counter(counts, length)
    instance.stream(.silence, frames: Int(context.reduced(5) * context.rate)) { _, _ in
      counts.append(instance.subnormals?.count ?? 0)
      instance.subnormals = counter(counts, length)
      return instance.subnormals != nil
    }
    return (counts, length)
  }

  /// The longest range of successive blocks with `true`.
  private static func longestRun(_ blocks: [Bool]) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for (block, contains) in blocks.enumerated() {
      if !contains { start = block + 1 }
      if block + 1 - start > longest.count { longest = start..<block + 1 }
    }
    return longest
  }
}

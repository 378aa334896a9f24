import TestHost
import ValidationModel

enum MemLeak: PluginCheck {
  enum Message: MessageKind { case heap }

  static let id: CheckID = "mem.leak"
  static let text = CheckText(
    asserts: "An instance frees all heap memory that it allocated.",
    rule: "cleanup() frees everything that instantiate() and the later calls allocated",
    source: "lv2/core/lv2.h: cleanup()",
    method: "Counts the heap blocks that the plug-in's code and threads allocate during thirty cycles from "
      + "instantiate() to cleanup(), with the library loaded throughout. Growth in each of the last twenty cycles is a "
      + "leak.",
    details: "\(InstanceCycle.summary) Paths from state:mapPath and state:makePath count as the plug-in's blocks. "
      + "Memory that is allocated once and kept does not grow and is not a leak.",
    remedy: "Free in cleanup() what the backtrace shows. Run valgrind --leak-check=full to list all leaks.",
    level: CheckLevel(6, "A long session uses more and more memory."),
    severities: [.warning])

  /// Cycles before counting begins, in which caches and pools fill.
  private static let warmUp = 10
  private static let counted = 20

  static func run(in context: PluginContext) throws -> CheckOutcome {
    AllocationLedger.begin()
    for _ in 0..<warmUp { try InstanceCycle.run(context, for: id) }
    let start = AllocationLedger.bytes
    var last = start
    for _ in 0..<counted {
      try InstanceCycle.run(context, for: id)
      let bytes = AllocationLedger.bytes
      guard bytes > last else { return .passed }
      last = bytes
    }
    let bytes = Int(last - start) / counted
    AllocationLedger.begin(recordingStacks: true)
    try InstanceCycle.run(context, for: id)
    return finding(
      .heap, .warning,
      "Each cycle from instantiate() to cleanup() leaks \(bytes) bytes of heap memory. The backtrace shows the largest "
        + "allocation that was not freed.",
      count: counted, call: "cleanup()", seed: context.seed, backtrace: AllocationLedger.largestSite)
  }
}

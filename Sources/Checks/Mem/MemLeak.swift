import CProbe
import TestHost
import ValidationModel

enum MemLeak: PluginCheck {
  static let id: CheckID = "mem.leak"
  static let text = CheckText(
    asserts: "Instances leave no heap memory behind.",
    rule: "cleanup() frees everything that instantiate() and the calls after it allocated",
    source: "lv2/core/lv2.h: cleanup()",
    method: """
      Thirty lives of an instance, \(InstanceLife.summary), with the library kept loaded. Blocks that the \
      plug-in's code and threads allocate are counted, and paths that state:mapPath and state:makePath give it; what \
      grows in each of the last twenty lives is a leak, what is made once and kept is not.
      """,
    remedy: "Free in cleanup() what the backtrace shows; valgrind --leak-check=full shows all of it.",
    severities: [.warning])

  /// Lives before counting begins: caches and pools fill.
  private static let warmUp = 10
  private static let counted = 20

  static func run(in context: PluginContext) throws -> CheckOutcome {
    probe_heap_track_begin(false)
    for _ in 0..<warmUp { try InstanceLife.live(context, for: id) }
    let start = probe_heap_alive()
    var last = start
    for _ in 0..<counted {
      try InstanceLife.live(context, for: id)
      let alive = probe_heap_alive()
      guard alive.bytes > last.bytes else { return .passed }
      last = alive
    }
    let bytes = Int(last.bytes - start.bytes) / counted
    probe_heap_track_begin(true)
    try InstanceLife.live(context, for: id)
    return .findings([
      finding(
        .warning,
        "Every life of an instance leaves \(bytes) bytes more on the heap. One more left the most at the place shown.",
        count: counted, call: "cleanup()", seed: context.seed, backtrace: HeapBlocks().largestSite)
    ])
  }
}

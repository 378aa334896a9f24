import CProbe
import Glibc
import TestHost
import ValidationModel

enum MemResources: PluginCheck {
  static let id: CheckID = "mem.resources"
  static let text = CheckText(
    asserts: "Instances leave no file descriptor, no mapping and no thread behind.",
    rule: "cleanup() frees everything that instantiate() and the calls after it took",
    source: "lv2/core/lv2.h: cleanup()",
    method: """
      After four lives that fill the caches of the C library, eight lives of an instance, \(InstanceLife.summary). \
      What grows in each of them is a leak: open descriptors, threads (given a second to end), bytes mapped beside the heap.
      """,
    remedy: """
      Close, unmap and join in cleanup() what the instance opened, mapped and started. The stack of a thread that has \
      ended stays mapped until the thread is joined.
      """,
    severities: [.warning])

  private static let warmUp = 4
  private static let counted = 8
  /// How long a thread may take to end after cleanup(), in steps of a millisecond.
  private static let patience = 300

  static func run(in context: PluginContext) throws -> CheckOutcome {
    for _ in 0..<warmUp { try InstanceLife.live(context, for: id) }
    var uses = [ProcessResources()]
    for _ in 0..<counted {
      try InstanceLife.live(context, for: id)
      uses.append(settled(threads: uses[uses.count - 1].threads))
    }
    let kinds: [(String, KeyPath<ProcessResources, Int>)] = [
      ("file descriptors", \.descriptors), ("threads", \.threads), ("bytes of mapped memory", \.mapped),
    ]
    return .findings(
      kinds.compactMap { name, use in
        let counts = uses.map { $0[keyPath: use] }
        guard zip(counts, counts.dropFirst()).allSatisfy(<) else { return nil }
        // A thread's stack is a mapping too.
        if use == \.mapped, uses[counted].threads > uses[0].threads { return nil }
        return finding(
          .warning,
          "Every life of an instance leaves more \(name): \(counts[0]) became \(counts[counted]) in \(counted).",
          count: counted, call: "cleanup()", seed: context.seed)
      })
  }

  /// What is in use when the threads that were started have ended, or the patience has.
  private static func settled(threads: Int) -> ProcessResources {
    var resources = ProcessResources()
    var waited = 0
    while resources.threads > threads, waited < patience {
      usleep(1000)
      CrashRecord.noteProgress()
      waited += 1
      resources = ProcessResources()
    }
    return resources
  }
}

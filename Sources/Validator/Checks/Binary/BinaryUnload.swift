import Glibc
import Model
import Support
import TestHost

enum BinaryUnload: PluginCheck {
  enum Message: MessageKind {
    case thread, endingThread, heap

    var text: MessageText {
      switch self {
      case .thread:
        MessageText(
          .warning, rule: rule,
          remedy: "Stop {the thread} and join it in cleanup(), also if the library started it when it was loaded.")
      case .endingThread:
        MessageText(
          .warning, rule: rule,
          remedy: "Join {the thread} in cleanup() instead of detaching it, or link the library with -Wl,-z,nodelete.")
      case .heap:
        MessageText(
          .note,
          rule: Rule(
            "A host loads the library of a plug-in and gets the lv2_descriptor() function from it; after dlclose(), nothing "
              + "in the process refers to what the library allocated",
            source: "lv2/core/lv2.h: lv2_descriptor(); POSIX: dlclose()"),
          remedy:
            "Make the descriptor a static constant, or free the memory in a function with __attribute__((destructor)).")
      }
    }
  }

  private static let rule = Rule(
    "The instance ceases to be valid after cleanup(), and the host may close the library: that removes the code which a "
      + "thread of the plug-in executes", source: "lv2/core/lv2.h: cleanup(); POSIX: dlclose()")

  static let id: CheckID = "binary.unload"
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "No thread of the plug-in is alive when the library is closed, and no heap memory remains afterwards.",
    method: "Compares the threads of a new process before the library is loaded with those after an instance was "
      + "created, run and freed. A thread that is still alive 1 s after cleanup() is reported. Another process loads "
      + "and closes the library up to \(loads) times and counts the heap blocks that it leaves.",
    details: "A thread that ends by itself within that second is reported if, 100 ms after cleanup(), it waits in code "
      + "of the library, and closing the library removes that code from memory. Another process finds out whether it "
      + "does. The check itself leaves the library open. Heap memory is reported if code of the library allocated it and "
      + "each load leaves some; libraries that stay in memory are not examined.",
    level: CheckLevel(8, "Few hosts unload libraries."))

  /// In milliseconds after cleanup(): the time that a joined thread needs to disappear from the process.
  private static let grace = 100
  /// In milliseconds after cleanup(): a thread that is alive then does not end.
  private static let patience = 1000
  private static let pause = 10
  private static let loads = 20

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    // First, because the library must not be loaded yet.
    let usage = LibraryUsage(loading: resolvedPath(path) ?? path, times: loads)
    let threads = try threadOutcome(context, path)
    return .findings(leakFindings(usage) + threads.findings)
  }

  /// What each load of the library leaves in the heap. C++ names are readable if the library is loaded now.
  private static func leakFindings(_ usage: LibraryUsage?) -> [Finding] {
    guard let usage, usage.blocks > 0 else { return [] }
    let allocation = [usage.allocation].symbolized()
    let origin = allocation[0].function.map { ", allocated in \($0)" } ?? ""
    return [
      finding(
        .heap, about: allocation[0].function,
        "Each dlopen(), lv2_descriptor() and dlclose() of the library leaks \(usage.bytes.counted("byte")) of heap memory "
          + "in \(usage.blocks.counted("block"))\(origin); expected none.",
        count: loads, call: "dlclose()", backtrace: allocation)
    ]
  }

  private static func threadOutcome(_ context: PluginContext, _ path: String) throws -> CheckOutcome {
    let before = ForeignThread.all
    _ = try context.record(.silence, frames: 4 * context.blockLength)
    let late = threads(notIn: before, after: grace)
    if late.isEmpty { return .passed }
    let waiting = late.filter { $0.isWaiting && $0.runs(codeOf: path) }
    let remaining = threads(notIn: before, after: patience - grace)
    if !remaining.isEmpty {
      return outcome(.thread, remaining, "alive \(patience / 1000) s after cleanup(); expected none")
    }
    guard !waiting.isEmpty, LibraryFormat.isUnloaded(byClosing: path) else { return .passed }
    return outcome(
      .endingThread, waiting,
      "still in code of the library \(grace) ms after cleanup(), but closing the library removes this code")
  }

  /// The new threads after so many milliseconds; returns early if there is none.
  private static func threads(notIn before: Set<ForeignThread>, after milliseconds: Int) -> Set<ForeignThread> {
    for _ in 0..<milliseconds / pause where !ForeignThread.all.isSubset(of: before) {
      usleep(UInt32(pause * 1000))
      CrashRecord.noteProgress()
    }
    return ForeignThread.all.subtracting(before)
  }

  private static func outcome(_ message: Message, _ threads: Set<ForeignThread>, _ fault: String) -> CheckOutcome {
    let names = threads.compactMap(\.name).sorted().listed(atMost: 8)
    let list = names.isEmpty ? "" : " \(names)"
    let subject = threads.count == 1 ? "A thread of the plug-in is" : "\(threads.count) threads of the plug-in are"
    let noun = threads.count == 1 ? "the thread" : "each of the threads"
    return finding(
      message, "\(subject) \(fault)\(names.isEmpty ? "" : ":")\(list).", naming: [noun + list], count: threads.count)
  }
}

import Glibc
import Model
import TestHost

enum BinaryUnload: PluginCheck {
  enum Message: MessageKind { case thread, endingThread }

  static let id: CheckID = "binary.unload"
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "No thread of the plug-in is alive when the library is closed.",
    rule: "cleanup() ends the use of an instance; the host may then close the library and so remove the code that a "
      + "thread of the plug-in would execute",
    source: "lv2/core/lv2.h: cleanup()",
    method: "Compares the threads of a new process before the library is loaded with those after an instance was "
      + "created, run and freed. A thread that is still alive 1 s after cleanup() is reported.",
    details: "A thread that ends by itself within that second is reported if, 100 ms after cleanup(), it waits in code "
      + "of the library, and closing the library removes that code from memory. Another process finds out whether it "
      + "does. The check itself leaves the library open.",
    remedy: "Join every thread in cleanup(), also the threads that the library starts when it is loaded.",
    level: CheckLevel(8, "Few hosts unload libraries."),
    severities: [.warning])

  /// In milliseconds after cleanup(): the time that a joined thread needs to disappear from the process.
  private static let grace = 100
  /// In milliseconds after cleanup(): a thread that is alive then does not end.
  private static let patience = 1000
  private static let pause = 10

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    let before = ForeignThread.all
    _ = try context.record(.silence, frames: 4 * context.blockLength)
    let late = threads(notIn: before, after: grace)
    if late.isEmpty { return .passed }
    let waiting = late.filter { $0.isWaiting && $0.runs(codeOf: path) }
    let remaining = threads(notIn: before, after: patience - grace)
    if !remaining.isEmpty { return outcome(.thread, remaining, "alive after cleanup(); expected none. Threads: ") }
    guard !waiting.isEmpty, LibraryFormat.isUnloaded(byClosing: path) else { return .passed }
    return outcome(
      .endingThread, waiting,
      "still in code of the library \(grace) ms after cleanup(), but closing the library removes this code. Threads: ")
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
    let names = threads.map(\.name).sorted().joined(separator: ", ")
    let subject = threads.count == 1 ? "A thread of the plug-in is" : "\(threads.count) threads of the plug-in are"
    return finding(message, .warning, "\(subject) \(fault)\(names).", count: threads.count)
  }
}

import CProbe
import Glibc
import LV2Host
import TestHost
import ValidationModel

enum BinaryUnload: PluginCheck {
  static let id: CheckID = "binary.unload"
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "No thread of the plug-in is alive when the library is closed.",
    rule: "After cleanup() the host may close the library, and with it the code that a thread would run",
    source: "lv2/core/lv2.h: cleanup()",
    method:
      "Looks at the threads of a fresh process before the library is loaded and after an instance was made, run and "
      + "freed. One that is still there a second later counts; so does one that ends by itself before, where a tenth of a "
      + "second after cleanup() it waits in code of the library, which closing takes out of memory: that is tried in "
      + "another process. Here the library is left open.",
    remedy: "End and join every thread in cleanup(), and those that the library starts when it is loaded too.",
    severities: [.warning])

  /// In milliseconds after cleanup(): a thread that was joined needs some time until it is gone.
  private static let grace = 100
  /// In milliseconds after cleanup(): a thread that is there then is taken to stay.
  private static let patience = 1000
  private static let pause = 10

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard let path = context.plugin.binaryPath else { return .skipped("the bundle names no lv2:binary") }
    let before = ForeignThread.all
    _ = try context.record(.silence, frames: 4 * context.blockLength)
    let late = threads(notIn: before, after: grace)
    if late.isEmpty { return .passed }
    let waiting = late.filter { $0.isWaiting && $0.runs(codeOf: path) }
    let left = threads(notIn: before, after: patience - grace)
    if !left.isEmpty {
      return .findings([finding(about: left, "alive after cleanup()")])
    }
    guard !waiting.isEmpty, probe_library_unloads(path) else { return .passed }
    return .findings([
      finding(
        about: waiting,
        "alive \(grace) ms after cleanup(), to end later, but closing the library takes the code away")
    ])
  }

  /// Those that are new once so many milliseconds have passed; none as soon as there is none.
  private static func threads(notIn before: Set<ForeignThread>, after milliseconds: Int) -> Set<ForeignThread> {
    for _ in 0..<milliseconds / pause where !ForeignThread.all.isSubset(of: before) {
      usleep(UInt32(pause * 1000))
      CrashRecord.noteProgress()
    }
    return ForeignThread.all.subtracting(before)
  }

  private static func finding(about threads: Set<ForeignThread>, _ what: String) -> Finding {
    let names = threads.map(\.name).sorted().joined(separator: ", ")
    let subject = threads.count == 1 ? "A thread is" : "\(threads.count) threads are"
    return finding(.warning, "\(subject) \(what): \(names).", count: threads.count)
  }
}

import FoundationEssentials
import Glibc
import LV2Host

enum BinaryUnload: PluginCheck {
  static let id = CheckID.binaryUnload
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "No thread of the plug-in is alive when the library is closed.",
    rule: "After cleanup() the host may close the library, and with it the code that a thread would run",
    source: "lv2/core/lv2.h: cleanup()",
    method:
      "Counts the threads of a fresh process before the library is loaded and after an instance was made, run and "
      + "freed; what is still there a second later counts. The library is then left open.",
    remedy: "End and join every thread in cleanup(), and those that the library starts when it is loaded too.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.binaryPath != nil else { return .skipped("the bundle names no lv2:binary") }
    let before = threads
    _ = try context.record(.silence, frames: 4 * context.blockLength)
    var left = threads.subtracting(before)
    for _ in 0..<100 where !left.isEmpty {
      usleep(10_000)
      BlackBox.noteProgress()
      left = threads.subtracting(before)
    }
    if left.isEmpty { return .passed }
    let names = left.sorted().map { name(of: $0) }.joined(separator: ", ")
    return .findings([
      finding(.warning, "\(left.count) threads are alive after cleanup(): \(names).", count: left.count)
    ])
  }

  private static var threads: Set<String> {
    Set((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [])
  }

  private static func name(of thread: String) -> String {
    let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
    return text?.split(separator: "\n").first.map { "'\($0)'" } ?? thread
  }
}

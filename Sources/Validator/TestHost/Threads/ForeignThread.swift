import CProbe
import FoundationEssentials
import Glibc
import Model

/// A thread of this process.
package struct ForeignThread: Hashable {
  /// The thread id of the kernel.
  package let number: Int32

  package static var all: Set<ForeignThread> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return Set(names.compactMap { Int32($0).map(ForeignThread.init) })
  }

  /// The number of threads: a directory has two links and one for each folder in it, which is a thread here.
  package static var count: Int {
    var status = stat()
    return stat("/proc/self/task", &status) == 0 ? Int(status.st_nlink) - 2 : 0
  }

  /// Waits until no more than that number of threads exist, at most for that time.
  package static func wait(until count: Int, milliseconds: Int) {
    var time = 0
    while time < milliseconds && self.count > count {
      usleep(1000)
      CrashRecord.noteProgress()
      time += 1
    }
  }

  /// Whether the thread sleeps until an event and is not exiting.
  package var isWaiting: Bool {
    // After the name, which may contain any character: the state, five numbers, and flags. Flag 4 is PF_EXITING (proc(5)).
    guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return false }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 6, let flags = UInt32(fields[6]) else { return false }
    return fields[0] == "S" && flags & 4 == 0
  }

  /// Whether the thread's start function is known to be in the library at `path`.
  package func runs(codeOf path: String) -> Bool { code?.image == path }

  /// The thread in a message: its start function, or its own name; nil if it has none of them.
  package var name: String? {
    if let function = code.flatMap({ [$0].symbolized().first?.function }) { return "'\(function)'" }
    // A new thread inherits the name of the thread that created it.
    guard let own = text("comm"), own != ForeignThread(number: getpid()).text("comm") else { return nil }
    return "'\(own.filter { $0 != "\n" })'"
  }

  /// The start function if the plug-in started the thread; not symbolized.
  private var code: StackFrame? {
    probe_thread_code(number).flatMap { StackFrame.stack([UnsafeMutableRawPointer(mutating: $0)]).first }
  }

  private func text(_ file: String) -> String? {
    try? String(contentsOfFile: "/proc/self/task/\(number)/\(file)", encoding: .utf8)
  }
}

import CProbe
import FoundationEssentials
import Glibc
import ValidationModel

/// A thread of this process.
struct ForeignThread: Hashable {
  /// The kernel's.
  let number: Int32

  /// All that are alive.
  static var all: Set<ForeignThread> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return Set(names.compactMap { Int32($0).map(ForeignThread.init) })
  }

  /// Whether it sleeps until something happens, and is not at its end.
  var isWaiting: Bool {
    // What follows the name, which may hold anything: the state, five numbers, and flags, of which 4 is PF_EXITING
    // (proc(5)).
    guard let text = text("stat"), let end = text.lastIndex(of: ")") else { return false }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 6, let flags = UInt32(fields[6]) else { return false }
    return fields[0] == "S" && flags & 4 == 0
  }

  /// Whether what it runs is known to lie in the library at `path`.
  func runs(codeOf path: String) -> Bool { code?.image == path }

  /// As a message calls it: by what it was started with, or by the name that it has taken.
  var name: String {
    if let function = code.flatMap({ [$0].symbolised().first?.function }) { return "'\(function)'" }
    // Until it takes one it has that of the thread that made it.
    guard let own = text("comm"), own != ForeignThread(number: getpid()).text("comm") else {
      return "one without a name"
    }
    return "'\(own.filter { $0 != "\n" })'"
  }

  /// Where its code begins, where the plug-in has started it; not symbolised.
  private var code: StackFrame? {
    probe_thread_code(number).flatMap { StackFrame.stack([UnsafeMutableRawPointer(mutating: $0)]).first }
  }

  private func text(_ file: String) -> String? {
    try? String(contentsOfFile: "/proc/self/task/\(number)/\(file)", encoding: .utf8)
  }
}

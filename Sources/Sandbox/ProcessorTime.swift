import FoundationEssentials
import Glibc

/// The processor time that processes have used, as `/proc` tells it.
enum ProcessorTime {
  /// Of the children of a process, all their threads together; nil where none is alive.
  static func ofChildren(of parent: pid_t) -> Duration? {
    guard let list = try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8) else {
      return nil
    }
    let times = list.split(separator: " ").compactMap { of($0) }
    return times.isEmpty ? nil : times.reduce(.zero, +)
  }

  /// User and system time of one process: fields 14 and 15 of its `stat`, in clock ticks; source: proc(5).
  private static func of(_ process: Substring) -> Duration? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // The name in field 2 may hold anything, but is closed by the last parenthesis.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else { return nil }
    return .seconds(Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }
}

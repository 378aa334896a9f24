import FoundationEssentials
import Glibc
import Support

enum ProcessTable {
  /// The number of passes over all processes in `killOrphans(of:)`. Processes that create others faster remain.
  private static let attempts = 100

  /// The processor time of the children of a process, with all their threads. nil if it has no children.
  static func timeOfChildren(of parent: pid_t) -> Duration? {
    let times = children(of: parent).compactMap(time)
    return times.isEmpty ? nil : times.reduce(.zero, +)
  }

  /// Whether a thread of the descendants of a process is ready to run, or waits for a disk. A job can wait for its X server.
  static func areDescendantsReady(of parent: pid_t) -> Bool {
    threads(ofDescendantsOf: parent).contains { thread in
      guard let text = try? String(contentsOfFile: "/proc/\(thread)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { return false }
      return text[end...].dropFirst(2).first.map("RD".contains) ?? false
    }
  }

  /// How long all threads of the descendants of a process were ready to run, but had no processor.
  static func delayOfDescendants(of parent: pid_t) -> Duration {
    .nanoseconds(threads(ofDescendantsOf: parent).reduce(0) { $0 + RunDelay.nanoseconds(of: $1) })
  }

  /// The threads as paths below `/proc`.
  private static func threads(ofDescendantsOf parent: pid_t) -> [String] {
    descendants(of: parent).flatMap { child in
      let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/task")
      return (threads ?? []).map { "\(child)/task/\($0)" }
    }
  }

  private static func descendants(of parent: pid_t) -> [Substring] {
    let children = children(of: parent)
    return children + children.compactMap { pid_t($0) }.flatMap(descendants)
  }

  private static func children(of parent: pid_t) -> [Substring] {
    let list = try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
    return list?.split(separator: " ") ?? []
  }

  /// User and system time of one process: fields 14 and 15 of its `stat`, in clock ticks. Source: proc(5).
  private static func time(of process: Substring) -> Duration? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      // The name in field 2 can contain any character, but is closed by the last parenthesis.
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    guard fields.count > 13, let user = Int(fields[12]), let system = Int(fields[13]) else { return nil }
    return .seconds(Double(user + system) / Double(sysconf(Int32(_SC_CLK_TCK))))
  }

  /// Kills the processes that a job left behind after it killed its reaper. Returns their number.
  ///
  /// - Parameter folder: the temporary folder of the job, which is in the environment of all its processes.
  static func killOrphans(of folder: String) -> Int {
    var killed: Set<pid_t> = []
    for _ in 0..<attempts {
      let alive = processes(of: folder)
      if alive.isEmpty { break }
      for process in alive { kill(process, SIGKILL) }
      killed.formUnion(alive)
      usleep(1000)
    }
    return killed.count
  }

  /// Zombie processes are not included: their environment is empty.
  private static func processes(of folder: String) -> [pid_t] {
    let variable = Data("TMPDIR=\(folder)".utf8)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { process in
      let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
      return environment.split(separator: 0).contains { $0 == variable }
    }
  }
}

import FoundationEssentials
import Glibc

/// What a job has started and nobody keeps, since the job has killed its keeper.
enum Orphans {
  /// More often it is not looked for any that come after: whatever starts others so fast is not to be caught.
  private static let attempts = 100

  /// Ends the processes whose temporary directory is a job's, and returns how many there were.
  static func end(in scratch: String) -> Int {
    var ended: Set<pid_t> = []
    for _ in 0..<attempts {
      let alive = processes(in: scratch)
      if alive.isEmpty { break }
      for process in alive { kill(process, SIGKILL) }
      ended.formUnion(alive)
      usleep(1000)
    }
    return ended.count
  }

  /// Those that are no more but have not been waited for have no environment either.
  private static func processes(in scratch: String) -> [pid_t] {
    let mark = Data("TMPDIR=\(scratch)".utf8)
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { process in
      let environment = FileManager.default.contents(atPath: "/proc/\(process)/environ") ?? Data()
      return environment.split(separator: 0).contains { $0 == mark }
    }
  }
}

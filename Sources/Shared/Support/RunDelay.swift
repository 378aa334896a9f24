import FoundationEssentials

/// How long a thread was ready to run, but had no processor.
///
/// Source: Documentation/scheduler/sched-stats.rst of Linux.
public enum RunDelay {
  /// - Parameter task: a thread as a path below `/proc`: `thread-self`, a process for its main thread, or
  ///   `PROCESS/task/THREAD`.
  /// - Returns: nanoseconds; 0 if the kernel does not count them, or if the thread has ended.
  public static func nanoseconds(of task: String) -> Int64 {
    // The time with a processor, the time without one, and a count.
    let fields = (try? String(contentsOfFile: "/proc/\(task)/schedstat", encoding: .utf8))?.split(separator: " ")
    return fields.flatMap { $0.dropFirst().first }.flatMap { Int64($0) } ?? 0
  }
}

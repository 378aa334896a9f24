/// How a job came to its end, when nothing that it started is alive any more.
public struct JobEnding: Sendable, Equatable {
  /// How its process ended.
  public enum Exit: Sendable, Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// Its keeper was killed, so that nobody knows.
    case unknown
  }

  /// Why the supervisor ended it.
  public enum Verdict: Sendable, Equatable {
    /// Its progress stood still for `JobLimits.patience`.
    case stalled
    /// It made progress, but not enough of it before `JobLimits.deadline`.
    case slow
    /// The whole run was interrupted.
    case interrupted
  }

  public var exit: Exit
  /// Nil where it ended by itself.
  public var verdict: Verdict?
  /// Processes that outlived it and were killed.
  public var strays: Int
  /// Its largest resident set, in bytes.
  public var peakMemory: Int
  public var duration: Duration
  /// What it wrote to its standard output and error, in that order.
  public var output: CapturedText
  public var errors: CapturedText
}

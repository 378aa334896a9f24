import Glibc

/// The end of a job. All processes that it started have ended too.
public struct JobEnding: Sendable, Equatable {
  public enum Exit: Sendable, Equatable, CustomStringConvertible {
    case exited(Int32)
    case signaled(Int32)
    /// The job's reaper was killed, so the status was lost.
    case unknown
    /// The process from which all jobs are forked was killed, perhaps by another job.
    case lost

    init(waitStatus: Int32) {
      let signal = waitStatus & 0x7f
      self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .signaled(signal)
    }

    public var description: String {
      switch self {
      case .exited(let status): "status \(status)"
      case .signaled(let signal): "signal \(signal)"
      case .unknown: "an unknown status"
      case .lost: "the process of all jobs"
      }
    }
  }

  public enum StopReason: Sendable, Equatable {
    /// The job made no progress for the time that `Job.init` describes.
    case stalled
    /// The job made progress, but did not finish before `JobLimits.deadline`.
    case deadlineExceeded
    case interrupted
  }

  public var exit: Exit
  /// nil if the job ended by itself.
  public var stopReason: StopReason?
  /// The limit of the time without progress when the job was stopped; 0 if it ended by itself.
  public var progressTimeout: Duration
  /// The number of processes that outlived the job and were killed.
  public var orphans: Int
  /// The largest resident set of the job's process, in bytes.
  public var peakMemory: Int
  /// The processor time of the job's process; the duration if it is not known.
  public var processorTime: Duration
  public var duration: Duration
  public var output: CapturedText
  public var errors: CapturedText

  /// Whether another process can be the reason for the end.
  public var mayBeOfOthers: Bool { exit == .lost || exit == .signaled(SIGKILL) && stopReason == nil }
}

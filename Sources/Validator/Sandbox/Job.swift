/// Work for a process that is forked from a `ForkServer`.
///
/// The thread of `Supervisor.run()` calls all closures.
public final class Job {
  /// What `JobProcess.serve()` returns in the process.
  public let input: [UInt8]
  public let limits: JobLimits
  /// A descriptor that the child inherits as `JobProcess.sharedDescriptor`, or -1. The caller closes it after the end.
  public let sharedDescriptor: Int32
  let progress: () -> UInt64
  let progressTimeout: () -> Duration
  let received: (Job, [UInt8]) -> Void
  let ended: (Job, JobEnding) -> Void
  private(set) var deadlineStart = ContinuousClock.now

  /// - Parameters:
  ///   - progress: returns a number that changes whenever the job makes progress. The supervisor calls it several times
  ///     a second. The job is stopped if the number does not change for `progressTimeout`.
  ///   - progressTimeout: returns the present limit of the time without progress; `limits.progressTimeout` if nil.
  ///   - received: receives each line that the job sends through its `ResultChannel`, without the newline.
  ///   - ended: called once, after the last line, when all processes of the job have ended.
  public init(
    input: [UInt8], limits: JobLimits, sharedDescriptor: Int32 = -1,
    progress: @escaping () -> UInt64, progressTimeout: (() -> Duration)? = nil,
    received: @escaping (Job, [UInt8]) -> Void, ended: @escaping (Job, JobEnding) -> Void
  ) {
    self.input = input
    self.limits = limits
    self.sharedDescriptor = sharedDescriptor
    self.progress = progress
    self.progressTimeout = progressTimeout ?? { limits.progressTimeout }
    self.received = received
    self.ended = ended
  }

  /// Restarts the deadline, for a job with several parts that have the full time each.
  public func restartDeadline() { deadlineStart = .now }
}

/// The limits of a job. The supervisor stops a job that exceeds a time; the kernel enforces the sizes.
public struct JobLimits: Sendable {
  /// The longest time between the start or `Job.restartDeadline()` and the end or the next restart; up to four times as long
  /// if other processes leave the job too little processor time.
  public var deadline: Duration
  /// The longest time without progress of a job that waits or has a processor for itself. Useful up to `deadline`.
  public var progressTimeout: Duration { deadline / 3 }
  /// Private writable memory, in bytes.
  public var memory: UInt64
  /// The size of a file, in bytes.
  public var fileSize: UInt64
  /// Processes and threads at once, where the system can limit them.
  public var processes: UInt32

  /// Limits for a plug-in.
  public init(deadline: Duration, memory: UInt64 = 4 << 30, fileSize: UInt64 = 64 << 20, processes: UInt32 = 1024) {
    self.deadline = deadline
    self.memory = memory
    self.fileSize = fileSize
    self.processes = processes
  }
}

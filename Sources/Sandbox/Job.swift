/// Work for a child process: this program again, with other arguments.
///
/// All closures are called on the thread of `Supervisor.run()`.
public final class Job {
  /// What follows the program's name.
  public let arguments: [String]
  /// Added to the supervisor's own environment.
  public let environment: [String: String]
  public let limits: JobLimits
  /// A descriptor that the child finds as number 4, or -1. The caller keeps it open until the job has ended.
  public let shared: Int32
  /// Any number that changes whenever the job gets on.
  let progress: () -> UInt64
  let received: (Job, [UInt8]) -> Void
  let ended: (Job, JobEnding) -> Void
  private(set) var armed = ContinuousClock.now

  /// - Parameters:
  ///   - progress: asked several times a second; a value that stays the same for `limits.patience` is a hang.
  ///   - received: given each line that the job sends through its `ResultChannel`, without the newline.
  ///   - ended: called once, after the last line, when nothing of the job is alive.
  public init(
    arguments: [String], environment: [String: String] = [:], limits: JobLimits, shared: Int32 = -1,
    progress: @escaping () -> UInt64, received: @escaping (Job, [UInt8]) -> Void,
    ended: @escaping (Job, JobEnding) -> Void
  ) {
    self.arguments = arguments
    self.environment = environment
    self.limits = limits
    self.shared = shared
    self.progress = progress
    self.received = received
    self.ended = ended
  }

  /// Starts its deadline anew: for a job that does several things, each with the whole time.
  public func rearm() {
    armed = .now
  }
}

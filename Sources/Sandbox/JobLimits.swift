/// What a job may use before it is ended.
public struct JobLimits: Sendable {
  /// The longest time between two calls of `Job.rearm()`, or from the start to the first.
  public var deadline: Duration
  /// The longest time without a change of the progress, of a job that waits or has a processor for itself; at most
  /// `deadline` to be of use.
  public var patience: Duration
  /// Private writable memory, in bytes.
  public var memory: UInt64
  /// The largest file that it may write, in bytes.
  public var fileSize: UInt64

  /// Limits for a plug-in: a third of the deadline without progress is a hang.
  public init(deadline: Duration, memory: UInt64 = 4 << 30, fileSize: UInt64 = 64 << 20) {
    self.deadline = deadline
    self.patience = deadline / 3
    self.memory = memory
    self.fileSize = fileSize
  }
}

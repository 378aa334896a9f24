import CSandbox

/// The child's side of the sandbox.
public enum JobProcess {
  /// The descriptor that the job was given as `Job.shared`.
  public static let shared = Int32(SANDBOX_SHARED)

  /// Turns this process into a job under a keeper; returns in the job alone.
  ///
  /// To be called first thing in `main`, while the process has one thread.
  public static func enter(limits: JobLimits) throws(SandboxError) {
    var limits = sandbox_limits(memory: limits.memory, file_size: limits.fileSize)
    guard sandbox_enter(&limits) == 0 else { throw SandboxError(.split) }
  }
}

import Glibc

/// A fault on our side of the sandbox: never the job's doing.
public struct SandboxError: Error, Equatable {
  /// What was being done.
  public enum Step: String, Sendable {
    case pipe = "making a pipe"
    case spawn = "starting a child process"
    case split = "splitting the child into keeper and job"
    case poll = "waiting for child processes"
    case scratch = "making a scratch directory"
    case send = "sending a result to the parent"
  }

  public let step: Step
  /// What the system call left in `errno`.
  public let errno: Int32

  public init(_ step: Step, errno: Int32 = Glibc.errno) {
    self.step = step
    self.errno = errno
  }
}

extension SandboxError: CustomStringConvertible {
  public var description: String {
    let place = step == .scratch ? " in \(ScratchDirectory.parent)" : ""
    return "\(step.rawValue)\(place): \(String(cString: strerror(errno)))"
  }
}

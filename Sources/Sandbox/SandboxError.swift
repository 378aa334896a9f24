import Glibc

/// A fault on our side of the sandbox: never the job's doing.
public struct SandboxError: Error, Equatable {
  /// What was being done.
  public enum Step: String, Sendable {
    case pipe = "making a pipe"
    case spawn = "starting a child process"
    case begin = "beginning the work of a child process"
    case split = "splitting the child into keeper and job"
    case poll = "waiting for child processes"
    case scratch = "making a scratch directory"
    case send = "sending a result to the parent"
  }

  public let step: Step
  /// Why it failed, in words.
  public let reason: String

  /// - Parameter errno: what the system call left there.
  public init(_ step: Step, errno: Int32 = Glibc.errno) {
    self.init(step, reason: String(cString: strerror(errno)))
  }

  init(_ step: Step, reason: String) {
    self.step = step
    self.reason = reason
  }
}

extension SandboxError: CustomStringConvertible {
  public var description: String {
    let place = step == .scratch ? " in \(ScratchDirectory.parent)" : ""
    return "\(step.rawValue)\(place): \(reason)"
  }
}

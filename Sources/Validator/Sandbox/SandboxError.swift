import Glibc
import Support

/// A failure of the sandbox itself, not of the job.
public struct SandboxError: Error, Equatable, CustomStringConvertible {
  public enum Step: String, Sendable {
    case pipe = "creating a pipe"
    case spawn = "starting a child process"
    case wait = "waiting for a child process"
    case begin = "initializing a child process"
    case split = "forking the job process"
    case temporaryFolder = "creating a temporary folder"
    case send = "sending a result to the parent process"
  }

  public let step: Step
  public let reason: String

  /// - Parameter reason: nil for the text of `errno`.
  public init(_ step: Step, errno: Int32 = Glibc.errno, reason: String? = nil) {
    self.step = step
    self.reason = reason ?? String(cString: strerror(errno))
  }

  public var description: String {
    let place = step == .temporaryFolder ? " in \(TemporaryFolder.parent)" : ""
    return "\(step.rawValue)\(place) failed: \(reason)"
  }
}

import Glibc
import Support

/// A failure of the sandbox itself, not of the job.
public struct SandboxError: Error, Equatable, CustomStringConvertible {
  public enum Step: String, Sendable {
    case pipe = "creating a pipe"
    case spawn = "starting a child process"
    case begin = "initializing a child process"
    case split = "forking the job process"
    case temporaryFolder = "creating a temporary folder"
    case send = "sending a result to the parent process"
  }

  public let step: Step
  public let reason: String

  public init(_ step: Step, errno: Int32 = Glibc.errno) {
    self.init(step, reason: String(cString: strerror(errno)))
  }

  init(_ step: Step, reason: String) {
    self.step = step
    self.reason = reason
  }

  public var description: String {
    let place = step == .temporaryFolder ? " in \(TemporaryFolder.parent)" : ""
    return "\(step.rawValue)\(place) failed: \(reason)"
  }
}

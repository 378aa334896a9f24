import FoundationEssentials
import Glibc
import Sandbox
import TestHost
import ValidationModel

package enum ChildEntry {
  /// The first argument that makes this program a child; the second is a `JobSpecification`.
  package static let argument = "--child-job"
  /// The exit status of a child that could not do its part.
  static let faultStatus: Int32 = 70

  /// Enters the sandbox, does the job and ends the process.
  ///
  /// - Parameter timeout: the time limit, in seconds.
  package static func main(_ specification: String, timeout: Double) -> Never {
    do {
      try JobProcess.enter(limits: ChildJob.limits(timeout: timeout))
      let channel = try ResultChannel()
      guard CrashRecord.adopt(descriptor: JobProcess.sharedDescriptor) else { exit(faultStatus) }
      let encoder = JSONEncoder.ofFindings()
      let child = ChildMain { message in try channel.send(Array(encoder.encode(message))) }
      do {
        let job = try JSONDecoder.ofFindings().decode(JobSpecification.self, from: Data(specification.utf8))
        try child.run(job)
      } catch {
        try child.send(.fault("\(error)"))
        _exit(faultStatus)
      }
    } catch {
      _exit(faultStatus)
    }
    // Not exit(): functions that a library registered with atexit() are irrelevant and could hang.
    _exit(0)
  }
}

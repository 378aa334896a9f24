import FoundationEssentials
import Glibc
import Sandbox
import TestHost
import ValidationModel

/// The entry of a child process.
package enum ChildEntry {
  /// The first argument that makes this program a child; the second is a `JobSpecification`.
  package static let argument = "--child-job"
  /// How a child says that it could not do its own part.
  package static let faultStatus: Int32 = 70

  /// Splits off the keeper, does the job and ends the process.
  package static func main(_ specification: String, limits: JobLimits) -> Never {
    do {
      try JobProcess.enter(limits: limits)
      let channel = try ResultChannel()
      guard CrashRecord.adopt(descriptor: JobProcess.shared) else { exit(faultStatus) }
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
    // Not exit(): what a library left for atexit() is not of interest, and could hang.
    _exit(0)
  }
}

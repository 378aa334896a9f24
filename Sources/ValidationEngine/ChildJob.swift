import FoundationEssentials
import Sandbox
import TestHost
import ValidationModel

/// Jobs whose lines are `ChildMessage`s.
package enum ChildJob {
  /// A job for a child of this program.
  ///
  /// - Parameters:
  ///   - timeout: of one check, in seconds.
  ///   - received: given each message; a line that is none (a plug-in wrote it) is dropped.
  package static func make(
    _ specification: JobSpecification, timeout: Double, crashRecord: CrashRecord,
    received: @escaping (Job, ChildMessage) -> Void, ended: @escaping (Job, JobEnding) -> Void
  ) -> Job {
    let text = (try? JSONEncoder.ofFindings().encode(specification)).map { String(decoding: $0, as: UTF8.self) }
    let decoder = JSONDecoder.ofFindings()
    return Job(
      // A job has another home directory, and with it another ~/.lv2.
      arguments: [ChildEntry.argument, text ?? ""],
      environment: ["LV2_PATH": Discovery.searchPath.joined(separator: ":")], limits: limits(timeout: timeout),
      shared: crashRecord.descriptor,
      progress: { crashRecord.progress },
      received: { job, line in
        if let message = try? decoder.decode(ChildMessage.self, from: Data(line)) { received(job, message) }
      },
      ended: ended)
  }

  /// A black box for a job that is about to start.
  package static func crashRecord() throws(SandboxError) -> CrashRecord {
    guard let crashRecord = CrashRecord() else { throw SandboxError(.spawn) }
    return crashRecord
  }

  /// What a child may use.
  package static func limits(timeout: Double) -> JobLimits { JobLimits(deadline: .seconds(timeout)) }
}

import FoundationEssentials
import Sandbox
import TestHost
import ValidationModel

/// Jobs for child processes of this program, whose lines are `ChildMessage`s.
enum ChildJob {
  /// - Parameters:
  ///   - timeout: the time limit of one check, in seconds.
  ///   - received: called with each message. A line that is not a message is dropped: a plug-in wrote it.
  static func make(
    _ specification: JobSpecification, timeout: Double, crashRecord: CrashRecord,
    received: @escaping (Job, ChildMessage) -> Void, ended: @escaping (Job, JobEnding) -> Void
  ) -> Job {
    let text = (try? JSONEncoder.ofFindings().encode(specification)).map { String(decoding: $0, as: UTF8.self) }
    let decoder = JSONDecoder.ofFindings()
    return Job(
      // A child has another home directory, and therefore another ~/.lv2.
      arguments: [ChildEntry.argument, text ?? ""],
      environment: ["LV2_PATH": Discovery.searchPath.joined(separator: ":")], limits: limits(timeout: timeout),
      sharedDescriptor: crashRecord.descriptor,
      progress: { crashRecord.progress },
      received: { job, line in
        if let message = try? decoder.decode(ChildMessage.self, from: Data(line)) { received(job, message) }
      },
      ended: ended)
  }

  /// A crash record for a job that is about to start.
  static func crashRecord() throws(SandboxError) -> CrashRecord {
    guard let record = CrashRecord() else { throw SandboxError(.spawn) }
    return record
  }

  /// The limits of a child; the timeout is in seconds.
  static func limits(timeout: Double) -> JobLimits { JobLimits(deadline: .seconds(timeout)) }
}

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
    _ specification: JobSpecification, timeout: Double, received: @escaping (Job, ChildMessage) -> Void,
    ended: @escaping (Job, JobEnding, CrashRecord) -> Void = { _, _, _ in }
  ) throws(SandboxError) -> Job {
    guard let crashRecord = CrashRecord() else { throw SandboxError(.spawn) }
    let text = (try? JSONEncoder.ofFindings().encode(specification)).map { String(decoding: $0, as: UTF8.self) }
    let decoder = JSONDecoder.ofFindings()
    return Job(
      // A child has another home directory, and therefore another ~/.lv2.
      arguments: [ChildEntry.argument, text ?? ""],
      environment: ["LV2_PATH": Discovery.searchPath.joined(separator: ":")],
      limits: JobLimits(deadline: .seconds(timeout)), sharedDescriptor: crashRecord.descriptor,
      progress: { crashRecord.progress },
      received: { job, line in
        if let message = try? decoder.decode(ChildMessage.self, from: Data(line)) { received(job, message) }
      },
      ended: { ended($0, $1, crashRecord) })
  }

  /// Runs a single job to its end. Returns false after an interruption.
  static func run(
    _ specification: JobSpecification, timeout: Double, received: @escaping (ChildMessage) -> Void
  ) throws(SandboxError) -> Bool {
    let supervisor = Supervisor(slots: 1)
    supervisor.add { () throws(SandboxError) in
      try make(specification, timeout: timeout, received: { received($1) })
    }
    return try supervisor.run()
  }
}

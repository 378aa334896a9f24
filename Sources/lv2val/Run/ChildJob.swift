import FoundationEssentials
import LV2Checks
import Reporting
import Sandbox

/// Jobs whose lines are `ChildMessage`s.
enum ChildJob {
  /// A job for a child of this program.
  ///
  /// - Parameters:
  ///   - timeout: of one check, in seconds.
  ///   - received: given each message; a line that is none (a plug-in wrote it) is dropped.
  static func make(
    _ specification: JobSpecification, timeout: Double, blackBox: BlackBox,
    received: @escaping (Job, ChildMessage) -> Void, ended: @escaping (Job, JobEnding) -> Void
  ) -> Job {
    let text = (try? JSONEncoder.ofFindings().encode(specification)).map { String(decoding: $0, as: UTF8.self) }
    let decoder = JSONDecoder.ofFindings()
    return Job(
      // A job has another home directory, and with it another ~/.lv2.
      arguments: [ChildEntry.argument, text ?? ""],
      environment: ["LV2_PATH": Discovery.searchPath.joined(separator: ":")], limits: limits(timeout: timeout),
      shared: blackBox.descriptor,
      progress: { blackBox.progress },
      received: { job, line in
        if let message = try? decoder.decode(ChildMessage.self, from: Data(line)) { received(job, message) }
      },
      ended: ended)
  }

  /// A black box for a job that is about to start.
  static func blackBox() throws(SandboxError) -> BlackBox {
    guard let blackBox = BlackBox() else { throw SandboxError(.spawn) }
    return blackBox
  }

  /// What a child may use.
  static func limits(timeout: Double) -> JobLimits { JobLimits(deadline: .seconds(timeout)) }
}

import FoundationEssentials
import Glibc
import InterfaceHost
import Model
import Sandbox
import TestHost

/// Jobs for child processes of this program, whose lines are `ChildMessage`s.
enum ChildJob {
  /// Forks the processes of all jobs of this process. Only the thread of the running supervisor uses it.
  nonisolated(unsafe) static let server = ForkServer(
    arguments: [ChildEntry.argument],
    // A child has another home directory, and therefore another ~/.lv2.
    environment: ["LV2_PATH": Discovery.searchPath.joined(separator: ":")])

  static func supervisor(slots: Int) -> Supervisor { Supervisor(slots: slots, server: server) }

  /// - Parameters:
  ///   - ran: the functions of the plug-in's library that need no observation.
  ///   - limits: with the time limit of one check as the deadline.
  ///   - progressTimeout: returns the present limit of the time without progress; nil for the usual one.
  ///   - received: called with each message. A line that is not a message is dropped: a plug-in wrote it.
  static func make(
    _ specification: JobSpecification, ran: RanFunctions = RanFunctions(), limits: JobLimits,
    progressTimeout: ((CrashRecord) -> Duration)? = nil,
    received: @escaping (Job, ChildMessage) -> Void,
    ended: @escaping (Job, JobEnding, CrashRecord) -> Void = { _, _, _ in }
  ) throws(SandboxError) -> Job {
    guard let crashRecord = CrashRecord() else { throw SandboxError(.spawn) }
    crashRecord.ranFunctions = ran
    let input = (try? JSONEncoder.ofFindings().encode(specification)) ?? Data()
    let decoder = JSONDecoder.ofFindings()
    var display: (name: String, process: pid_t)?
    return Job(
      input: Array(input), limits: limits, sharedDescriptor: crashRecord.descriptor, progress: { crashRecord.progress },
      progressTimeout: progressTimeout.map { timeout in { timeout(crashRecord) } },
      received: { job, line in
        guard let message = try? decoder.decode(ChildMessage.self, from: Data(line)) else { return }
        if case .display(let name, let process) = message { display = (name, process) }
        received(job, message)
      },
      ended: { job, ending in
        crashRecord.removeSharedObjects()
        if let display { DisplayServer.removeRemains(of: display.name, process: display.process) }
        ended(job, ending, crashRecord)
      })
  }

  /// Runs a single job to its end. Returns false after an interruption.
  static func run(
    _ specification: JobSpecification, timeout: Double, received: @escaping (ChildMessage) -> Void
  ) throws(SandboxError) -> Bool {
    let supervisor = supervisor(slots: 1)
    supervisor.add { () throws(SandboxError) in
      try make(specification, limits: JobLimits(deadline: .seconds(timeout)), received: { received($1) })
    }
    return try supervisor.run()
  }
}

import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Child processes, temporary files and the report after interruptions, crashes and timeouts.
@Suite struct InterruptionTests {
  /// A directory for temporary files, which must be empty after each run.
  private final class Scratch {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var isEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false }

    /// The ids of the processes whose temporary directory is inside this one.
    var processes: [String] {
      let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return all.filter { name in
        guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
          return false
        }
        return String(decoding: data, as: UTF8.self).contains("TMPDIR=\(path)/")
      }
    }
  }

  /// SIGINT comes from Ctrl-C, SIGHUP from a closed terminal.
  @Test(arguments: [SIGINT, SIGHUP]) func anInterruptionEndsTheChildrenAndIsReported(_ signal: Int32) throws {
    let scratch = try Scratch()
    // The plug-in hangs in run(0). The call limit of 30 s leaves time for the signal, and ends the test if the signal
    // fails.
    let validator = try Validator(
      ["validate", "--only", "life.run-zero", "--timeout", "90", DefectBundle("life.run-zero-timeout").url.path],
      environment: ["TMPDIR": scratch.path])
    // Two processes, supervisor and job, mean that the plug-in runs or is about to run. usleep() blocks the thread: a
    // suspended task could resume too late, behind other tests.
    for _ in 0..<300 where scratch.processes.count < 2 { usleep(50_000) }
    #expect(scratch.processes.count >= 2)
    kill(validator.identifier, signal)
    let result = try validator.wait()
    #expect(result.status == ExitStatus.fault.rawValue)
    #expect(result.output.contains("The run was interrupted"))
    #expect(result.output.contains("complete=no"))
    #expect(scratch.processes.isEmpty)
    #expect(scratch.isEmpty)
  }

  @Test func ignoredSignalsStayIgnored() throws {
    let scratch = try Scratch()
    let validator = try Validator(
      ["validate", "--only", "life.run-zero", "--timeout", "6", DefectBundle("life.run-zero-timeout").url.path],
      environment: ["TMPDIR": scratch.path], ignored: "INT,TERM,HUP")
    for _ in 0..<300 where scratch.processes.count < 2 { usleep(50_000) }
    #expect(scratch.processes.count >= 2)
    for signal in [SIGINT, SIGTERM, SIGHUP] { kill(validator.identifier, signal) }
    let result = try validator.wait()
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("life.run-zero") && !result.output.contains("The run was interrupted"))
  }

  @Test func theReportExcludesTheOutputOfThePlugin() throws {
    let scratch = try Scratch()
    let result = try Validator.run(
      "validate", "--only", "life.*", DefectBundle("good-flood").url.path, environment: ["TMPDIR": scratch.path])
    #expect(result.status == ExitStatus.clean.rawValue)
    #expect(result.output.utf8.count + result.errors.utf8.count < 10_000)
    #expect(scratch.isEmpty)
  }

  @Test func crashesAndExitsLeaveNoFilesOrProcesses() throws {
    let scratch = try Scratch()
    for name in ["life.run-zero-crash", "binary.load-exit", "life.run-zero-timeout"] {
      let result = try Validator.run(
        "validate", "--only", "binary.load,life.run-zero", "--timeout", "6", DefectBundle(name).url.path,
        environment: ["TMPDIR": scratch.path])
      #expect(result.status == ExitStatus.findings.rawValue)
    }
    #expect(scratch.processes.isEmpty)
    #expect(scratch.isEmpty)
  }

  @Test(arguments: ["here", ""]) func theTemporaryDirectoryCanBeRelativeOrEmpty(_ path: String) throws {
    let scratch = try Scratch()
    let here = scratch.path + "/here"
    try FileManager.default.createDirectory(atPath: here, withIntermediateDirectories: true)
    let result = try Validator.run(
      "validate", "--only", "state.*", DefectBundle("good-worker-paths").url.path, environment: ["TMPDIR": path],
      directory: URL(filePath: scratch.path))
    #expect(result.status == ExitStatus.clean.rawValue)
    #expect(try FileManager.default.contentsOfDirectory(atPath: here).isEmpty)
  }
}

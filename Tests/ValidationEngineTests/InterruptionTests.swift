import Foundation
import Reporting
import Testing
import TestSupport

/// What happens to the children, and to the report, when the run does not go on to its end.
@Suite struct InterruptionTests {
  /// A directory for temporary files, which the validator has to leave as empty as it was.
  private final class Scratch {
    let path: String

    init() throws {
      path = FileManager.default.temporaryDirectory.appending(path: "scratch-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var isEmpty: Bool { (try? FileManager.default.contentsOfDirectory(atPath: path).isEmpty) ?? false }

    /// The living processes whose temporary directory is in here.
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

  /// From a terminal, and of a terminal that is closed.
  @Test(arguments: [SIGINT, SIGHUP]) func anInterruptionEndsTheChildrenAndSaysSo(_ signal: Int32) throws {
    let scratch = try Scratch()
    // It hangs in run(0). Patience is half a minute: enough to be interrupted in, and not for ever where that fails.
    let validator = try Validator(
      ["validate", "--only", "life.run-zero", "--timeout", "90", DefectBundle("life.run-zero-hang").url.path],
      environment: ["TMPDIR": scratch.path])
    // The keeper and the job: once both are there, the plug-in is being run or is about to be.
    // A sleep that blocks: a task that waits its turn behind other tests would come back after the half minute.
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

  @Test func signalsThatAreIgnoredStayIgnored() throws {
    let scratch = try Scratch()
    let validator = try Validator(
      ["validate", "--only", "life.run-zero", "--timeout", "6", DefectBundle("life.run-zero-hang").url.path],
      environment: ["TMPDIR": scratch.path], ignored: "INT,TERM,HUP")
    for _ in 0..<300 where scratch.processes.count < 2 { usleep(50_000) }
    #expect(scratch.processes.count >= 2)
    for signal in [SIGINT, SIGTERM, SIGHUP] { kill(validator.identifier, signal) }
    let result = try validator.wait()
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("life.run-zero") && !result.output.contains("The run was interrupted"))
  }

  @Test func aFloodIsNotInTheReport() throws {
    let scratch = try Scratch()
    let result = try Validator.run(
      "validate", "--only", "life.*", DefectBundle("good-flood").url.path, environment: ["TMPDIR": scratch.path])
    #expect(result.status == ExitStatus.clean.rawValue)
    #expect(result.output.utf8.count + result.errors.utf8.count < 10_000)
    #expect(scratch.isEmpty)
  }

  @Test func whatCrashesAndExitsLeavesNothingBehind() throws {
    let scratch = try Scratch()
    for name in ["life.run-zero-crash", "binary.load-exit", "life.run-zero-hang"] {
      let result = try Validator.run(
        "validate", "--only", "binary.load,life.run-zero", "--timeout", "6", DefectBundle(name).url.path,
        environment: ["TMPDIR": scratch.path])
      #expect(result.status == ExitStatus.findings.rawValue)
    }
    #expect(scratch.processes.isEmpty)
    #expect(scratch.isEmpty)
  }

  @Test(arguments: ["here", ""]) func aTemporaryDirectoryMayBeRelativeOrEmpty(_ path: String) throws {
    let scratch = try Scratch()
    let here = scratch.path + "/here"
    try FileManager.default.createDirectory(atPath: here, withIntermediateDirectories: true)
    let result = try Validator.run(
      "validate", "--only", "state.*", DefectBundle("good-worker-paths").url.path, environment: ["TMPDIR": path],
      directory: URL(filePath: scratch.path))
    #expect(result.status == ExitStatus.clean.rawValue)
    #expect(try FileManager.default.contentsOfDirectory(atPath: here).isEmpty)
  }

  @Test func theSameSeedFindsTheSame() throws {
    func findings(seed: String) throws -> [BundleReport] {
      let result = try Validator.run(
        "validate", "--format", "json", "--seed", seed, "--only", "life.*,audio.*", "--timeout", "12",
        DefectBundle("audio.nonfinite-root").url.path)
      var report = try JSONReport.decode(Array(result.output.utf8))
      for plugin in report.bundles[0].plugins.indices {
        for check in report.bundles[0].plugins[plugin].checks.indices {
          report.bundles[0].plugins[plugin].checks[check].duration = 0
        }
      }
      return report.bundles
    }
    #expect(try findings(seed: "5") == findings(seed: "5"))
  }

  @Test func inProcessFindsTheSameWithoutChildren() throws {
    let path = DefectBundle("life.reset-delay").url.path
    let arguments = ["validate", "--format", "json", "--only", "life.reset"]
    func findings(_ extra: String...) throws -> [[String]] {
      let result = try Validator(arguments + extra + [path]).wait()
      let report = try JSONReport.decode(Array(result.output.utf8))
      return report.bundles.flatMap(\.plugins).map { $0.checks.flatMap(\.findings).map(\.message) }
    }
    let usual = try findings()
    #expect(usual.flatMap(\.self).count == 1)
    #expect(try findings("--in-process") == usual)
  }
}

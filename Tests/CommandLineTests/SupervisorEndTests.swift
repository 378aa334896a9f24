import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Plug-ins that kill or stop the processes that supervise them, and signals to lv2val meanwhile.
@Suite struct SupervisorEndTests {
  /// The reaper is the parent of the process of the plug-in. The fork server is the parent of all reapers.
  private static let processes = """
    #include <fcntl.h>
    #include <signal.h>
    #include <stdio.h>
    #include <unistd.h>
    static pid_t reaper(void) { return getppid(); }
    static pid_t server(void) {
      char path[64];
      int parent = 0;
      snprintf(path, sizeof path, "/proc/%d/stat", (int)getppid());
      FILE *file = fopen(path, "r");
      if (file == NULL) return getpid();
      if (fscanf(file, "%*d (%*[^)]) %*c %d", &parent) != 1) parent = getpid();
      fclose(file);
      return parent;
    }

    """

  /// A plug-in that does something in instantiate(), before or after it is reported to exist.
  private func bundle(_ name: String, _ act: String) throws -> Bundle {
    try Bundle.compiled(
      name,
      Self.processes + """
        static LV2_Handle instantiate(
          const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features) {
          (void)reaper, (void)server;
          \(act)
          return good_instantiate(descriptor, rate, bundle, features);
        }
        PLUGIN(.instantiate = instantiate)
        """)
  }

  private func validate(_ bundles: [Bundle]) throws -> (status: Int32, report: Report) {
    let result = try Validator(
      ["validate", "--jobs", "2", "-f", "json", "--only", "manifest.name,life.instantiate"] + bundles.map(\.path)
    ).wait()
    return (result.status, try JSONReport.decode(Array(result.output.utf8)))
  }

  /// The other plug-in runs at the same time: its instantiate() takes a second.
  @Test func aKilledForkServerCostsOneJob() throws {
    let (guilty, other) = (try bundle("killer", "kill(server(), SIGKILL); pause();"), try bundle("other", "sleep(1);"))
    defer { for bundle in [guilty, other] { bundle.remove() } }
    let (status, report) = try validate([guilty, other])
    #expect(status == ExitStatus.findings.rawValue && report.faults.isEmpty && report.obstacles.isEmpty)
    // The order is that of the paths, which are random.
    let plugins = report.bundles.flatMap(\.plugins).sorted { $0.uri < $1.uri }
    #expect(plugins.map(\.uri) == ["urn:defect:killer", "urn:defect:other"])
    let findings = plugins.map { $0.checks.flatMap(\.findings).map(\.id) }
    #expect(findings == [[MessageID("life.instantiate", "supervisor-killed")], []])
    #expect(plugins.allSatisfy { $0.checks.count == 2 }, "every check has a result")
    #expect(plugins[1].checks.allSatisfy { $0.status == .passed })
  }

  @Test(arguments: ["reaper", "server"]) func aStoppedProcessOfTheSandboxCostsNothing(_ process: String) throws {
    let bundles = [try bundle("stopper", "kill(\(process)(), SIGSTOP);"), try bundle("other", "sleep(1);")]
    defer { for bundle in bundles { bundle.remove() } }
    let (status, report) = try validate(bundles)
    #expect(status == ExitStatus.clean.rawValue && report.faults.isEmpty)
    let checks = report.bundles.flatMap(\.plugins).flatMap(\.checks)
    #expect(checks.count == 4 && checks.allSatisfy { $0.status == .passed })
  }

  // MARK: Signals to lv2val

  /// The processes whose temporary directory is inside the folder.
  private func processes(in folder: String) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil, let data = FileManager.default.contents(atPath: "/proc/\(name)/environ") else {
        return false
      }
      return String(decoding: data, as: UTF8.self).contains("TMPDIR=\(folder)/")
    }
  }

  @Test(
    arguments: [SIGTERM, SIGINT],
    [
      "", "kill(server(), SIGSTOP); kill(reaper(), SIGSTOP);",
      "for (;;) kill(server(), SIGSTOP), kill(reaper(), SIGSTOP);",
    ])
  func aSignalEndsTheRunWhileAPlugInHangs(_ signal: Int32, _ act: String) throws {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "signal-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
    let marker = scratch + ".marker"
    let bundle = try bundle(
      "hang", "close(open(\"\(marker)\", O_WRONLY | O_CREAT, 0600)); \(act) for (;;) pause();")
    defer {
      bundle.remove()
      for path in [scratch, marker] { try? FileManager.default.removeItem(atPath: path) }
    }
    let validator = try Validator(
      ["validate", "--verbose", "--timeout", "90", "--only", "manifest.name,life.instantiate", bundle.path],
      environment: ["TMPDIR": scratch])
    for _ in 0..<600 where !FileManager.default.fileExists(atPath: marker) { usleep(50_000) }
    #expect(FileManager.default.fileExists(atPath: marker))
    usleep(100_000)
    let start = ContinuousClock.now
    kill(validator.identifier, signal)
    let result = try validator.wait()
    // 2 s on a machine without other work; the hang would end after 90 s.
    #expect(ContinuousClock.now - start < .seconds(40))
    #expect(result.status == ExitStatus.fault.rawValue)
    #expect(result.output.contains("The run was interrupted") && result.output.contains("complete=no"))
    #expect(result.output.contains("passed\n  manifest.name"), "\(result.output)")
    #expect(processes(in: scratch).isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch).isEmpty)
  }
}

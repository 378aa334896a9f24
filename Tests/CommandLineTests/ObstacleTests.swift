import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Checks that cannot run because of the machine make the result incomplete, never a pass.
@Suite struct ObstacleTests {
  private static let checks = "life.instantiate,mem.leak,mem.resources,state.empty,rt.first-block"
  private static let reason = "the temporary file sound.wav could not be created: No space left on device"

  /// Runs lv2val with a temporary directory of this size in bytes, with all formats.
  private func run(space: Int, in folder: URL) throws -> Program.Result {
    let formats = ["json", "junit", "sarif", "html"].flatMap { ["--format", "\($0)=\(folder.path)/report.\($0)"] }
    let mount = folder.appending(path: "mount").path
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: true)
    return try Program.run(
      [
        "bwrap", "--dev-bind", "/", "/", "--proc", "/proc", "--size", "\(space)", "--tmpfs", mount, "--setenv",
        "TMPDIR", mount,
      ]
        + [Validator.executable.path, "validate", "--only", Self.checks] + formats
        + [DefectBundle("good-state").url.path])
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "obstacle-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(.enabled(if: Bubblewrap.isUsable, "bubblewrap cannot create namespaces here"))
  func aFullDiskMakesTheResultIncomplete() throws {
    try withFolder { folder in
      // The file has 9.6 kB.
      let result = try run(space: 8192, in: folder)
      #expect(result.status == ExitStatus.fault.rawValue, "\(result.output)")
      let last = try #require(result.output.split(separator: "\n").last)
      #expect(last.contains("result=incomplete") && last.contains("complete=no") && last.hasSuffix("exit=3"))
      #expect(last.firstMatch(of: /prevented=[1-9]/) != nil, "\(last)")
      let json = try Data(contentsOf: folder.appending(path: "report.json"))
      let report = try JSONReport.decode(Array(json))
      #expect(report.faults.isEmpty && report.obstacles.map(\.reason) == [Self.reason])
      #expect(report.obstacles.first?.checks.contains("mem.leak") == true)
      for name in ["json", "junit", "sarif", "html"] {
        let text = try String(contentsOf: folder.appending(path: "report.\(name)"), encoding: .utf8)
        #expect(text.contains(Self.reason) && text.contains("mem.leak"), "\(name)")
      }
      #expect(result.output.contains("could not run"), "\(result.output)")
      #expect(result.output.replacing(#/\s+/#, with: " ").contains(Self.reason), "\(result.output)")
    }
  }

  @Test(.enabled(if: Bubblewrap.isUsable, "bubblewrap cannot create namespaces here"))
  func enoughSpaceIsNoObstacle() throws {
    try withFolder { folder in
      let result = try run(space: 1 << 23, in: folder)
      #expect(result.status == ExitStatus.clean.rawValue, "\(result.output)")
      #expect(result.output.contains("prevented=0") && result.output.contains("complete=yes"))
    }
  }

  private func heapAccess(_ limit: String, _ bundle: Bundle) throws -> Program.Result {
    try Program.run([
      "sh", "-c",
      "ulimit -v \(limit); exec '\(Validator.executable.path)' validate --only mem.heap-access '\(bundle.path)'",
    ])
  }

  @Test func aLimitOfTheAddressSpaceDoesNotPass() throws {
    let bundle = try Bundle.compiled(
      "heap",
      """
      static void run(LV2_Handle handle, uint32_t frames) {
        volatile char *block = malloc(64);
        if (block != NULL) block[64] = 1;
        free((void *)block);
        good_run(handle, frames);
      }
      PLUGIN(.run = run)
      """)
    defer { bundle.remove() }
    let limited = try heapAccess("3000000", bundle)
    #expect(limited.status == ExitStatus.fault.rawValue, "\(limited.output)")
    #expect(limited.output.contains("INCOMPLETE") && limited.output.contains("prevented=1"))
    #expect(limited.output.contains("address space"), "\(limited.output)")
    let free = try heapAccess("unlimited", bundle)
    #expect(free.status == ExitStatus.findings.rawValue && free.output.contains("mem.heap-access"), "\(free.output)")
  }

  @Test func aSkipByTheNatureOfThePlugInIsNoObstacle() throws {
    let path = DefectBundle("good-plain").url.path
    let result = try Validator.run("validate", "--only", "audio.nonfinite,worker.contract,atom.*", path)
    #expect(result.status == ExitStatus.clean.rawValue)
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(last.contains("prevented=0 ") && last.contains("complete=yes"), "\(last)")
    #expect(last.firstMatch(of: /skipped=[1-9]/) != nil, "\(last)")
  }
}

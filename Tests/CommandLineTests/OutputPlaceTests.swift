import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// The places of reports: no existing data is lost or written twice, and impossible places are reported at once.
@Suite struct OutputPlaceTests {
  private let bundle: Bundle

  init() throws { bundle = try Bundle.temporary(manifest: Bundle.good) }

  /// Runs one check in the directory of the bundle. `script` contains the options in shell syntax.
  private func run(_ script: String, prefix: String = "", isPrivileged: Bool = true) throws -> Program.Result {
    let privileges =
      isPrivileged || getuid() != 0 ? "" : "setpriv --bounding-set=-dac_override,-dac_read_search "
    let command = "\(privileges)'\(Validator.executable.path)' validate -q --only manifest.name"
    return try Program.run(["sh", "-c", "cd '\(bundle.path)' && \(prefix)\(command) \(script)"])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: bundle.path(name), encoding: .utf8)
  }

  private func isReport(_ name: String) -> Bool {
    (FileManager.default.contents(atPath: bundle.path(name)).flatMap { try? JSONReport.decode(Array($0)) }) != nil
  }

  @Test func redirectedOutputIsAppended() throws {
    defer { bundle.remove() }
    try "before\n".write(toFile: bundle.path("log"), atomically: false, encoding: .utf8)
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "log"] {
      #expect(try run("-o \(name) . >> log").status == 0)
    }
    let lines = try text("log").split(separator: "\n")
    #expect(lines.first == "before" && lines.count { $0.hasPrefix("lv2val: result=pass") } == 4, "\(lines)")
    _ = try run("-o /dev/stderr . 2>> log")
    #expect(try text("log").hasPrefix("before\nPASS"))
    #expect(try run("-o /dev/stdout . | cat").output.hasPrefix("PASS"))
  }

  @Test func twoReportsInOnePlaceAreRefused() throws {
    defer { bundle.remove() }
    try "old".write(toFile: bundle.path("old"), atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: bundle.path("link"), withDestinationPath: "old")
    let pairs = [
      "-f json=s.json -f sarif=./s.json", "-f json=s.json -f sarif='\(bundle.path)/s.json'",
      "-f json=old -f sarif=link", "-f json=/dev/stdout", "-f json=out",
    ]
    for pair in pairs {
      let result = try run("\(pair) . > out")
      #expect(
        result.status == 2 && result.output.contains("two reports would be written to"), "\(pair): \(result.output)")
    }
    #expect(try text("old") == "old")
    #expect(try run("-f json=/dev/null . > /dev/null").status == 0)
    #expect(try run("-f json=a/s.json -f sarif=s.json .", prefix: "mkdir a; ").status == 0)
  }

  @Test func linksAreFollowed() throws {
    defer { bundle.remove() }
    try FileManager.default.createDirectory(atPath: bundle.path("deep"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: bundle.path("link"), withDestinationPath: "deep/report")
    #expect(try run("-f json=link .").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: bundle.path("link")) == "deep/report")
    #expect(isReport("deep/report"))
  }

  @Test func longNamesAndReadOnlyDirectories() throws {
    defer { bundle.remove() }
    let name = String(repeating: "n", count: 250)
    #expect(try run("-f json=\(name) .").status == 0)
    #expect(isReport(name))
    let directory = bundle.path("closed")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    try "old".write(toFile: "\(directory)/open", atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory)
    #expect(try run("-f json=closed/open .", isPrivileged: false).status == 0)
    #expect(isReport("closed/open"))
    let refused = try run("-f json=closed/new .", isPrivileged: false)
    #expect(refused.output == "lv2val: closed/new cannot be written: Permission denied\n")
    let tooLong = try run("-f json=\(name)\(name) .")
    #expect(tooLong.status == 3 && tooLong.output.hasSuffix("cannot be written: File name too long\n"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bundle.path).allSatisfy { !$0.hasPrefix(".unfinished") })
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
  }

  @Test func aNewReportHasThePermissionsOfAnyNewFile() throws {
    defer { bundle.remove() }
    for (mask, permissions) in [("0", 0o666), ("022", 0o644), ("077", 0o600)] {
      #expect(try run("-f json=\(mask) .", prefix: "umask \(mask); ").status == 0)
      #expect(isReport(mask))
      let attributes = try FileManager.default.attributesOfItem(atPath: bundle.path(mask))
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  /// A mounted file, as in a container, can be written but not replaced.
  @Test(.enabled(if: Bubblewrap.isUsable, "bubblewrap cannot create namespaces here"))
  func aMountedFileIsWrittenDirectly() throws {
    defer { bundle.remove() }
    try "old".write(toFile: bundle.path("source"), atomically: false, encoding: .utf8)
    try "".write(toFile: bundle.path("report"), atomically: false, encoding: .utf8)
    let sandbox = "bwrap --dev-bind / / --bind '\(bundle.path)/source' '\(bundle.path)/report' "
    let result = try run("-f json=report .", prefix: sandbox)
    #expect(result.status == 0, "\(result.output)")
    #expect(isReport("source"))
  }
}

import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// Wrong usage and system failures: one clear line, the documented exit status, no files left behind.
@Suite struct CommandLineTests {
  private func run(
    _ arguments: String..., environment: [String: String] = [:], directory: URL? = nil
  ) throws -> Validator.Result {
    try Validator(arguments, environment: environment, directory: directory).wait()
  }

  /// Expects a run that fails with one line on standard error.
  private func expectFailure(_ arguments: String..., status: Int32 = 2, message text: String) throws {
    let result = try Validator(arguments).wait()
    #expect(result.status == status, "\(arguments)")
    #expect(result.errors.hasPrefix("lv2val: ") && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.output.isEmpty, "\(result.output)")
  }

  @Test func wrongUsageIsReportedInOneLine() throws {
    try expectFailure(message: "no command given")
    try expectFailure("frobnicate", message: "unknown command 'frobnicate'")
    try expectFailure("validate", message: "validate requires a bundle directory")
    try expectFailure("validate", "--nonsense", message: "unknown option '--nonsense'")
    try expectFailure("validate", "-x", message: "unknown option '-x'")
    try expectFailure("validate", "--seed", message: "option --seed requires a value")
    try expectFailure("validate", "--seed", "many", "x", message: "--seed requires a number")
    try expectFailure("validate", "--jobs", "0", "x", message: "--jobs requires a number from 1")
    try expectFailure("validate", "--format", "yaml", "x", message: "--format requires one of text, json")
    try expectFailure("validate", "--format", "json=", "x", message: "requires a file after the '='")
    try expectFailure(
      "validate", "--format", "json", "-f", "sarif", "x", message: "two reports would be written to standard output")
    try expectFailure("validate", "-f", "json=a", "-o", "a", "x", message: "two reports would be written to a")
    try expectFailure("validate", "--only", "", "x", message: "--only requires the id of a check")
    try expectFailure("validate", "--baseline", "/nowhere", "/", message: "/nowhere: No such file")
    try expectFailure("compare", "--all", "a", "b", message: "compare has no option --all")
    try expectFailure("checks", "-o", "x", message: "checks has no option --output")
    try expectFailure("checks", "audio.nan", message: "'lv2val checks' lists all checks")
    try expectFailure("explain", message: "explain requires the id")
    try expectFailure("explain", "audio.nonsense", message: "unknown check 'audio.nonsense'")
    try expectFailure(
      "explain", "audio.nonfinite/no", message: "audio.nonfinite has no kind 'no'; its kinds: output, note")
  }

  @Test func unknownTargets() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try expectFailure("validate", "/no/such/bundle.lv2", message: "No such file or directory")
    try expectFailure("validate", NSTemporaryDirectory(), message: "not an LV2 bundle")
    try expectFailure("validate", bundle.path("manifest.ttl"), message: "not a directory")
    try expectFailure(
      "validate", "urn:nobody:has:this", message: "no bundle on LV2_PATH has the plug-in urn:nobody:has:this")
    try expectFailure("validate", "--only", "audio.nonsense", bundle.path, message: "no check matches 'audio.nonsense'")
  }

  /// A host that starts in another folder does not find the plug-ins of a relative directory; the message says where it was
  /// sought.
  @Test func aDirectoryOfThePathThatDoesNotExistIsNamed() throws {
    let result = try Validator.run(
      "validate", "urn:nobody:has:this", environment: ["LV2_PATH": "nowhere:/no/such/directory:/usr"],
      directory: URL(filePath: "/usr/lib"))
    #expect(result.status == 2)
    #expect(
      result.errors
        == "lv2val: no bundle on LV2_PATH has the plug-in urn:nobody:has:this; not found: nowhere in /usr/lib and "
        + "/no/such/directory\n", "\(result.errors)")
  }

  /// After the replacement of invalid bytes, the argument would name another file.
  @Test func anArgumentThatIsNotUTF8IsRefused() throws {
    let program = "import os, sys; os.execv(sys.argv[1], [sys.argv[1], 'validate', '-f', b'json=bad\\xff.json', 'x'])"
    let result = try Program.run("python3", "-c", program, Validator.executable.path)
    #expect(result.status == 2 && result.output.contains("argument 3, 'json=bad\u{fffd}.json', is not UTF-8"))
  }

  @Test(.enabled(if: Bubblewrap.isUsable, "bubblewrap cannot create namespaces here"))
  func aMissingProcIsReported() throws {
    let result = try Program.run("bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc", Validator.executable.path)
    #expect(result.status == 3 && result.output.hasPrefix("lv2val: /proc is not mounted"), "\(result.output)")
  }

  @Test(arguments: ["list BUNDLE", "checks", "checks --markdown", "explain audio.nan-crash", "--help", "--version"])
  func everyCommandReportsAFullDisk(_ words: String) throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let arguments = words.split(separator: " ").map { $0 == "BUNDLE" ? bundle.path : String($0) }
    let full = try Validator(arguments, outputFile: URL(filePath: "/dev/full")).wait()
    #expect(full.status == ExitStatus.fault.rawValue)
    #expect(full.errors == "lv2val: standard output cannot be written: No space left on device\n")
  }

  @Test func moreURIsThanACommandLineCanHold() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let path = ["LV2_PATH": URL(filePath: bundle.path).deletingLastPathComponent().path]
    let others = (0..<4000).map { "urn:test:plugin:that:nobody:has:\($0)" }
    let many = try Validator(["list", "urn:test:plugin"] + others, environment: path).wait()
    #expect(many.errors == "lv2val: no bundle on LV2_PATH has the plug-in \(others[0])\n")
    let often = try Validator(["list"] + [String](repeating: "urn:test:plugin", count: 4000), environment: path).wait()
    #expect(often.status == 0 && often.output.hasPrefix("urn:test:plugin\tTest\t"), "\(often.errors)")
  }

  @Test func anEmptyPathLeavesNothingToValidate() throws {
    let result = try run("validate", "--all", environment: ["LV2_PATH": "/no/such/directory"])
    #expect(result.status == ExitStatus.nothing.rawValue)
    #expect(result.errors.contains("nothing was validated"))
  }

  @Test(arguments: [
    "{", "{\"skip\": 3}", "{\"skip\": [{\"check\": \"manifest.name\"}]}",
    "{\"skip\": [{\"check\": \"no.such\", \"reason\": \"x\"}]}",
    "{\"skip\": [{\"check\": \"rt.*\", \"reason\": \"\"}]}",
  ])
  func aBrokenConfigurationIsWrongUsage(_ text: String) throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try text.write(toFile: bundle.path("lv2val.json"), atomically: true, encoding: .utf8)
    try expectFailure("validate", bundle.path, message: "lv2val.json")
  }

  @Test func theReportRepeatsTheReasonOfTheConfiguration() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let text = "{\"skip\": [{\"check\": \"manifest.n*\", \"plugin\": \"urn:t*\", \"reason\": \"hosts show the URI\"}]}"
    try text.write(toFile: bundle.path("lv2val.json"), atomically: true, encoding: .utf8)
    let result = try run("validate", "--verbose", "--only", "manifest.*", bundle.path)
    #expect(result.output.contains("manifest.name: excluded by lv2val.json: hosts show the URI"))
  }

  @Test func aManifestThatIsNotTurtleIsAFinding() throws {
    let bundle = try Bundle.temporary(manifest: "this is not Turtle")
    defer { bundle.remove() }
    let result = try run("validate", bundle.path)
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("manifest.syntax"))
  }

  @Test func aFullDiskLeavesNoPartialReport() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try expectFailure(
      "validate", "--only", "manifest.*", "--output", "/dev/full", bundle.path, status: 3, message: "No space left")
    try expectFailure(
      "validate", "--only", "manifest.*", "--output", "/no/such/directory/report", bundle.path, status: 3,
      message: "cannot be written")
    let full = try Validator(
      ["validate", "--only", "manifest.*", bundle.path], outputFile: URL(filePath: "/dev/full")
    ).wait()
    #expect(full.status == ExitStatus.fault.rawValue)
  }

  /// The old report stays if the new one cannot be completed, here because of a file size limit.
  @Test func anOldReportSurvivesAFailure() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let (report, file) = (bundle.path("report.json"), bundle.path("report.html"))
    _ = try run("validate", "--only", "manifest.name", "--format", "json=\(report)", bundle.path)
    try "old".write(toFile: file, atomically: false, encoding: .utf8)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" merge --format html=\"$1\" \"$2\"",
      Validator.executable.path, file, report,
    ]
    let errors = Pipe()
    (shell.standardOutput, shell.standardError) = (FileHandle.nullDevice, errors)
    try shell.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == ExitStatus.fault.rawValue)
    #expect(message == "lv2val: \(file) cannot be written: File too large\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: bundle.path).sorted().count == 4)
  }

  /// No check runs if the report cannot be written. The target of a link is replaced, not the link.
  @Test func thePlaceOfAReportIsCheckedFirst() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let lost = try run("validate", "--only", "manifest.name", "--format", "json=/no/such/report", bundle.path)
    #expect(lost.output.isEmpty && lost.errors.contains("/no/such/report cannot be written: No such file"))
    let (file, link) = (bundle.path("report.json"), bundle.path("link.json"))
    try "old".write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    _ = try run("validate", "--only", "manifest.name", "--format", "json=\(link)", bundle.path)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try JSONReport.decode(Array(Data(contentsOf: URL(filePath: file)))).bundles.count == 1)
  }

  @Test func theReportIsWrittenToTheFile() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let file = bundle.path("report.json")
    let result = try run(
      "validate", "--only", "manifest.*", "--format", "json", "--output", file, "--seed", "9", bundle.path)
    #expect(result.output.isEmpty)
    let report = try JSONReport.decode(Array(Data(contentsOf: URL(filePath: file))))
    #expect(report.settings.seed == 9)
    #expect(report.bundles.count == 1)
  }

  @Test func oneRunWritesSeveralReports() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let result = try run(
      "validate", "--only", "manifest.*", "--format", "json=\(bundle.path("report.json"))", "--format",
      "junit=\(bundle.path("report.xml"))", "--format", "sarif=\(bundle.path("report.sarif"))", bundle.path)
    #expect(result.output.hasPrefix("PASS"))
    let json = try Data(contentsOf: URL(filePath: bundle.path("report.json")))
    #expect(try JSONReport.decode(Array(json)).bundles.count == 1)
    #expect(try String(contentsOfFile: bundle.path("report.xml"), encoding: .utf8).contains("<testsuites"))
    #expect(try String(contentsOfFile: bundle.path("report.sarif"), encoding: .utf8).contains("sarif-schema-2.1.0"))
  }

  @Test func aFailedReportDoesNotPreventTheOthers() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let result = try run(
      "validate", "--only", "manifest.*", "--format", "junit=/dev/full", "--format",
      "sarif=\(bundle.path("report.sarif"))", bundle.path)
    #expect(result.status == ExitStatus.fault.rawValue)
    #expect(result.errors.contains("/dev/full"))
    #expect(FileManager.default.fileExists(atPath: bundle.path("report.sarif")))
  }

  @Test func helpVersionAndCatalogue() throws {
    let help = try run("--help")
    #expect(help.status == 0 && help.output.contains("Exit status"))
    #expect(try run("--version").output.hasPrefix("lv2val "))
    let checks = try run("checks").output.split(separator: "\n")
    #expect(checks.contains { $0.hasPrefix("manifest.syntax") })
    for line in checks {
      let id = String(line.prefix { $0 != " " })
      let explanation = try run("explain", id)
      #expect(explanation.status == 0)
      for heading in ["Asserts", "Method"] { #expect(explanation.output.contains("\n\(heading)\n"), "\(id)") }
    }
    for id in ["manifest.version/development", "param.bounds/crash", "rt.allocation/timeout"] {
      let explanation = try run("explain", id)
      for heading in ["Rule", "Fix"] { #expect(explanation.output.contains("\n\(heading)\n"), "\(id)") }
    }
  }

  @Test func aNameCannotBreakARow() throws {
    let bundle = try Bundle.temporary(
      manifest: Bundle.good.replacing("\"Test\"", with: "\"A\\tB\\nurn:forged\\u001b[31m\""))
    defer { bundle.remove() }
    #expect(try run("list", bundle.path).output == "urn:test:plugin\tA B urn:forged\u{fffd}[31m\t\(bundle.path)/\n")
  }

  @Test func listPrintsThePlugins() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let result = try run("list", bundle.path)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("urn:test:plugin\tTest\t"))
  }
}

import Foundation
import Reporting
import Testing
import ValidatorProcess

/// What a user can do wrong, and what the machine can: a clear line, the right exit status, nothing left behind.
@Suite struct CommandLineTests {
  private func run(
    _ arguments: String..., environment: [String: String] = [:], directory: URL? = nil
  ) throws -> Validator.Result {
    try Validator(arguments, environment: environment, directory: directory).wait()
  }

  /// A run that has to fail with one line on standard error.
  private func refuses(_ arguments: String..., status: Int32 = 2, saying text: String) throws {
    let result = try Validator(arguments).wait()
    #expect(result.status == status, "\(arguments)")
    #expect(result.errors.hasPrefix("lv2val: ") && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains(text), "\(result.errors)")
    #expect(result.output.isEmpty, "\(result.output)")
  }

  @Test func wrongUseIsSaidInOneLine() throws {
    try refuses(saying: "which command")
    try refuses("frobnicate", saying: "there is no command 'frobnicate'")
    try refuses("validate", saying: "wants a bundle's directory")
    try refuses("validate", "--nonsense", saying: "there is no option '--nonsense'")
    try refuses("validate", "-x", saying: "there is no option '-x'")
    try refuses("validate", "--seed", saying: "--seed wants a value")
    try refuses("validate", "--seed", "many", "x", saying: "--seed wants a number")
    try refuses("validate", "--jobs", "0", "x", saying: "--jobs wants a number from 1")
    try refuses("validate", "--format", "yaml", "x", saying: "--format is one of text, json")
    try refuses("validate", "--format", "json=", "x", saying: "wants a file after the '='")
    try refuses("validate", "--format", "json", "-f", "sarif", "x", saying: "two reports would go to standard output")
    try refuses("validate", "-f", "json=a", "-o", "a", "x", saying: "two reports would go to a")
    try refuses("validate", "--only", "", "x", saying: "--only wants the id of a check")
    try refuses("validate", "--baseline", "/nowhere", "/", saying: "/nowhere: No such file")
    try refuses("compare", "--all", "a", "b", saying: "compare has no option --all")
    try refuses("checks", "-o", "x", saying: "checks has no option --output")
    try refuses("checks", "audio.nan", saying: "checks lists them all")
    try refuses("explain", saying: "explain wants the id")
    try refuses("explain", "audio.nonsense", saying: "no check is called 'audio.nonsense'")
  }

  @Test func targetsThatLeadNowhere() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try refuses("validate", "/no/such/bundle.lv2", saying: "No such file or directory")
    try refuses("validate", NSTemporaryDirectory(), saying: "not an LV2 bundle")
    try refuses("validate", bundle.path("manifest.ttl"), saying: "not a directory")
    try refuses("validate", "urn:nobody:has:this", saying: "no bundle on LV2_PATH has the plug-in urn:nobody:has:this")
    try refuses("validate", "--only", "audio.nonsense", bundle.path, saying: "no check is called 'audio.nonsense'")
  }

  /// It would stand for another file.
  @Test func anArgumentThatIsNoTextIsRefused() throws {
    let program = "import os, sys; os.execv(sys.argv[1], [sys.argv[1], 'validate', '-f', b'json=bad\\xff.json', 'x'])"
    let result = try Program.run("python3", "-c", program, Validator.executable.path)
    #expect(result.status == 2 && result.output.contains("argument 3, 'json=bad\u{fffd}.json', is not UTF-8"))
  }

  @Test(.enabled(if: Bubblewrap.isUsable, "bubblewrap makes no namespaces here"))
  func withoutProcThatIsSaid() throws {
    let result = try Program.run("bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc", Validator.executable.path)
    #expect(result.status == 3 && result.output.hasPrefix("lv2val: /proc is not mounted"), "\(result.output)")
  }

  @Test(arguments: ["list BUNDLE", "checks", "checks --markdown", "explain audio.nan-crash", "--help", "--version"])
  func aFullDiskIsAFaultOfEveryCommand(_ words: String) throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let arguments = words.split(separator: " ").map { $0 == "BUNDLE" ? bundle.path : String($0) }
    let full = try Validator(arguments, outputFile: URL(filePath: "/dev/full")).wait()
    #expect(full.status == ExitStatus.fault.rawValue)
    #expect(full.errors == "lv2val: standard output cannot be written: No space left on device\n")
  }

  @Test func moreURIsThanACommandLineTakes() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let path = ["LV2_PATH": URL(filePath: bundle.path).deletingLastPathComponent().path]
    let others = (0..<4000).map { "urn:test:plugin:that:nobody:has:\($0)" }
    let many = try Validator(["list", "urn:test:plugin"] + others, environment: path).wait()
    #expect(many.errors == "lv2val: no bundle on LV2_PATH has the plug-in \(others[0])\n")
    let often = try Validator(["list"] + [String](repeating: "urn:test:plugin", count: 4000), environment: path).wait()
    #expect(often.status == 0 && often.output.hasPrefix("urn:test:plugin\tTest\t"), "\(often.errors)")
  }

  @Test func anEmptyPathHasNothingToValidate() throws {
    let result = try run("validate", "--all", environment: ["LV2_PATH": "/no/such/directory"])
    #expect(result.status == ExitStatus.nothing.rawValue)
    #expect(result.errors.contains("nothing was validated"))
  }

  @Test(arguments: [
    "{", "{\"skip\": 3}", "{\"skip\": [{\"check\": \"manifest.name\"}]}",
    "{\"skip\": [{\"check\": \"no.such\", \"reason\": \"x\"}]}",
    "{\"skip\": [{\"check\": \"rt.*\", \"reason\": \"\"}]}",
  ])
  func aBrokenConfigurationIsWrongUse(_ text: String) throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try text.write(toFile: bundle.path("lv2val.json"), atomically: true, encoding: .utf8)
    try refuses("validate", bundle.path, saying: "lv2val.json")
  }

  @Test func theConfigurationsReasonIsRepeated() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let text = "{\"skip\": [{\"check\": \"manifest.n*\", \"plugin\": \"urn:t*\", \"reason\": \"nobody reads names\"}]}"
    try text.write(toFile: bundle.path("lv2val.json"), atomically: true, encoding: .utf8)
    let result = try run("validate", "--verbose", "--only", "manifest.*", bundle.path)
    #expect(result.output.contains("manifest.name: by lv2val.json: nobody reads names"))
  }

  @Test func aManifestThatHidesItsPluginsIsAFinding() throws {
    let bundle = try Bundle.temporary(manifest: "this is not Turtle")
    defer { bundle.remove() }
    let result = try run("validate", bundle.path)
    #expect(result.status == ExitStatus.findings.rawValue)
    #expect(result.output.contains("manifest.syntax"))
  }

  @Test func aFullDiskIsAFaultAndLeavesNoHalfReport() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    try refuses(
      "validate", "--only", "manifest.*", "--output", "/dev/full", bundle.path, status: 3, saying: "No space left")
    try refuses(
      "validate", "--only", "manifest.*", "--output", "/no/such/directory/report", bundle.path, status: 3,
      saying: "cannot be written")
    let full = try Validator(
      ["validate", "--only", "manifest.*", bundle.path], outputFile: URL(filePath: "/dev/full")
    ).wait()
    #expect(full.status == ExitStatus.fault.rawValue)
  }

  /// The old report stays until the new one is whole, here beyond the largest file that the shell allows.
  @Test func anOldReportOutlivesAFailure() throws {
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

  /// Nothing is run for a report that nobody can write; a link's target is replaced, not the link.
  @Test func whereAReportGoesIsLookedAtFirst() throws {
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

  @Test func theReportGoesToTheFile() throws {
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

  @Test func severalReportsOfOneRun() throws {
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

  @Test func aReportThatCannotBeWrittenDoesNotKeepTheOthers() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let result = try run(
      "validate", "--only", "manifest.*", "--format", "junit=/dev/full", "--format",
      "sarif=\(bundle.path("report.sarif"))", bundle.path)
    #expect(result.status == ExitStatus.fault.rawValue)
    #expect(result.errors.contains("/dev/full"))
    #expect(FileManager.default.fileExists(atPath: bundle.path("report.sarif")))
  }

  @Test func helpVersionAndTheCatalogue() throws {
    let help = try run("--help")
    #expect(help.status == 0 && help.output.contains("Exit status"))
    #expect(try run("--version").output.hasPrefix("lv2val "))
    let checks = try run("checks").output.split(separator: "\n")
    #expect(checks.contains { $0.hasPrefix("manifest.syntax") })
    for line in checks {
      let id = String(line.prefix { $0 != " " })
      let explanation = try run("explain", id)
      #expect(explanation.status == 0)
      for heading in ["Asserts", "Rule", "How it is measured", "How to mend it"] {
        #expect(explanation.output.contains("\n\(heading)\n"), "\(id)")
      }
    }
  }

  @Test func aNameDoesNotBreakARow() throws {
    let bundle = try Bundle.temporary(
      manifest: Bundle.good.replacing("\"Test\"", with: "\"A\\tB\\nurn:forged\\u001b[31m\""))
    defer { bundle.remove() }
    #expect(try run("list", bundle.path).output == "urn:test:plugin\tA B urn:forged\u{fffd}[31m\t\(bundle.path)/\n")
  }

  @Test func listNamesThePlugins() throws {
    let bundle = try Bundle.temporary(manifest: Bundle.good)
    defer { bundle.remove() }
    let result = try run("list", bundle.path)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("urn:test:plugin\tTest\t"))
  }
}

import Foundation
import Model
import Reporting
import TestSupport
import Testing

/// The progress line on a terminal, and Ctrl-C.
@Suite struct TerminalTests {
  private static let terminal = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "TestSupport/terminal")

  /// Runs lv2val on a terminal and sends Ctrl-C when `text` appears in its output.
  private func show(interruptAt text: String? = nil, _ arguments: String...) throws -> (status: Int32, text: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = Self.terminal
    process.arguments =
      (text.map { ["--interrupt-at", $0] } ?? []) + ["env", "--default-signal", Validator.executable.path]
      + arguments
    process.standardOutput = pipe
    try process.run()
    let shown = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: shown, as: UTF8.self))
  }

  @Test func theProgressLineShowsCountAndCheck() throws {
    // The check waits for the threads of the plug-in for at least two seconds.
    let path = DefectBundle("mem.resources-threads").url.path
    let (status, text) = try show("validate", "--only", "life.*,mem.resources", "--color", "never", path)
    #expect(status == ExitStatus.clean.rawValue, "\(text)")
    let lines = text.components(separatedBy: "\r\u{1b}[K").dropFirst().dropLast()
    #expect(!lines.isEmpty)
    for line in lines {
      // Finished and total jobs, the remaining time if it can be estimated, the plug-in and the check.
      #expect(line.contains(/^\[\d+\/\d+(, \d+ s left)?\] (urn:|$)/), "\(line)")
      #expect(line.count <= 80)
    }
    // The progress line is erased before the report.
    #expect(text.contains("\r\u{1b}[KPASS"))
    let quiet = try show("validate", "--quiet", "--only", "life.*,mem.resources", "--color", "never", path).text
    #expect(!quiet.contains("\u{1b}"))
  }

  @Test func controlCEndsTheRunAndItsChildren() throws {
    let (status, text) = try show(
      interruptAt: "life.run-zero", "validate", "--only", "life.run-zero", "--timeout", "90",
      DefectBundle("life.run-zero-timeout").url.path)
    #expect(status == ExitStatus.fault.rawValue, "\(text)")
    #expect(text.contains("INCOMPLETE"))
    #expect(text.contains("The run was interrupted"))
    #expect(text.contains("complete=no"))
  }
}

import Foundation
import Testing

/// Runs Debian's Python, whose libraries validate JSON and XML.
enum Python {
  /// Runs a program and returns what it prints.
  static func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-c", program] + arguments
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "a Python package is missing: 'make packages' installs it")
    return String(decoding: output, as: UTF8.self)
  }
}

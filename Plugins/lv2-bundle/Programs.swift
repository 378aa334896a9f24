import Foundation
import PackagePlugin

/// The programs that the command runs.
enum Programs {
  /// The program with this name in PATH.
  static func find(_ name: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// Runs a program to its end and returns its exit status.
  static func run(_ program: URL, _ arguments: [String]) throws -> Int32 {
    let process = process(program, arguments)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a program to its end and returns its exit status and what it wrote.
  static func output(of program: URL, _ arguments: [String]) throws -> (status: Int32, text: String) {
    let process = process(program, arguments)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text.trimmingCharacters(in: .newlines))
  }

  private static func process(_ program: URL, _ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    // A crash of lv2ttl is that of an effect, which it names.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    return process
  }
}

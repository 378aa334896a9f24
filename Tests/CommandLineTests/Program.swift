import Foundation

/// A program on PATH.
enum Program {
  struct Result {
    var status: Int32
    /// Standard output and standard error, interleaved.
    var output: String
  }

  static func run(_ arguments: String...) throws -> Result { try run(arguments) }

  /// - Parameter environment: added to the environment of the test.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: output)
  }
}

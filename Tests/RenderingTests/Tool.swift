import Foundation

@testable import Rendering

/// Runs the built lv2render in a temporary directory, which is removed with the object.
final class Tool {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  let directory: URL
  /// The executable is in the directory of the test runner.
  private static let program = URL(
    filePath: try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  )
  .deletingLastPathComponent().appending(path: "lv2render")

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "lv2render-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  func path(_ name: String) -> String { directory.appending(path: name).path() }

  /// The names of the files in the directory, hidden ones included.
  var files: Set<String> { Set((try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []) }

  /// The option of env(1) that resets ignored signals, for tests that send signals.
  static let defaultSignals = ["--default-signal"]

  /// Starts lv2render with the fixture bundle as `LV2_PATH`.
  ///
  /// - Parameters:
  ///   - prefix: options and a command of env(1), before the path of lv2render.
  ///   - socket: standard input and output.
  func start(
    _ arguments: [String], lv2Path: String? = nil, prefix: [String] = [], socket: Int32? = nil
  ) throws -> (Process, Pipe, Pipe) {
    let process = Process()
    process.executableURL = prefix.isEmpty ? Self.program : URL(filePath: "/usr/bin/env")
    process.arguments = (prefix.isEmpty ? [] : prefix + [Self.program.path()]) + arguments
    process.currentDirectoryURL = directory
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LV2_PATH": lv2Path ?? FixtureBundle.path, "LC_ALL": "C"]) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    if let socket {
      process.standardInput = FileHandle(fileDescriptor: socket)
      process.standardOutput = FileHandle(fileDescriptor: socket)
    }
    try process.run()
    return (process, output, errors)
  }

  @discardableResult
  func run(_ arguments: String..., lv2Path: String? = nil, prefix: [String] = []) throws -> Result {
    try run(arguments, lv2Path: lv2Path, prefix: prefix)
  }

  func run(_ arguments: [String], lv2Path: String? = nil, prefix: [String] = []) throws -> Result {
    let (process, output, errors) = try start(arguments, lv2Path: lv2Path, prefix: prefix)
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let signal = process.terminationReason == .uncaughtSignal
    return Result(status: process.terminationStatus * (signal ? -1 : 1), output: text, errors: errorText)
  }

  /// The samples of a file, one array for each channel.
  func samples(_ name: String) throws -> [[Float]] {
    let file = try FileSource(path: path(name))
    var channels = [[Float]](repeating: [], count: file.channels)
    var buffer = [Float](repeating: 0, count: 4096 * file.channels)
    while case let count = try buffer.withUnsafeMutableBufferPointer({ try file.read(into: $0) }), count > 0 {
      for frame in 0..<count {
        for channel in channels.indices { channels[channel].append(buffer[frame * file.channels + channel]) }
      }
    }
    return channels
  }
}

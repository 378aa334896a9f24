import CProbe
import Foundation
import Testing

/// Calls `body` with a crash record and the descriptor for a child process.
func withRecord<Result>(_ body: (_ record: OpaquePointer, _ descriptor: Int32) throws -> Result) throws -> Result {
  var descriptor: Int32 = -1
  let record = try #require(probe_record_create(&descriptor))
  defer {
    close(descriptor)
    probe_record_unmap(record)
  }
  return try body(record, descriptor)
}

/// Runs the executable `probe-child`, which executes faulty code in a separate process.
struct ProbeChild {
  /// The exit status and the output of the child.
  struct Outcome {
    /// nil if a signal terminated the child.
    var status: Int32?
    var lines: [String]
  }

  /// The library `Fixtures/misbehaving.c`, compiled once for all tests.
  private static let library: Result<URL, any Error> = Result {
    let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/misbehaving.c")
    let library = FileManager.default.temporaryDirectory.appending(path: "libmisbehaving-\(getpid()).so")
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments =
      ["clang", "-shared", "-fPIC", "-O0", "-g", "-fno-builtin", "-w", "-o", library.path, source.path]
      + ["-lpthread", "-lm", "-l:libstdc++.so.6"]
    try compiler.run()
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    atexit { unlink("\(FileManager.default.temporaryDirectory.path)/libmisbehaving-\(getpid()).so") }
    return library
  }

  private static var executable: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "probe-child")
  }

  /// The dynamic symbols of the child.
  static func symbols() throws -> [String] {
    let tool = Process()
    let output = Pipe()
    tool.executableURL = URL(filePath: "/usr/bin/env")
    tool.arguments = ["nm", "-D", "--defined-only", "--format=just-symbols", executable.path]
    tool.standardOutput = output
    try tool.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }

  /// Runs one mode of the child with functions of the library. `record` becomes the child's descriptor 3.
  static func run(_ mode: String, _ arguments: String..., record: Int32? = nil) throws -> Outcome {
    let words = [executable.path, mode, try library.get().path] + arguments
    let output = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output.fileHandleForWriting.fileDescriptor, 1)
    if let record { posix_spawn_file_actions_adddup2(&actions, record, 3) }
    var vector = words.map { strdup($0) } + [nil]
    defer { for word in vector { free(word) } }
    var process = pid_t()
    let error = posix_spawn(&process, executable.path, &actions, nil, &vector, environ)
    try #require(error == 0, "\(executable.path): \(String(cString: strerror(error)))")
    try output.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let exited = status & 0x7F == 0
    return Outcome(
      status: exited ? status >> 8 & 0xFF : nil, lines: text.split(separator: "\n").map(String.init))
  }
}

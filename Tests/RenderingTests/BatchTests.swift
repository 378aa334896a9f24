import Foundation
import Testing

@testable import Rendering

/// The same chain over many files.
@Suite struct BatchTests {
  let tool: Tool
  let gain = FixtureBundle.prefix + "gain"

  init() throws { tool = try Tool() }

  private func make(_ names: [String]) throws {
    for (seed, name) in names.enumerated() {
      let result = try tool.run(
        "--noise", "--seed", "\(seed + 1)", "--seconds", "1", "-r", "8000", "-e", "float", name)
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test(arguments: ["1", "3"]) func eachFileIsProcessed(_ jobs: String) throws {
    let names = (1...5).map { "\($0).wav" }
    try make(names)
    let result = try tool.run(
      ["--into", "out", "--jobs", jobs, "-p", gain, "amount=2"] + names)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    for name in names {
      let input = try tool.samples(name)
      #expect(try tool.samples("out/\(name)") == input.map { $0.map { $0 * 2 } })
    }
    #expect(try tool.samples("1.wav") != tool.samples("2.wav"))
  }

  @Test func aFileThatFailsDoesNotStopTheOthers() throws {
    try make(["1.wav", "3.wav"])
    try "no sound".write(toFile: tool.path("2.wav"), atomically: true, encoding: .utf8)
    let result = try tool.run("1.wav", "2.wav", "3.wav", "--into", "out", "--jobs", "1", "-p", gain)
    #expect(result.status == 1 && result.errors.contains("2.wav"), "\(result.errors)")
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: tool.path("out"))) == ["1.wav", "3.wav"])
  }

  /// A parent that ignores SIGCHLD passes this on; processes that end leave no status then.
  @Test(.timeLimit(.minutes(1))) func anIgnoredSignalOfChildrenChangesNothing() throws {
    try make(["1.wav", "2.wav"])
    let prefix = ["--ignore-signal=CHLD"]
    let result = try tool.run(
      ["1.wav", "2.wav", "--into", "out", "--jobs", "1", "-p", gain], prefix: prefix)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: tool.path("out"))) == ["1.wav", "2.wav"])
    let crash = try tool.run("1.wav", "crash.wav", "-p", FixtureBundle.prefix + "crash-instantiate", prefix: prefix)
    #expect(crash.status == 3 && crash.errors.contains("crashed: Segmentation fault"), "\(crash.errors)")
  }

  @Test func wrongUsageIsRefused() throws {
    try make(["1.wav"])
    for (arguments, message) in [
      (["1.wav", "./1.wav", "--into", "out", "-p", gain], "would both be written to out/1.wav"),
      (["--into", "out", "-p", gain], "no input file given"),
      (["1.wav", "2.wav", "--jobs", "2", "-p", gain], "--jobs requires --into"),
      (["1.wav", "--into", "out", "--reference", "1.wav", "-p", gain], "a comparison writes none"),
    ] {
      let result = try tool.run(arguments)
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
    #expect(tool.files == ["1.wav"])
  }

  @Test func aSignalEndsAllProcesses() throws {
    try make(["1.wav", "2.wav"])
    let (process, _, errors) = try tool.start(
      ["1.wav", "2.wav", "--into", "out", "--tail", "1000000", "-p", gain], prefix: Tool.defaultSignals)
    while process.isRunning, (try? FileManager.default.contentsOfDirectory(atPath: tool.path("out")))?.count ?? 0 < 2 {
      usleep(1_000)
    }
    process.terminate()
    process.waitUntilExit()
    _ = errors.fileHandleForReading.readDataToEndOfFile()
    #expect(process.terminationStatus == 128 + SIGTERM)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.path("out")).isEmpty)
  }
}

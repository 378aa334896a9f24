import Foundation
import Testing

@testable import Rendering

/// Plug-ins that start processes, outputs that a rendering must not replace, and the last moment of a rendering.
@Suite struct HelperProcessTests {
  let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("--noise", "--seconds", "4", "-r", "8000", "-e", "float", "in.wav")
  }

  /// The process of the plug-in holds all descriptors for 20 s; the limit of a call is 60 s.
  @Test(arguments: [("fork-crash", Int32(3)), ("fork", 0)])
  func aProcessOfAPlugInDelaysNeitherACrashNorTheEnd(_ name: String, _ status: Int32) throws {
    let start = ContinuousClock.now
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + name)
    #expect(ContinuousClock.now - start < .seconds(15))
    #expect(result.status == status, "\(result.errors)")
    if status == 0 {
      #expect(result.errors == "")
      #expect(try tool.samples("out.wav") == tool.samples("in.wav"))
    } else {
      #expect(result.errors.contains("in run() at ") && result.errors.contains("crashed: Segmentation fault"))
      #expect(!tool.files.contains("out.wav"))
    }
  }

  @Test func anOutputInTheBundleOfAPlugInIsRefused() throws {
    let bundle = FixtureBundle.path + "/fixture.lv2"
    let library = try Data(contentsOf: URL(filePath: bundle + "/fixture.so"))
    try FileManager.default.createSymbolicLink(atPath: tool.path("link"), withDestinationPath: bundle)
    for output in ["\(bundle)/fixture.so", "\(bundle)/new.wav", "link/new.wav"] {
      let result = try tool.run("in.wav", output, "-f", "wav", "-p", FixtureBundle.prefix + "gain")
      #expect(
        result.status == 2 && result.errors.contains("\(output) is in the bundle of Test gain"), "\(result.errors)")
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
    }
    #expect(try Data(contentsOf: URL(filePath: bundle + "/fixture.so")) == library)
    #expect(!FileManager.default.fileExists(atPath: bundle + "/new.wav"))
    // Without its plug-ins, the folder is like any other.
    #expect(try tool.run("in.wav", "link/new.wav").status == 0)
    try FileManager.default.removeItem(atPath: bundle + "/new.wav")
  }

  /// The summary is written to a full pipe after the output has replaced the old file.
  @Test(.timeLimit(.minutes(1))) func aSignalAfterTheOutputReportsThatItIsComplete() throws {
    let (process, output, errors) = try tool.start(
      ["in.wav", "out.wav", "-v", "-p", FixtureBundle.prefix + "gain"],
      prefix: Tool.defaultSignals + ["sh", "-c", "head -c 65536 /dev/zero; exec \"$@\"", "sh"])
    for _ in 0..<400 where !tool.files.contains("out.wav") { usleep(50_000) }
    // The rename and the note of it are one step for a signal.
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 128 + SIGTERM)
    let line = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(line == "lv2render: interrupted; the output is complete\n")
    #expect(try tool.samples("out.wav") == tool.samples("in.wav"))
    #expect(tool.files == ["in.wav", "out.wav"])
    try output.fileHandleForReading.close()
  }

  private static let canUnmountProc: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc", "true"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: canUnmountProc, "bubblewrap cannot create namespaces here"))
  func withoutProcTheReasonIsStated() throws {
    let result = try tool.run("in.wav", "out.wav", prefix: ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc"])
    #expect(result.status == RenderError.Status.internal.rawValue)
    #expect(result.errors.hasPrefix("lv2render: /proc is not mounted") && result.errors.hasSuffix("use --proc /proc\n"))
    #expect(tool.files == ["in.wav"])
    let mounted = try tool.run(
      "in.wav", "out.wav", prefix: ["bwrap", "--dev-bind", "/", "/", "--proc", "/proc"])
    #expect(mounted.status == 0 && mounted.errors == "", "\(mounted.errors)")
  }
}

import Foundation
import Testing

@testable import Rendering

/// The same bits as lv2apply's, where that can do the job: its file with its plug-in, one instance, no tail.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/lv2apply"), "lilv-utils is not installed"))
struct PeerTests {
  let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [
    ("gain", "amount", "0.7", "16"), ("gain", "amount", "0.3", "24"), ("gain", "amount", "0.9", "float"),
    ("echo", "amount", "1", "float"),
  ])
  func writesTheSameBits(_ plugin: String, _ symbol: String, _ value: String, _ encoding: String) throws {
    try tool.run("--noise", "--seconds", "3", "-r", "8000", "-e", encoding, "--no-dither", "in.wav")
    let uri = FixtureBundle.prefix + plugin
    let ours = try tool.run("in.wav", "ours.wav", "--tail", "0", "-p", uri, "\(symbol)=\(value)")
    #expect(ours.status == 0, "\(ours.errors)")
    let peer = Process()
    peer.executableURL = URL(filePath: "/usr/bin/lv2apply")
    peer.arguments = ["-i", tool.path("in.wav"), "-o", tool.path("theirs.wav"), "-c", symbol, value, uri]
    peer.environment = ["LV2_PATH": FixtureBundle.path]
    try peer.run()
    peer.waitUntilExit()
    #expect(peer.terminationStatus == 0)
    let (first, second) = (try data("ours.wav"), try data("theirs.wav"))
    #expect(first == second)
    #expect(first.contains { $0 != 0 })
  }

  /// The bytes of a WAV file's samples.
  private func data(_ name: String) throws -> Data {
    let file = try Data(contentsOf: tool.directory.appending(path: name))
    let start = try #require(file.range(of: Data("data".utf8))?.upperBound)
    return file[(start + 4)...]
  }
}

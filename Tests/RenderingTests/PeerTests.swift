import Foundation
import Testing

@testable import Rendering

/// Comparison with lv2apply, for one instance without a tail. lv2apply writes integers with libsndfile's scale, which
/// differs.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/lv2apply"), "lilv-utils is not installed"))
struct PeerTests {
  let tool: Tool

  init() throws { tool = try Tool() }

  @Test(arguments: [("gain", "0.7"), ("echo", "1")])
  func writesTheSameBits(_ plugin: String, _ value: String) throws {
    try tool.run("--noise", "--seconds", "3", "-r", "8000", "-e", "float", "in.wav")
    try render(plugin, value)
    let (first, second) = (try WaveFile(tool.path("ours.wav")).samples, try WaveFile(tool.path("theirs.wav")).samples)
    #expect(first == second)
    #expect(first.contains { $0 != 0 })
  }

  /// Both round the same samples. Full scale is 2^(bits - 1) for lv2render and one less for lv2apply.
  @Test(arguments: [("0.7", 16), ("0.3", 24)])
  func writesTheSameIntegers(_ value: String, _ bits: Int) throws {
    try tool.run("--noise", "--seconds", "3", "-r", "8000", "--level", "0dB", "-b", "\(bits)", "--no-dither", "in.wav")
    try render("gain", value, "-e", "float")
    let sound = try tool.samples("ours.wav")[0]
    try render("gain", value)
    let half = Float(1 << (bits - 1))
    let numbers = { (scale: Float) in
      WaveFile.whole(sound.map { Int(($0 * scale).rounded(.toNearestOrEven)) }, bits: bits).samples
    }
    #expect(try WaveFile(tool.path("ours.wav")).samples == numbers(half))
    #expect(try WaveFile(tool.path("theirs.wav")).samples == numbers(half - 1))
    #expect(sound.contains { abs($0) > 0.25 })
  }

  /// Renders `in.wav` to `ours.wav` with lv2render and to `theirs.wav` with lv2apply.
  private func render(_ plugin: String, _ value: String, _ options: String...) throws {
    let uri = FixtureBundle.prefix + plugin
    let ours = try tool.run(["in.wav", "ours.wav", "--tail", "0", "-p", uri, "amount=\(value)"] + options)
    #expect(ours.status == 0, "\(ours.errors)")
    let peer = Process()
    peer.executableURL = URL(filePath: "/usr/bin/lv2apply")
    peer.arguments = ["-i", tool.path("in.wav"), "-o", tool.path("theirs.wav"), "-c", "amount", value, uri]
    peer.environment = ["LV2_PATH": FixtureBundle.path]
    try peer.run()
    peer.waitUntilExit()
    #expect(peer.terminationStatus == 0)
  }
}

import Foundation
import Testing

@testable import Rendering

/// Unchanged integer samples are written as they were read; other samples are rounded to the nearest integer.
@Suite struct IntegerEncodingTests {
  let tool: Tool

  init() throws { tool = try Tool() }

  /// All values of 8 and 16 bits; of 24 bits one in each 256, at varying positions, with both ends of the range.
  private static func values(_ bits: Int) -> [Int] {
    let half = 1 << (bits - 1)
    guard bits == 24 else { return Array(-half..<half) }
    return (0..<65536).map { $0 * 256 - half + ($0 * 179 & 255) } + [half - 1]
  }

  @Test(arguments: [8, 16, 24], ["wav", "wavex", "rf64", "w64", "flac", "aiff", "caf", "au"])
  func everyContainerKeepsIntegers(_ bits: Int, _ format: String) throws {
    let values = Self.values(bits)
    let source = WaveFile.whole(values, bits: bits)
    try source.write(to: tool.path("in.wav"))
    let result = try tool.run("in.wav", "out.\(format)")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try FileSource(path: tool.path("out.\(format)")).format.bits == bits)
    // A float represents 24 bits exactly.
    #expect(try tool.samples("out.\(format)") == [values.map { Float($0) / Float(1 << (bits - 1)) }])
    #expect(try tool.run("out.\(format)", "back.wav", "-f", "wav").errors == "")
    #expect(try WaveFile(tool.path("back.wav")).samples == source.samples)
  }

  @Test func aPluginWithoutEffectKeepsIntegers() throws {
    let source = WaveFile.whole(Self.values(16), bits: 16)
    try source.write(to: tool.path("in.wav"))
    #expect(try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "gain").errors == "")
    #expect(try WaveFile(tool.path("out.wav")).samples == source.samples)
  }

  @Test(arguments: [(8, 16), (8, 24), (16, 24), (16, 32), (24, 32)])
  func moreBitsAppendZeros(_ bits: Int, _ more: Int) throws {
    let values = Self.values(bits)
    try WaveFile.whole(values, bits: bits).write(to: tool.path("in.wav"))
    #expect(try tool.run("in.wav", "out.wav", "-b", "\(more)", "--no-dither").errors == "")
    let expected = WaveFile.whole(values.map { $0 << (more - bits) }, bits: more)
    #expect(try WaveFile(tool.path("out.wav")).samples == expected.samples)
  }

  @Test(arguments: ["dpcm-8", "dpcm-16"]) func differentialEncodingsKeepIntegers(_ encoding: String) throws {
    let values = Self.values(encoding == "dpcm-8" ? 8 : 16)
    let source = WaveFile.whole(values, bits: encoding == "dpcm-8" ? 8 : 16)
    try source.write(to: tool.path("in.wav"))
    #expect(try tool.run("in.wav", "out.xi", "-e", encoding, "--no-dither").errors == "")
    #expect(try tool.run("out.xi", "back.wav", "-b", encoding == "dpcm-8" ? "8" : "16", "--no-dither").errors == "")
    #expect(try WaveFile(tool.path("back.wav")).samples == source.samples)
  }

  /// A sample of 1 is one step above the largest integer and does not count as clipped: a sine at 0 dBFS reaches it.
  @Test(arguments: [8, 16, 24, 32]) func samplesAreRoundedToTheNearestInteger(_ bits: Int) throws {
    let (half, step) = (1 << (bits - 1), Float(sign: .plus, exponent: 1 - bits, significand: 1))
    let exact: [Float] = [1, -1, 0.5, -0.5, 0, step, -step]
    let halves: [Float] = [0.5, 1.5, 2.5, -0.5, -1.5, 1.25, 1.75].map { $0 * step }
    try WaveFile.floats(exact + halves).write(to: tool.path("in.wav"))
    let result = try tool.run("in.wav", "out.wav", "-b", "\(bits)", "--no-dither")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let expected = [half - 1, -half, half / 2, -half / 2, 0, 1, -1] + [0, 2, 2, 0, -2, 1, 2]
    #expect(try WaveFile(tool.path("out.wav")).samples == WaveFile.whole(expected, bits: bits).samples)
  }

  @Test func samplesBeyondFullScaleAreClippedAndReported() throws {
    try WaveFile.floats([1, 1.5, -2, -1]).write(to: tool.path("in.wav"))
    let result = try tool.run("in.wav", "out.wav", "-b", "16", "--no-dither")
    #expect(result.errors == "lv2render: warning: 2 samples were clipped; the peak is +6.02 dBFS. See --normalize.\n")
    let expected = WaveFile.whole([32_767, 32_767, -32_768, -32_768], bits: 16)
    #expect(try WaveFile(tool.path("out.wav")).samples == expected.samples)
  }
}

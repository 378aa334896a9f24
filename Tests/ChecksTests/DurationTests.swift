import Model
import TestSupport
import Testing

/// What depends on how long an instance played is no consequence of what it played.
@Suite struct DurationTests {
  @Test func anOscillatorThatGoesOnIsNotBlamedOnNaN() throws {
    let bundle = DefectBundle("life.reset-output-phase").url.path
    let result = try Validator.run(["validate", "--only", "life.reset,audio.nan-latch", bundle])
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("depends on how long the plug-in played before"), "\(result.output)")
    #expect(words.contains("checks=2") && !words.contains("audio.nan-latch/"), "\(result.output)")
  }
}

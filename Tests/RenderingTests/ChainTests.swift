import Foundation
import Testing

@testable import Rendering

/// The samples that chains produce.
@Suite struct ChainTests {
  let tool: Tool
  let gain = FixtureBundle.prefix + "gain"

  init() throws { tool = try Tool() }

  private func make(_ name: String, _ arguments: String...) throws {
    let result = try tool.run(
      arguments[0], arguments.dropFirst().first ?? "--noise", "--seconds", "1", "-r", "8000", "-e", "float", name)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func aChainMultipliesItsGains() throws {
    try make("in.wav", "--noise")
    #expect(
      try tool.run("in.wav", "out.wav", "-p", gain, "amount=2", "-p", gain, "amount=Half", "-p", gain, "amount=4")
        .status == 0)
    let (input, output) = (try tool.samples("in.wav"), try tool.samples("out.wav"))
    #expect(output == [input[0].map { $0 * 4 }])
    #expect(input[0].contains { abs($0) > 0.2 })
  }

  @Test func aMonoPluginHasOneInstanceForEachChannel() throws {
    try make("in.wav", "--channels=3")
    #expect(try tool.run("in.wav", "out.wav", "-p", gain, "amount=2").status == 0)
    let (input, output) = (try tool.samples("in.wav"), try tool.samples("out.wav"))
    #expect(output.count == 3)
    #expect(output == input.map { $0.map { $0 * 2 } })
    #expect(input[0] != input[1])
  }

  @Test func aStereoPluginReceivesBothChannels() throws {
    try make("in.wav", "--channels=2")
    #expect(try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "swap").status == 0)
    let (input, output) = (try tool.samples("in.wav"), try tool.samples("out.wav"))
    #expect(output == [input[1], input[0]])
    #expect(input[0] != input[1])
  }

  @Test func aMonoFileIsSentToBothInputsOfAStereoPlugin() throws {
    try make("in.wav", "--noise")
    #expect(try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "swap").status == 0)
    let input = try tool.samples("in.wav")
    #expect(try tool.samples("out.wav") == [input[0], input[0]])
  }

  /// The number of channels can equal that of the inputs, but the second input is a side chain.
  @Test(arguments: [1, 2, 3]) func aSideChainIsSilentAndReceivesNoChannel(_ channels: Int) throws {
    try make("in.wav", "--channels=\(channels)")
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "side")
    #expect(result.status == 0, "\(result.errors)")
    let input = try tool.samples("in.wav")
    #expect(try tool.samples("out.wav") == input)
    #expect(input.count == channels && input.allSatisfy { $0.contains { abs($0) > 0.2 } })
  }

  @Test func aSideChainReceivesTheLastOfThreeChannels() throws {
    let duck = FixtureBundle.prefix + "duck"
    try make("two.wav", "--channels=2")
    #expect(try tool.run("two.wav", "out.wav", "-p", duck).status == 0)
    #expect(try tool.samples("out.wav") == (try tool.samples("two.wav")))
    try make("three.wav", "--channels=3")
    #expect(try tool.run("three.wav", "out.wav", "-p", duck).status == 0)
    let input = try tool.samples("three.wav")
    #expect(try tool.samples("out.wav") == input[..<2].map { zip($0, input[2]).map { $0 + $1 } })
  }

  /// A file of one channel feeds the side chain of each instance; it can end before the input.
  @Test(arguments: ["side", "duck"]) func aSideChainReceivesAFile(_ name: String) throws {
    try make("in.wav", "--channels=2")
    #expect(
      try tool.run("--tone", "440", "--seconds", "0.5", "-r", "8000", "-e", "float", "key.wav").status == 0)
    let result = try tool.run("in.wav", "out.wav", "--side-chain", "key.wav", "-p", FixtureBundle.prefix + name)
    #expect(result.status == 0, "\(result.errors)")
    let (input, key) = (try tool.samples("in.wav"), try tool.samples("key.wav")[0])
    let padded = key + [Float](repeating: 0, count: input[0].count - key.count)
    #expect(try tool.samples("out.wav") == input.map { zip($0, padded).map { $0 + $1 } })
    #expect(key.count == 4000 && key.contains { abs($0) > 0.2 })
  }

  @Test func aSideChainThatDoesNotFitIsRefused() throws {
    try make("in.wav", "--channels=2")
    for (plugin, message) in [
      ("gain", "Test gain has no side-chain input for --side-chain"),
      ("duck", "Test duck has 1 side-chain input, but the file of --side-chain has 2 channels"),
    ] {
      let result = try tool.run("in.wav", "out.wav", "--side-chain", "in.wav", "-p", FixtureBundle.prefix + plugin)
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
    #expect(!tool.files.contains("out.wav"))
  }

  /// Eight blocks take 4 s, or three instances 2.4 s to load.
  @Test(arguments: [("1", "0.5"), ("3", "0")])
  func eachCallOfAPlugInHasTheWholeTimeLimit(_ channels: String, _ amount: String) throws {
    try make("in.wav", "--channels=\(channels)")
    let result = try tool.run(
      "in.wav", "out.wav", "--timeout", "2", "-p", FixtureBundle.prefix + "slow", "amount=\(amount)")
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    #expect(try tool.samples("out.wav") == tool.samples("in.wav"))
  }

  @Test func optionalInputsAreSilentForAStereoFile() throws {
    let pairs = FixtureBundle.prefix + "pairs"
    try make("one.wav", "--channels=1")
    #expect(try tool.run("one.wav", "out.wav", "-p", pairs).status == 0)
    let one = try tool.samples("one.wav")[0]
    #expect(try tool.samples("out.wav") == [one, one])
    try make("two.wav", "--channels=2")
    #expect(try tool.run("two.wav", "out.wav", "-p", pairs).status == 0)
    #expect(try tool.samples("out.wav") == (try tool.samples("two.wav")))
    try make("four.wav", "--channels=4")
    #expect(try tool.run("four.wav", "out.wav", "-p", pairs).status == 0)
    let four = try tool.samples("four.wav")
    #expect(try tool.samples("out.wav") == [0, 1].map { side in zip(four[side], four[side + 2]).map { $0 + $1 } })
  }

  @Test func inputsAreMixedWithTheirGains() throws {
    try make("one.wav", "--noise")
    try make("two.wav", "--tone=1000")
    #expect(try tool.run("one.wav", "out.wav", "-i", "two.wav:-6dB", "-p", gain).status == 0)
    let (one, two, out) = (
      try tool.samples("one.wav")[0], try tool.samples("two.wav")[0], try tool.samples("out.wav")[0]
    )
    let factor = Decibels(-6).factor
    #expect(out == zip(one, two).map { $0 + factor * $1 })
  }

  @Test func latencyIsRemovedAndLengthIsKept() throws {
    try make("in.wav", "--noise")
    let delay = FixtureBundle.prefix + "delay"
    #expect(try tool.run("in.wav", "out.wav", "-p", delay, "-p", delay).status == 0)
    #expect(try tool.samples("out.wav") == (try tool.samples("in.wav")))
  }

  @Test func theTailLastsUntilSilence() throws {
    try make("in.wav", "--noise")
    #expect(try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "echo").status == 0)
    let (input, output) = (try tool.samples("in.wav")[0], try tool.samples("out.wav")[0])
    // The echo follows after two seconds at half the level: three seconds, of which one is silent.
    #expect(output.count == 24_000)
    #expect(Array(output[..<8000]) == input)
    #expect(output[8000..<16_000].allSatisfy { $0 == 0 })
    #expect(Array(output[16_000...]) == input.map { $0 * 0.5 })
  }

  /// Input and echo are below -96 dBFS before normalization, but not after it.
  @Test func theTailOfAQuietSoundIsNormalizedToo() throws {
    let result = try tool.run(
      "--noise", "--level", "-100dB", "--seconds", "1", "-r", "8000", "-e", "float", "in.wav")
    #expect(result.status == 0, "\(result.errors)")
    let echo = FixtureBundle.prefix + "echo"
    #expect(try tool.run("in.wav", "out.wav", "-p", echo).errors == "")
    #expect(try tool.samples("out.wav")[0].count == 8000)
    #expect(try tool.run("in.wav", "out.wav", "--normalize", "-p", echo).errors == "")
    let (input, output) = (try tool.samples("in.wav")[0], try tool.samples("out.wav")[0])
    let gain = 1 / input.reduce(0) { max($0, abs($1)) }
    #expect(gain > 90_000)
    #expect(output == input.map { $0 * gain } + [Float](repeating: 0, count: 8000) + input.map { $0 * 0.5 * gain })
    // Normalization to a lower level does not shorten the tail.
    #expect(try tool.run("--noise", "--level", "-90dB", "--seconds", "1", "-r", "8000", "quiet.wav").status == 0)
    #expect(try tool.run("quiet.wav", "down.wav", "--normalize=-120dB", "-e", "float", "-p", echo).errors == "")
    #expect(try tool.samples("down.wav")[0].count > 23_900)
  }

  @Test func aFixedTailHasItsLength() throws {
    try make("in.wav", "--noise")
    #expect(try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "echo", "--tail", "100f").status == 0)
    #expect(try tool.samples("out.wav")[0].count == 8100)
    #expect(try tool.run("in.wav", "none.wav", "-p", FixtureBundle.prefix + "echo", "--tail", "0").status == 0)
    #expect(try tool.samples("none.wav")[0].count == 8000)
  }

  @Test func anEndlessTailIsCutAndReported() throws {
    try make("in.wav", "--noise")
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "hum", "--max-tail", "1")
    #expect(result.status == 0)
    #expect(result.errors.contains("was not silent at the limit of the tail"))
    #expect(try tool.samples("out.wav")[0].count == 16_000)
  }

  /// Steps of 64 frames, or of a shorter block.
  @Test(arguments: [(1024, 64), (100, 64), (17, 17)])
  func automationChangesAControlInSmallSteps(_ block: Int, _ step: Int) throws {
    #expect(try tool.run("--noise", "--seconds", "1", "-r", "8000", "-e", "float", "in.wav").status == 0)
    #expect(try tool.run("in.wav", "out.wav", "--block", "\(block)", "-p", gain, "amount=0@0,8@1").status == 0)
    let (input, output) = (try tool.samples("in.wav")[0], try tool.samples("out.wav")[0])
    // The value at the start of each step: 8 * 64k / 8000.
    for frame in stride(from: 0, to: 8000, by: 37) {
      let value = Float(frame / step * step) / 8000 * 8
      #expect(abs(output[frame] - input[frame] * value) <= abs(input[frame] * value) * 4 * .ulpOfOne)
    }
    #expect(output[..<step].allSatisfy { $0 == 0 })
  }

  @Test func automationIsDelayedByTheLatencyBeforeIt() throws {
    #expect(try tool.run("--noise", "--seconds", "1", "-r", "8000", "-e", "float", "in.wav").status == 0)
    try "0 0 step\n4000f 1 step\n".write(toFile: tool.path("steps.txt"), atomically: true, encoding: .utf8)
    let result = try tool.run(
      "in.wav", "out.wav", "-p", FixtureBundle.prefix + "delay", "-p", gain, "amount=@steps.txt")
    #expect(result.status == 0)
    let output = try tool.samples("out.wav")[0]
    let start = try #require(output.firstIndex { $0 != 0 })
    // The step is at a multiple of 64 frames of the chain, which are 100 frames later than those of the input.
    #expect((4000..<4064).contains(start))
  }

  @Test func settingsOverridePresets() throws {
    try make("in.wav", "--noise")
    let input = try tool.samples("in.wav")[0]
    #expect(try tool.run("in.wav", "out.wav", "-p", gain, "--preset", "Quarter").status == 0)
    #expect(try tool.samples("out.wav")[0] == input.map { $0 * 0.25 })
    #expect(try tool.run("in.wav", "out.wav", "-p", gain, "amount=3", "--preset", "Quarter").status == 0)
    #expect(try tool.samples("out.wav")[0] == input.map { $0 * 3 })
  }

  @Test func presetsRestoreStateInTheChild() throws {
    try make("in.wav", "--noise")
    let state = FixtureBundle.prefix + "state"
    let result = try tool.run("in.wav", "out.wav", "-p", state, "--preset", "Eighth")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try tool.samples("out.wav")[0] == (try tool.samples("in.wav")[0].map { $0 * 0.125 }))
    #expect(try tool.run("in.wav", "none.wav", "-p", state).status == 0)
    #expect(try tool.samples("none.wav")[0].allSatisfy { $0 == 0 })
  }

  @Test func aGeneratorRequiresNoInput() throws {
    let generator = FixtureBundle.prefix + "generator"
    let result = try tool.run("out.wav", "--seconds", "1", "-r", "8000", "-e", "float", "--tail", "0", "-p", generator)
    #expect(result.status == 0, "\(result.errors)")
    let output = try tool.samples("out.wav")[0]
    #expect(output.count == 8000)
    #expect(output[20] == 1)
    #expect(try tool.run("in.wav", "-i", "out.wav", "-p", generator).status == 2)
  }

  @Test func listsPresetsAndControls() throws {
    #expect(try tool.run("--list-presets", gain).output == "Quarter\t\(FixtureBundle.prefix)quarter\n")
    #expect(try tool.run("--list-controls", gain).output == "amount\t1\t0...10\t\tamount\tHalf=0.5\n")
    #expect(try tool.run("-p", gain, "--list-presets").output == "Quarter\t\(FixtureBundle.prefix)quarter\n")
    #expect(try tool.run("--list-controls=\(gain)").output.hasPrefix("amount\t"))
    #expect(try tool.run("--list-controls", "urn:nobody").status == 2)
    #expect(try tool.run("--list-controls").status == 2)
  }
}

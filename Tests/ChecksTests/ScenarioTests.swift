import LV2Host
import Scenarios
import Support
import TestHost
import Testing

/// A scenario as the steps of a finding, and its shortest form.
@Suite struct ScenarioTests {
  private static let signals: [Signal] = [
    .silence, .impulse(at: 7), .noise(amplitude: 0.1, seed: 4_294_967_295),
    .offsetNoise(amplitude: 0.25, offset: -0.5, seed: 2), .equalNoise(amplitude: 0.5, seed: 3), .bursts, .fullScale,
    .dc(1e-7), .ramp(perSecond: 1e-3), .sine(frequency: 997, amplitude: 0.501),
  ]

  private static var everything: Scenario {
    var position = TransportPosition()
    (position.frame, position.speed, position.bar, position.barBeat) = (-12, 0, 3, 1.7)
    (position.beatUnit, position.beatsPerBar, position.beatsPerMinute) = (8, 7, 133.3)
    let events: [Scenario.Content] = [
      .midi([0x90, 60, 1]), .midi([0xF0, 1, 0xF7]), .transport(position), .control("gain", -1e30),
      .parameter("urn:x#p", type: "urn:x#t", [0, 255, 16]), .parameter("urn:x#p", type: "urn:x#t", []),
      .preset("urn:x#preset"),
    ]
    let score = events.enumerated().map { Scenario.Event(100 * $0.offset, $0.element) }
    var passages = signals.map { Scenario.Passage($0, frames: 256) }
    passages.append(Scenario.Passage(frames: 1024, blocks: [1, 17, 128], score: score))
    passages[3].beginsWithReset = true
    var scenario = Scenario(controls: [.init(symbol: "mode", value: 0.1)], passages: passages)
    (scenario.rate, scenario.longestBlock) = (44_100, 8192)
    return scenario
  }

  /// A block can have fewer frames than notes.
  @Test(arguments: 1...8) func everyKeyIsReleasedAfterItIsPressed(block: Int) {
    var score = Score(rate: 48_000, block: block, generator: SplitMix64(seed: 1))
    score.run()
    var held: Set<UInt8> = []
    for event in score.sorted {
      guard case .midi(let message) = event.content else { continue }
      if message[0] == 0x90 { held.insert(message[1]) } else { #expect(held.remove(message[1]) != nil) }
    }
    #expect(score.events.count == 24 && held.isEmpty)
  }

  @Test func theStepsAreTheScenario() {
    #expect(Scenario(steps: Self.everything.steps) == Self.everything)
  }

  @Test func linesThatAreNotStepsAreLeftOut() {
    let lines = [
      "", "open", "at 5", "at x midi 90", "at 5 midi 9G", "value gain", "signal noise", "blocks 0 x 8", "run 16",
    ]
    #expect(Scenario(steps: lines) == Scenario(passages: [Scenario.Passage(frames: 16, blocks: [8])]))
    #expect(Scenario(steps: ["value gain 1"]) == nil)
  }

  /// 40 notes in 100 blocks of 64 frames, of which key 67 counts, while the gain is 2.
  private static var notes: Scenario {
    let score = (0..<40).map { Scenario.Event(150 * $0 + 5, .midi([0x90, UInt8(40 + $0), 100])) }
    let noise = Signal.noise(amplitude: 0.5, seed: 1)
    return Scenario(
      controls: [.init(symbol: "mode", value: 1), .init(symbol: "gain", value: 2)],
      passages: [
        Scenario.Passage(frames: 640), Scenario.Passage(noise, frames: 6400, blocks: [64, 32], score: score),
      ])
  }

  @Test func onlyWhatIsNecessaryRemains() throws {
    let shortest = Self.notes.shortest(block: 64) { scenario in
      let gain = scenario.controls.first { $0.symbol == "gain" }
      return gain?.value == 2
        && scenario.passages.contains { $0.score.contains { $0.content == .midi([0x90, 67, 100]) } }
    }
    // The event was at frame 4055, which is frame 23 of a block.
    #expect(try #require(shortest).steps == ["value gain 2.0", "at 23 midi 90 43 64", "run 64"])
  }

  @Test func aScenarioThatDoesNotShowItHasNoShortestForm() {
    #expect(Self.notes.shortest(block: 64) { _ in false } == nil)
  }

  @Test func aBeginningEndsInsideAPassage() {
    let beginning = Self.notes.prefix(700)
    #expect(beginning.passages.map(\.frames) == [640, 60])
    #expect(beginning.passages[1].score.map(\.frame) == [5])
  }

  @Test(
    arguments: [
      ([[0x90, 60, 1], [0x80, 60, 0]], true), ([[0x90, 60, 1], [0x90, 60, 0]], true), ([[0x90, 60, 1]], false),
      ([[0x90, 60, 1], [0x81, 60, 0]], false), ([[0x80, 60, 0], [0x90, 60, 1]], false),
      ([[0xB0, 64, 127]], false), ([[0xB0, 64, 127], [0xB0, 64, 0]], true), ([], true),
    ] as [([[UInt8]], Bool)])
  func keysAndPedalsMustBeReleased(_ messages: [[UInt8]], _ isExpected: Bool) {
    let score = messages.enumerated().map { Scenario.Event($0.offset, .midi($0.element)) }
    #expect(Scenario(passages: [Scenario.Passage(frames: 64, score: score)]).endsAllNotes == isExpected)
  }
}

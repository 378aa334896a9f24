import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum LifeSession: PluginCheck {
  enum Message: MessageKind {
    case nonfinite

    var text: MessageText {
      MessageText(
        .error,
        rule: .finiteSum,
        remedy:
          "Find the operation that gives {NaN or infinity} after {the moves}: look for {a division by 0}, in what the moves "
          + "leave behind.")
    }
  }

  static let id: CheckID = "life.session"
  /// Guarded blocks use up the addresses of a process.
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(
    exercise: .stimulus, incidental: (.controls, .always), canFixControls: false, guardsHeap: true)
  static let text = CheckText(
    asserts: "In a session in which everything moves at random, memory stays intact and the output finite.",
    method:
      "Plays noise in three block lengths and at three sample rates, while controls, keys, pedals, the transport, parameters and presets change at "
      + "random, together. Each heap block of the plug-in ends at an inaccessible page. An output that was quiet must not become NaN or "
      + "infinite.",
    details:
      "Each of the three sessions lasts 20 s, of a slow plug-in less: one at the rate of the run, one at 44.1 and one at 96 kHz. Every 5 s, some or all controls get "
      + "random values, and sometimes those of a preset, with its state; up to two of them move until then, in steps of up to 1 s. Half of the values are ends of ranges. A quiet output is one whose samples up to "
      + "then are below +40 dBFS: a feedback loop that grows is not judged. The moves that a finding needs "
      + "are found by playing fewer. Two moves or one are a subject of param.bounds, unless they need the rate.",
    level: CheckLevel(3, "Users move controls while they play, in every order."))

  /// In frames: moves begin with a multiple of it if blocks are short.
  private static let shortBlock = 64
  /// What a value of a control does, or a change from another one, is a subject of param.bounds.
  private static let fewestMoves = 3
  /// +40 dBFS.
  private static let quiet: Float = 100
  /// In seconds of processor time: a session of a plug-in whose short blocks take as long as others ends then.
  private static let sessionTime = 1.0

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard GuardedHeap.begin() else { return .obstructed("4 GiB of address space are not available") }
    defer { GuardedHeap.end() }
    let presets = try presets(context)
    if let scenario = context.replayedScenario {
      let session = Session(scenario, presets, context)
      return try session.sudden("the random moves").map { nonfiniteFinding($0, session, context) } ?? .passed
    }
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    var generator = context.generator(for: id)
    for (index, (rate, blocks)) in sessions(context).enumerated() {
      let movable = Score.Movable(context, rate: rate, file: file, presets: presets.keys.sorted())
      let activity = "session \(index + 1) of random moves at \(Int(rate)) Hz, guarded heap blocks"
      CrashRecord.note(activity: activity)
      generator = SplitMix64(seed: generator.next())
      let passage = Scenario.Passage.walk(
        context, moving: movable, block: blocks.isEmpty ? context.blockLength : shortBlock, blocks: blocks,
        generator: generator)
      var scenario = Scenario(passages: [passage])
      if rate != context.rate { scenario.rate = rate }
      let session = Session(scenario, presets, context)
      guard let place = try session.sudden(activity) else { continue }
      let reduced = try session.reduced(to: place)
      guard try reduced.isOwnSubject() else { return .passed }
      return nonfiniteFinding(try reduced.sudden() ?? place, reduced, context)
    }
    return .passed
  }

  /// The rates in hertz, with the lengths of blocks in frames.
  private static func sessions(_ context: PluginContext) -> [(Double, [Int])] {
    [(context.rate, []), (44_100, [shortBlock]), (96_000, [1, 300, 17, 48, 5])]
  }

  /// Some presets of the bundle, by their URIs.
  private static func presets(_ context: PluginContext) throws -> [String: HostedPreset] {
    let all = try context.world.presets(of: context.plugin.uri).sorted { $0.uri < $1.uri }
    let drawn = context.draw(all, atMost: mostPresets, for: id).map(\.uri)
    let presets = drawn.compactMap { try? context.world.preset($0, map: InstanceUnderTest.map) }
    return Dictionary(presets.map { ($0.uri, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static let mostPresets = 16

  /// Moves during noise, in a new instance each time.
  private struct Session {
    /// One passage.
    let scenario: Scenario
    private let presets: [String: HostedPreset]
    private let context: PluginContext

    init(_ scenario: Scenario, _ presets: [String: HostedPreset], _ context: PluginContext) {
      self.scenario = scenario
      self.presets = presets
      self.context = context
    }

    var passage: Scenario.Passage { scenario.passages[0] }
    /// In hertz.
    var rate: Double { scenario.rate ?? context.rate }

    /// The first sample that is not finite, if no sample before is loud; nil otherwise, and if instantiate() fails at the rate.
    ///
    /// - Parameter activity: the activity until a preset is loaded.
    func sudden(_ activity: String = "some of the random moves") throws -> Recording.Place? {
      let setup = context.setup(for: scenario)
      guard let instance = try unlessNull({ try context.activeInstance(setup) }) else { return nil }
      instance.presets = presets
      instance.willLoad = { CrashRecord.note(activity: "\(activity), after the preset '\($0.label)'") }
      defer { instance.cleanup() }
      var (found, isQuiet, elapsed): (Recording.Place?, Bool, Int) = (nil, true, 0)
      let start = ProcessSnapshot.threadTime
      func goesOn() -> Bool { !instance.isWorkSlow && ProcessSnapshot.threadTime - start < sessionTime }
      instance.stream(passage, while: goesOn) { length in
        defer { elapsed += length }
        guard isQuiet else { return }
        if var place = instance.firstNonfinite(in: length) {
          let before = instance.firstOutput(in: place.frame) { !($0.magnitude < quiet) }
          place.frame += elapsed
          if before == nil { found = place }
          isQuiet = false
        } else {
          isQuiet = instance.outputPeak(in: length, of: instance.audioOutputs) < quiet
        }
      }
      instance.deactivate()
      return found
    }

    /// The session with the moves that a sample that is not finite needs.
    func reduced(to place: Recording.Place) throws -> Session {
      // An event can change samples before it, in its block.
      let beginning = scenario.prefix(place.frame + context.blockLength)
      let shortest = try beginning.shortest(block: context.blockLength) { try playing($0).sudden()?.port == place.port }
      return playing(shortest ?? beginning)
    }

    private func playing(_ scenario: Scenario) -> Session { Session(scenario, presets, context) }

    /// Whether no other check has the few moves as its subject.
    func isOwnSubject() throws -> Bool {
      guard passage.score.count < fewestMoves else { return true }
      guard rate != context.rate else { return false }
      var (still, usual) = (scenario, scenario)
      still.passages[0].score = []
      usual.rate = nil
      return try playing(still).sudden() == nil && playing(usual).sudden() == nil
    }
  }

  // MARK: Findings

  private static func nonfiniteFinding(
    _ place: Recording.Place, _ session: Session, _ context: PluginContext
  ) -> CheckOutcome {
    let moves = session.passage.score
    let seconds = (Double(place.frame) / session.rate).rounded(.up).text
    let rate = session.rate == context.rate ? "" : " at \(Int(session.rate)) Hz"
    let others = moves.count > shown ? " and \((moves.count - shown).counted("move")) before" : ""
    let finding: Finding = outputFinding(
      .nonfinite, place.port, context,
      "is \(place.value.text) after \(seconds) s of \(session.passage.signal.name)\(rate) and \(moves.count.counted("move")); expected finite samples. The moves are "
        + "\(moves.suffix(shown).map { $0.content.text }.joined(separator: ", then "))\(others).",
      naming: [place.value.text, "these moves", place.value.origins])
    return .findings([finding.stating(session.scenario)])
  }

  /// The number of moves that a message states.
  private static let shown = 6
}

extension Scenario.Content {
  /// A noun phrase for a message.
  fileprivate var text: String {
    switch self {
    case .control(let symbol, let value): "\(symbol) = \(value.text)"
    case .midi(let message):
      "the MIDI message \(message.map { String($0, radix: 16, uppercase: true) }.joined(separator: " "))"
    case .transport(let position): position.speed == 0 ? "a transport that stops" : "a transport that moves"
    case .parameter(let uri, _, _): "the parameter <\(uri)>"
    case .preset(let uri): "the preset <\(uri)>"
    }
  }
}

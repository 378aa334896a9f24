import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// Searches for keys that a plug-in does not forget: of a chord that was released, while controls had other values.
struct DetourSearch {
  /// In seconds, after the last control returned.
  private struct Patience {
    /// The time before another key is pressed and released; nil for no other key.
    var beforeOtherKey: Double?
    /// The time before the note-ons count, and the time in which they do.
    var rest: Double
    var window: Double

    static let brief = Patience(rest: 1, window: 1.5)
    /// Longer than delays and echoes last.
    static let long = Patience(beforeOtherKey: 6, rest: 56, window: 4)
  }

  /// What an instance plays after a detour.
  private struct Observation {
    /// Whether it begins notes though no key is held.
    let playsOn: Bool
    /// Of a chord afterwards.
    let phrase: Take
  }

  private let context: PluginContext
  /// Whether the transport rolls.
  private let rolls: Bool

  private static let midi = InstanceUnderTest.map.id(of: URI.MIDI.event)
  /// In frames: longer blocks cost a plug-in for events less time.
  private static let blockLength = 1024
  private static let phrase: [UInt8] = [60, 65, 69]
  private static let otherKey: UInt8 = 74
  /// The most controls that move, values of each, and switches that move in pairs.
  private static let (controls, values, switches) = (16, 4, 4)
  /// In seconds of processor time, after which no further control is moved.
  private static let budget = 0.1
  /// The most detours that are examined closely.
  private static let maximumSuspicions = 4
  /// In seconds: by how much messages of the same phrase may differ.
  private static let tolerance = 1e-3
  /// Parts of the names of controls that start something, or record what is played, until they are used again.
  private static let starters = [
    "arm", "captur", "dub", "go", "learn", "loop", "play", "rec", "record", "run", "sampl", "start", "stor", "trig",
  ]

  private init(_ context: PluginContext, rolls: Bool) { (self.context, self.rolls) = (context, rolls) }

  /// The first finding of each kind that is certain.
  static func findings(_ context: PluginContext) throws -> [Finding] {
    guard context.plugin.midiInput != nil else { return [] }
    for rolls in context.plugin.receivesTransport ? [true, false] : [false] {
      let found = try DetourSearch(context, rolls: rolls).findings()
      if !found.isEmpty { return found }
    }
    return []
  }

  private func findings() throws -> [Finding] {
    var instance = try newInstance()
    let pause = observe(.pause, .brief, in: instance)
    let plain = ControlDetour.none.variants.map { observe($0, .brief, in: instance) }
    guard !pause.playsOn, !plain.contains(where: \.playsOn) else { return [] }
    let isRepeatable = !plain.contains { differs($0, pause) }
    let start = ProcessSnapshot.threadTime
    var (found, known): ([Finding], Set<String>) = ([], [])
    for detour in detours where known.isDisjoint(with: detour.changes.map(\.symbol)) {
      guard ProcessSnapshot.threadTime - start < Self.budget, known.count < Self.maximumSuspicions else { break }
      let observed = observe(detour, .brief, in: instance)
      guard observed.playsOn || isRepeatable && differs(observed, pause) else { continue }
      let message: AtomOutput.Message = observed.playsOn ? .playsOn : .afterDetour
      known.formUnion(detour.changes.map(\.symbol))
      instance = try newInstance()
      guard !found.contains(where: { $0.id == MessageID(AtomOutput.id, message) }),
        try isCertain(message, detour)
      else { continue }
      found += try context.confirmed([finding(message, detour)]) { context in
        try DetourSearch(context, rolls: rolls).isCertain(message, detour)
      }.findings
    }
    return found
  }

  /// Whether fresh instances show the fault after a detour, but not without it, and not if no chord is played in it.
  private func isCertain(_ message: AtomOutput.Message, _ detour: ControlDetour) throws -> Bool {
    func observation(_ detour: ControlDetour, _ patience: Patience = .long) throws -> Observation {
      try observe(detour, patience, in: newInstance())
    }
    let observed = try observation(detour)
    guard observed.playsOn == (message == .playsOn) else { return false }
    let (plain, moved) = try (observation(.none), observation(detour.withoutChord))
    guard !plain.playsOn, !moved.playsOn else { return false }
    if message == .playsOn { return true }
    let pause = try observation(.pause)
    guard differs(observed, pause), !differs(plain, pause), !differs(moved, pause) else { return false }
    let soon = try observation(.pause, .brief)
    return try detour.variants.allSatisfy { try differs(observation($0, .brief), soon) }
      && !ControlDetour.none.variants.contains { try differs(observation($0, .brief), soon) }
      && !detour.withoutChord.variants.contains { try differs(observation($0, .brief), soon) }
  }

  private func differs(_ one: Observation, _ other: Observation) -> Bool {
    let tolerance = Int(Self.tolerance * context.rate)
    return PatternDifference(one.phrase, from: other.phrase, midi: Self.midi, tolerance: tolerance) != nil
  }

  // MARK: Detours

  /// Single controls and pairs of switches; those that are on or off come first.
  private var detours: [ControlDetour] {
    let ports = context.draw(
      context.plugin.movableControls.filter { !Self.starts($0) }, atMost: Self.controls, for: AtomOutput.id)
    let toggles = ports.filter(\.isToggled)
    let others = ports.filter { !$0.isToggled }
    let names = Set(others.map(\.symbol))
    let mixed = pairs(toggles + others.filter(\.isSwitch)).filter { pair in
      pair.changes.contains { names.contains($0.symbol) }
    }
    return singles(toggles) + pairs(toggles) + singles(others) + mixed
  }

  private func singles(_ ports: [PortDescription]) -> [ControlDetour] {
    let changes = ports.flatMap { self.changes(of: $0) }
    return changes.map { ControlDetour(inner: $0) } + changes.map { ControlDetour(outer: $0) }
  }

  private func pairs(_ ports: [PortDescription]) -> [ControlDetour] {
    let changes = ports.prefix(Self.switches).flatMap { self.changes(of: $0).prefix(2) }
    return changes.flatMap { outer in
      changes.filter { $0.symbol != outer.symbol }.map { ControlDetour(outer: outer, inner: $0) }
    }
  }

  private static func starts(_ port: PortDescription) -> Bool {
    guard !port.properties.contains(URI.PortProps.trigger) else { return true }
    let names = [port.symbol, port.name].map { $0.lowercased() }
    return starters.contains { part in names.contains { $0.contains(part) } }
  }

  private func changes(of port: PortDescription) -> [ControlChange] {
    guard let range = port.range(rate: context.rate) else { return [] }
    let usual = port.initialValue(rate: context.rate)
    return port.testValues(in: range).prefix(Self.values).filter { $0 != usual }.map {
      ControlChange(symbol: port.symbol, from: usual, to: $0)
    }
  }

  // MARK: Playing

  private func newInstance() throws -> InstanceUnderTest {
    var setup = InstanceSetup(context)
    if !context.plugin.requiresOneBlockLength { setup.blockLength = max(context.blockLength, Self.blockLength) }
    return try InstanceUnderTest(context, setup)
  }

  private func newScore(_ instance: InstanceUnderTest) -> Score {
    Score(
      rate: context.rate, block: instance.configuration.maximumBlockLength,
      generator: context.generator(for: AtomOutput.id))
  }

  private func observe(
    _ detour: ControlDetour, _ patience: Patience, in instance: InstanceUnderTest
  ) -> Observation {
    var music = newScore(instance)
    if rolls { music.roll(from: 0) }
    music.rest(seconds: 0.1)
    detour.write(to: &music)
    if let time = patience.beforeOtherKey {
      music.rest(seconds: time)
      music.noteOn(Self.otherKey)
      music.rest(seconds: 0.3)
      music.noteOff(Self.otherKey)
    }
    music.rest(seconds: patience.rest)
    var phrase = newScore(instance)
    for key in Self.phrase { phrase.noteOn(key, at: 0) }
    phrase.rest(seconds: 0.8)
    for key in Self.phrase { phrase.noteOff(key, at: 0) }
    phrase.rest(seconds: 0.2)
    let silence = instance.perform(
      Scenario(passages: [
        Scenario.Passage(frames: music.length, score: music.sorted),
        Scenario.Passage(frames: Int(patience.window * context.rate)),
      ]))
    var take = instance.perform(Scenario.Passage(frames: phrase.length, score: phrase.sorted))
    // Some plug-ins end all notes when they begin for the first time.
    take.events.removeAll { $0.body.first.map { $0 & 0xE0 } != 0x80 }
    instance.deactivate()
    return Observation(playsOn: silence.events.contains(where: Self.beginsNote), phrase: take)
  }

  private static func beginsNote(_ event: Take.Event) -> Bool {
    event.type == midi && event.body.count == 3 && event.body[0] & 0xF0 == 0x90 && event.body[2] > 0
  }

  // MARK: Findings

  private func finding(_ message: AtomOutput.Message, _ detour: ControlDetour) -> Finding {
    let port = context.plugin.sequencePorts(.output).first { $0.supports.contains(URI.MIDI.event) }
    let name = port.map { context.name($0.index) } ?? ""
    let text =
      message == .playsOn
      ? "Output \(name) still begins notes 60 s after a chord was released and \(detour.names) returned to the default; "
        + "expected none. \(detour.description). Another key that was pressed and released meanwhile did not end them."
      : "Output \(name) plays a chord differently after another chord was released and \(detour.names) returned to the "
        + "default; expected no difference. \(detour.description). The first chord alone, or the controls alone, make no "
        + "difference."
    return AtomOutput.runFinding(
      message, about: detour.changes.map(\.symbol).joined(separator: " "), context, text,
      naming: [detour.names, "output \(name)"])
  }
}

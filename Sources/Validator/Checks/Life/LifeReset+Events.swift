import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// The same music after a reset gives the same events.
extension LifeReset {
  private static let midi = InstanceUnderTest.map.id(of: URI.MIDI.event)
  /// In seconds: of the music before and after a reset.
  private static let musicDuration = 4.0

  /// The first finding at the defaults and, if there is none, at other settings.
  static func eventFindings(_ context: PluginContext) throws -> [Finding] {
    guard context.plugin.hasEventPath, !context.plugin.features.contains(URI.Worker.schedule) else { return [] }
    let settings = [nil] + context.sweep(seconds: musicDuration, for: id).map(Optional.some)
    for scenario in context.replayedScenario.map({ [$0] }) ?? settings.map({ scenario(context, $0) }) {
      guard let finding = try eventFinding(context, scenario) else { continue }
      let outcome = try context.confirmed([finding]) { context in
        try eventDifference(context, scenario) != nil && isRepeatable(context, scenario)
      }
      if outcome.findings.isEmpty { continue }
      let shortest = try finding.shortened(scenario, block: context.blockLength) { scenario in
        try isRepeatable(context, scenario) ? eventFinding(context, scenario) : nil
      }
      return [shortest]
    }
    return []
  }

  private static func eventFinding(_ context: PluginContext, _ scenario: Scenario) throws -> Finding? {
    try eventDifference(context, scenario).map { try eventFinding($0, scenario, context) }
  }

  /// How the music after a reset differs from that of a fresh instance.
  private static func eventDifference(_ context: PluginContext, _ scenario: Scenario) throws -> EventDifference? {
    let expected = try take(context, scenario.withoutPast)
    let again = try take(context, scenario)
    return EventDifference(again, from: expected, midi: midi).flatMap { _ in
      // A plug-in may end the notes of the time before.
      EventDifference(
        again.withoutLeadingNoteOffs(midi: midi), from: expected.withoutLeadingNoteOffs(midi: midi), midi: midi)
    }
  }

  /// Whether two fresh instances give the same events.
  private static func isRepeatable(_ context: PluginContext, _ scenario: Scenario) throws -> Bool {
    let takes = try (0..<2).map { _ in try take(context, scenario.withoutPast) }
    return EventDifference(takes[0], from: takes[1], midi: midi) == nil
  }

  /// What the last passage gives.
  private static func take(_ context: PluginContext, _ scenario: Scenario) throws -> Take {
    try InstanceUnderTest(context, context.setup(for: scenario)).perform(scenario)
  }

  /// Music in an instance that was reset after its history.
  private static func scenario(_ context: PluginContext, _ setting: ControlSetting?) -> Scenario {
    var music = music(context)
    music.beginsWithReset = true
    return Scenario(controls: setting?.controls ?? [], passages: [history(context), music])
  }

  private static func score(_ context: PluginContext) -> Score {
    Score(rate: context.rate, block: context.blockLength, generator: context.generator(for: id))
  }

  /// Music that stops in the middle of a bar, with keys held.
  private static func history(_ context: PluginContext) -> Scenario.Passage {
    var score = score(context)
    score.roll(from: 0)
    for key in [52, 59, 64] as [UInt8] { score.noteOn(key) }
    score.rest(seconds: 0.55)
    score.noteOff(59)
    score.send([0xB0, 64, 127])
    score.rest(seconds: 0.16)
    return Scenario.Passage(frames: score.length, score: score.sorted)
  }

  private static func music(_ context: PluginContext) -> Scenario.Passage {
    var score = score(context)
    score.roll(from: 0)
    score.chord()
    score.run()
    score.noteOn(60)
    score.rest(seconds: 1)
    score.noteOff(60)
    score.rest(seconds: 0.2)
    score.stop()
    score.rest(seconds: 0.2)
    return Scenario.Passage(frames: score.length, score: score.sorted)
  }

  private static func eventFinding(
    _ difference: EventDifference, _ scenario: Scenario, _ context: PluginContext
  ) throws -> Finding {
    let setting = context.setting(of: scenario)
    let port = (difference.event ?? difference.expected)?.port
    let output = port.map { "output \(context.name($0))" } ?? "the output"
    let condition = setting.map { ", with \($0.description)" } ?? ""
    let severity: Severity = difference.onlyInData ? .note : .warning
    return runFinding(
      .events, severity: severity, about: port.map(context.symbol), context,
      "After a reset, \(output) has \(MIDIText.text(difference.event)) for the same music; expected the events of a fresh "
        + "instance. That has \(MIDIText.text(difference.expected))\(condition)."
        + (try hasActivate(context) ? "" : " The plug-in has no activate()."),
      naming: [output], controls: setting?.controls)
  }
}

extension Scenario {
  /// The last passage alone, in a fresh instance.
  fileprivate var withoutPast: Scenario {
    var other = self
    other.passages = Array(passages.suffix(1))
    for index in other.passages.indices { other.passages[index].beginsWithReset = false }
    return other
  }
}

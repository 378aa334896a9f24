import Judges
import LV2Host
import Model
import Scenarios
import TestHost

/// The same music gives the same messages at the same times in blocks of any length.
extension AudioBlockInvariance {
  private static let midi = InstanceUnderTest.map.id(of: URI.MIDI.event)
  /// In seconds: of the music.
  private static let musicDuration = 2.0
  /// The number of settings besides the defaults.
  private static let maximumSettings = 4
  /// In frames: times may be rounded.
  private static let rounding = 4
  /// In seconds: a shift that is audible in a rhythm.
  private static let audibleShift = 0.005

  /// The first finding at the defaults and, if there is none, at other settings.
  static func eventFindings(_ context: PluginContext) throws -> [Finding] {
    guard context.plugin.hasEventPath, !context.plugin.features.contains(URI.Worker.schedule) else { return [] }
    if let scenario = context.replayedScenario {
      return try [eventFinding(context, scenario, from: usualTake(context, scenario))].compactMap(\.self)
    }
    let settings = context.sweep(seconds: 4 * musicDuration, for: id).prefix(context.reduced(maximumSettings))
    for setting in [nil] + settings.map(Optional.some) {
      let usual = try usualTake(context, scenario(context, [], setting))
      for lengths in [[64], [61, 17, 128, 16, 251, 33, 97]] {
        let scenario = scenario(context, lengths, setting)
        guard let finding = try eventFinding(context, scenario, from: usual) else { continue }
        guard try usualTake(context, scenario).events == usual.events else { return [] }
        let shortest = try finding.shortened(scenario, block: context.blockLength) { scenario in
          let usual = try usualTake(context, scenario)
          guard try usualTake(context, scenario).events == usual.events else { return nil }
          return try eventFinding(context, scenario, from: usual)
        }
        return [shortest]
      }
    }
    return []
  }

  /// A finding if the messages are apart from the usual ones by more than rounding.
  private static func eventFinding(
    _ context: PluginContext, _ scenario: Scenario, from usual: Take
  ) throws -> Finding? {
    guard let shift = EventShift(try take(context, scenario), from: usual), shift.frames > rounding else { return nil }
    return eventFinding(shift, scenario, context)
  }

  /// The messages in blocks of the run's length.
  private static func usualTake(_ context: PluginContext, _ scenario: Scenario) throws -> Take {
    try take(context, scenario.inUsualBlocks)
  }

  private static func take(_ context: PluginContext, _ scenario: Scenario) throws -> Take {
    var take = try InstanceUnderTest(context, context.setup(for: scenario)).perform(scenario)
    take.events.removeAll { $0.type != midi }
    return take
  }

  /// Music in blocks of the given lengths.
  private static func scenario(_ context: PluginContext, _ blocks: [Int], _ setting: ControlSetting?) -> Scenario {
    var score = Score(rate: context.rate, block: context.blockLength, generator: context.generator(for: id))
    score.roll(from: 0)
    score.chord()
    score.run()
    for key in [60, 64, 67] as [UInt8] { score.noteOn(key) }
    score.rest(seconds: musicDuration)
    for key in [60, 64, 67] as [UInt8] { score.noteOff(key) }
    score.rest(seconds: 0.2)
    let passage = Scenario.Passage(context.noise, frames: score.length, blocks: blocks, score: score.sorted)
    return Scenario(controls: setting?.controls ?? [], passages: [passage])
  }

  private static func eventFinding(
    _ shift: EventShift, _ scenario: Scenario, _ context: PluginContext
  ) -> Finding {
    let setting = context.setting(of: scenario)
    let port = shift.event?.port ?? shift.expected?.port
    let output = port.map { "output \(context.name($0))" } ?? "the output"
    let blocks = scenario.passages.flatMap(\.blocks).map { "\(min($0, context.blockLength))" }.listed()
    let condition = setting.map { ", with \($0.description)" } ?? ""
    let severity: Severity = Double(shift.frames) >= audibleShift * context.rate ? .warning : .note
    return runFinding(
      .events, severity: severity, about: port.map(context.symbol), context,
      "The messages of \(output) depend on the block length; expected the same messages at the same times. In blocks of "
        + "\(blocks) frames there is \(MIDIText.text(shift.event)), but \(MIDIText.text(shift.expected)) in blocks of "
        + "\(context.blockLength) frames\(condition).",
      naming: [output], controls: setting?.controls)
  }
}

extension Scenario {
  /// The same in blocks of the run's length.
  fileprivate var inUsualBlocks: Scenario {
    var other = self
    for index in other.passages.indices { other.passages[index].blocks = [] }
    return other
  }
}

/// How far the messages of two takes are apart.
private struct EventShift {
  let event: Take.Event?
  let expected: Take.Event?
  /// The largest difference of the times of equal messages; the largest number if the messages differ.
  let frames: Int

  /// Nil if both takes have the same messages at the same times.
  init?(_ take: Take, from expected: Take) {
    let pairs = zip(take.events, expected.events)
    let equal = pairs.prefix { $0.port == $1.port && $0.body == $1.body }.count
    if equal < max(take.events.count, expected.events.count) {
      event = equal < take.events.count ? take.events[equal] : nil
      self.expected = equal < expected.events.count ? expected.events[equal] : nil
      frames = .max
      return
    }
    func distance(_ pair: (Take.Event, Take.Event)) -> Int { abs(pair.0.frame - pair.1.frame) }
    guard let worst = pairs.max(by: { distance($0) < distance($1) }), distance(worst) > 0 else { return nil }
    (event, self.expected, frames) = (worst.0, worst.1, distance(worst))
  }
}

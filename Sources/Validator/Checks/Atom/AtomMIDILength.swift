import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum AtomMIDILength: PluginCheck {
  enum Message: MessageKind {
    case ignored

    var text: MessageText {
      MessageText(
        .warning,
        rule: Rule(
          "Program Change and Channel Pressure have one data byte: \"1100nnnn 0ppppppp\" and \"1101nnnn 0vvvvvvv\"",
          source: "MIDI 1.0 Detailed Specification: Channel Voice Messages"),
        remedy: "Read {the message} as a message of 2 bytes, whose value is the second byte.")
    }
  }

  static let id: CheckID = "atom.midi-length"
  static let provocation = Provocation(exercise: .stimulus, incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "Channel pressure and program changes take effect with their 2 bytes.",
    method:
      "Plays a chord with messages of a status of 2 bytes, with the same messages and a third byte, and without them. "
      + "Compares audio, CV, control outputs and events, also at up to 4 other settings. Reports a status that has an "
      + "effect with the third byte only.",
    details:
      "The values of the second byte are 127, 0, 1 and 64, that of the third is 100. If two instances without messages "
      + "differ, nothing is compared. A plug-in that passes the longer message on, unchanged, is not reported: it may "
      + "select messages by their length.",
    level: CheckLevel(6, "Aftertouch or program changes of a keyboard have no effect."))

  private static let statuses: [(status: UInt8, name: String)] = [(0xD0, "channel pressure"), (0xC0, "program change")]
  private static let values: [UInt8] = [127, 0, 1, 64]
  private static let thirdByte: UInt8 = 100
  private static let maximumSettings = 4
  /// In seconds: between two messages.
  private static let step = 0.03
  /// In seconds of processor time, after which no further setting is played.
  private static let budget = 0.05
  private static let midi = InstanceUnderTest.map.id(of: URI.MIDI.event)

  static func inapplicability(in context: PluginContext) -> String? {
    context.plugin.midiInput == nil ? "the plug-in has no MIDI input" : nil
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let duration = Double(values.count + 3) * step
    let settings = context.sweep(seconds: 5 * duration, for: id).prefix(context.reduced(maximumSettings))
    let start = ProcessSnapshot.threadTime
    for (index, setting) in ([nil] + settings.map(Optional.some)).enumerated() {
      guard index == 0 || context.replayed != nil || ProcessSnapshot.threadTime - start < budget else { break }
      let expected = try take([], setting, context)
      for (status, name) in statuses {
        guard try isIgnored(status, setting, expected, context) else { continue }
        let condition = setting.map { " This occurred with \($0.description)." } ?? ""
        let byte = String(status, radix: 16, uppercase: true)
        let finding: Finding = runFinding(
          .ignored, about: name, context,
          "A \(name) of its 2 bytes (\(byte)) has no effect, but one with a third byte has; expected the reverse."
            + condition, naming: ["the \(name)"], controls: setting?.controls)
        return try context.confirmed([finding]) { try isIgnored(status, setting, take([], setting, $0), $0) }
      }
    }
    return .passed
  }

  /// Whether messages of a status have an effect only with a third byte. Messages that are passed on unchanged do not count.
  ///
  /// - Parameter expected: what an instance gives without them.
  private static func isIgnored(
    _ status: UInt8, _ setting: ControlSetting?, _ expected: Take, _ context: PluginContext
  ) throws -> Bool {
    let messages = values.map { [status, $0] }
    guard try take(messages, setting, context) == expected else { return false }
    let longer = messages.map { $0 + [thirdByte] }
    CrashRecord.note(activity: "MIDI messages that are a byte too long", isExtreme: true)
    defer { CrashRecord.note(activity: "") }
    var observed = try take(longer, setting, context)
    observed.events.removeAll { $0.type == midi && longer.contains($0.body) }
    return try observed != expected && take([], setting, context) == expected
      && take(messages, setting, context) == expected
  }

  /// What a fresh instance gives with messages while a chord is held, and afterwards.
  private static func take(
    _ messages: [[UInt8]], _ setting: ControlSetting?, _ context: PluginContext
  ) throws -> Take {
    let instance = try context.activeInstance(at: setting)
    let length = instance.configuration.maximumBlockLength
    var score = Score(rate: context.rate, block: length, generator: context.generator(for: id))
    for key in [60, 67] as [UInt8] { score.noteOn(key, at: 0) }
    score.rest(seconds: step)
    for index in values.indices {
      if messages.indices.contains(index) { score.send(messages[index], at: 0) }
      score.rest(seconds: step)
    }
    for key in [60, 67] as [UInt8] { score.noteOff(key, at: 0) }
    score.rest()
    score.noteOn(64, at: 0)
    score.rest(seconds: step)
    score.noteOff(64, at: 0)
    score.rest(seconds: step)
    return instance.perform(Scenario.Passage(context.noise, frames: score.length, score: score.sorted))
  }
}

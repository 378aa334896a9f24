import Judges
import LV2Host
import Model
import Scenarios
import TestHost

enum AtomTransport: PluginCheck {
  enum Message: MessageKind {
    case tempoIgnored, afterTempoChange, afterRestart, afterJump, lateInSong

    var text: MessageText {
      switch self {
      case .tempoIgnored:
        MessageText(
          .warning,
          rule: Rule(
            "time:beatsPerMinute is the \"Tempo in beats per minute.\" It can change while the transport rolls",
            source: "time: time:beatsPerMinute"),
          remedy:
            "Compute what {the output} derives from the tempo, such as the frames of a beat, whenever a time:Position "
            + "has another time:beatsPerMinute: not only at the first one, or if the meter changes too.")
      case .afterTempoChange:
        MessageText(
          .note, rule: position,
          remedy:
            "Read the musical position of {the output} from time:bar and time:barBeat, and count on in beats: "
            + "time:frame, and frames that were counted at another tempo, are another number of beats.")
      case .afterRestart:
        MessageText(
          .note, rule: position,
          remedy:
            "Set the musical position of {the output} to that of time:bar and time:barBeat at each start of the "
            + "transport, not only at the first one.")
      case .afterJump:
        MessageText(
          .note, rule: position,
          remedy:
            "Set the musical position of {the output} to that of time:bar and time:barBeat at each time:Position, also "
            + "while the transport rolls.")
      case .lateInSong:
        MessageText(
          .note, rule: position,
          remedy:
            "Compute the musical position of {the output} in double or in 64-bit integers: a float has only 24 bits "
            + "for beats or frames since the start of the song.")
      }
    }
  }

  private static let position = Rule(
    "A time:Position is \"A point in time and/or the speed at which time is passing\", whatever was before",
    source: "time: time:Position")

  static let id: CheckID = "atom.transport"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "What the plug-in plays depends on the position and the tempo of the transport, not on their past.",
    method:
      "Compares the MIDI messages of fresh instances from one position on: started there, and after a tempo change, a "
      + "second start, a jump, or 33600 bars later. Compares the sound after a tempo change with that without the "
      + "change. Also at up to 8 other settings.",
    details:
      "The compared part begins a bar after the position, at 150 beats per minute. Messages may differ by 1 ms. "
      + "A tempo is ignored if an instance plays exactly what it plays without the change, and two fresh "
      + "instances differ at these tempos. The other kinds require that the transport determines what the plug-in "
      + "plays. An instance that rolled to the position for 1.37 bars must equal one that started there, and one "
      + "that starts 420 bars later too. A finding must also occur if the compared part begins after 5 bars. It "
      + "must occur if the host sends the position at changes only, and if it sends one in each block; a late bar "
      + "may differ in one of these cases, or if both start at 3/7 of a beat. A plug-in with a clock of its own is "
      + "not reported, but one that reads the position only when the transport starts is. The frame of the position "
      + "after a tempo change is that of a song with two tempos.",
    level: CheckLevel(6, "The plug-in plays out of time with the song."))

  private static let maximumSettings = 8
  /// The processor time of a plug-in whose sound is compared, divided by the duration of the sound.
  private static let greatestLoad = 0.02
  /// In seconds of processor time, after which no further setting is played.
  private static let budget = 0.25

  static func inapplicability(in context: PluginContext) -> String? {
    guard context.plugin.receivesTransport else { return "no input receives the transport" }
    return context.plugin.sendsMIDI || context.plugin.hasAudioOutput
      ? nil : "the plug-in has no output for MIDI or audio"
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.sendsMIDI || context.load < greatestLoad else {
      return .skipped("the plug-in computes too slowly for this comparison")
    }
    let settings = context.sweep(seconds: 2 * TransportRun.duration, for: id).prefix(context.reduced(maximumSettings))
    let start = ProcessSnapshot.threadTime
    var dependsOnTransport = false
    for (index, setting) in ([nil] + settings.map(Optional.some)).enumerated() {
      // A plug-in whose instances take long gets fewer settings.
      guard index == 0 || context.replayed != nil || ProcessSnapshot.threadTime - start < budget else { break }
      let comparison = TransportComparison(context, setting)
      guard let suspicions = try comparison.suspicions() else { continue }
      dependsOnTransport = true
      let findings = try certain(suspicions, comparison, context)
      if !findings.isEmpty { return .findings(findings) }
    }
    return dependsOnTransport ? .passed : .skipped("the transport does not determine the outputs")
  }

  /// The findings of suspicions that are certain. A tempo that is ignored explains the others.
  private static func certain(
    _ suspicions: [Message], _ comparison: TransportComparison, _ context: PluginContext
  ) throws -> [Finding] {
    var findings: [Finding] = []
    for message in suspicions {
      guard let finding = try comparison.finding(message) else { continue }
      findings += try context.confirmed([finding]) { try comparison.with($0).isCertain(message) }.findings
      if message == .tempoIgnored, !findings.isEmpty { break }
    }
    return findings
  }
}

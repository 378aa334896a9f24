import LV2Host
import Model
import Scenarios
import TestHost

enum AtomObjects: PluginCheck {
  enum Message: MessageKind {
    case ignored

    var text: MessageText {
      MessageText(
        .warning,
        rule: Rule(
          "atom:Blank is deprecated, \"use atom:Object with ID 0 instead\"; hosts and interfaces write atom:Object",
          source: "atom.ttl: atom:Blank; lv2/atom/forge.h: lv2_atom_forge_object()"),
        remedy:
          "Compare the type of an event that may be {the message} with atom:Object and with atom:Blank: "
          + "lv2_atom_forge_is_object_type() accepts both.")
    }
  }

  static let id: CheckID = "atom.objects"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "The plug-in reads messages of the type atom:Object.",
    method:
      "Sends the position of a rolling transport, and the plug-in's own messages whose names end in \"on\": as "
      + "atom:Object, as the deprecated atom:Blank, and not at all. Compares the outputs, also at up to 8 other settings.",
    details:
      "Fresh instances play the same noise and chord, the position at 140 beats per minute from beat 5.5. If two instances "
      + "without the message differ, nothing is compared. Older plug-ins compare the type of their messages with atom:Blank "
      + "only.",
    level: CheckLevel(6, "The plug-in does not follow the transport of the host, or its own interface."))

  /// In seconds: of the sound.
  private static let duration = 0.75
  private static let maximumSettings = 8

  private enum Kind: Equatable {
    case transport
    case own(String)

    var name: String { if case .own(let uri) = self { "<\(uri)>" } else { "time:Position" } }
  }

  private enum Form { case absent, blank, object }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let own = context.plugin.sequencePorts(.input).isEmpty ? [] : instance.announcements
    let kinds = (context.plugin.receivesTransport ? [Kind.transport] : []) + own.map(Kind.own)
    guard !kinds.isEmpty else {
      return .skipped("no input receives the transport or a message of an interface that opens")
    }
    return try .findings {
      for kind in kinds { try finding(kind, context) }
    }
  }

  private static func finding(_ kind: Kind, _ context: PluginContext) throws -> Finding? {
    let settings = context.sweep(seconds: 3 * duration, for: id).prefix(context.reduced(maximumSettings))
    for setting in [nil] + settings.map(Optional.some) {
      let expected = try take(kind, .absent, setting, context)
      guard try take(kind, .blank, setting, context) != expected else { continue }
      guard try take(kind, .absent, setting, context) == expected,
        try take(kind, .object, setting, context) == expected
      else { return nil }
      let condition = setting.map { " This occurred with \($0.description)." } ?? ""
      return runFinding(
        .ignored, about: kind.name, context,
        "A message \(kind.name) of the type atom:Object has no effect, but one of the deprecated type atom:Blank has; "
          + "expected the same.\(condition)",
        naming: [kind.name], controls: setting?.controls)
    }
    return nil
  }

  /// What a fresh instance gives after a message at its first frame.
  private static func take(
    _ kind: Kind, _ form: Form, _ setting: ControlSetting?, _ context: PluginContext
  ) throws -> Take {
    let instance = try context.activeInstance(at: setting)
    let length = instance.configuration.maximumBlockLength
    var take = Take(of: instance)
    instance.fill(context.noise, from: 0, count: length)
    instance.prepareAtoms()
    if form != .absent {
      switch kind {
      case .transport: instance.send(position(context), isBlank: form == .blank, at: 0)
      case .own(let uri): instance.send(message: uri, isBlank: form == .blank)
      }
    }
    instance.run(length)
    take.append(length, of: instance)
    var score = Score(rate: context.rate, block: length, generator: context.generator(for: id))
    score.chord()
    score.rest(seconds: duration)
    instance.stream(Scenario.Passage(context.noise, frames: score.length, score: score.sorted)) {
      take.append($0, of: instance)
    }
    return take
  }

  private static func position(_ context: PluginContext) -> TransportPosition {
    var position = TransportPosition()
    position.beatsPerMinute = 140
    position.frame = Int64(5.5 * 60 / 140 * context.rate)
    position.bar = 1
    position.barBeat = 1.5
    return position
  }
}

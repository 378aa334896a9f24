import LV2Host
import Model
import Scenarios
import Support
import TestHost

enum AudioNoteEnd: PluginCheck {
  enum Message: MessageKind {
    case hanging, lost, panic, disturbed, velocityZero, pedal

    var text: MessageText {
      switch self {
      case .hanging:
        MessageText(
          .warning, rule: noteOff,
          remedy:
            "End at a note-off all voices that its key and channel started, also after {what was played}: keep both in "
            + "each voice.")
      case .lost:
        MessageText(
          .warning,
          rule: Rule(
            "A note-on starts a note, whatever was played before",
            source: "MIDI 1.0 Detailed Specification: Channel Voice Messages, Note-On"),
          remedy:
            "Free the voices after {what was played} when their notes have ended, and let a new note take the oldest voice "
            + "if none is free.")
      case .panic:
        MessageText(
          .note,
          rule: Rule(
            "Controller 123 turns all notes off and controller 120 all sound: hosts send them when the transport stops "
              + "or the user asks for silence",
            source: "MIDI 1.0 Detailed Specification: Channel Mode Messages"),
          remedy: "Release all voices at controller 123, and silence them at controller 120.")
      case .disturbed:
        MessageText(
          .warning, .note, rule: noteOff,
          remedy:
            "Process each voice for every frame, and change no other voice when {a note} ends: look at how a voice is removed "
            + "from a list while the list is processed.")
      case .velocityZero:
        MessageText(
          .warning,
          rule: Rule(
            "A note-on with a velocity of 0 is a note-off",
            source: "MIDI 1.0 Detailed Specification: Channel Voice Messages, Note-Off"),
          remedy: "Treat a note-on of velocity 0 as a note-off, before it can start a note.")
      case .pedal:
        MessageText(
          .warning,
          rule: Rule(
            "Controller 64 holds notes whose keys are released, and controller 66 those whose keys are down",
            source: "MIDI 1.0 Detailed Specification: Damper Pedal, Sostenuto"),
          remedy: "Let {the pedal} end no note: look for a case of a switch that continues with that of controller 120."
        )
      }
    }
  }

  private static let noteOff = Rule(
    "A note sounds until the note-off for its key and channel, and its release, have passed",
    source: "MIDI 1.0 Detailed Specification: Channel Voice Messages, Note-Off")

  static let id: CheckID = "audio.note-end"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "The notes of an instrument end when their keys are released, and later notes sound.",
    method:
      "Plays a chord, then phrases that end with all keys released: keys pressed again, pedals, more keys than "
      + "voices, short notes, bends, other channels, a rolling transport, a bypass, moved controls. "
      + "Listens for sound that stays, plays the chord again. Compares a chord whose keys are released in turn with the sum "
      + "of its notes. Holds keys while pedals move.",
    details:
      "Only a plug-in whose chord ends within 6 s of its release is examined. A sound stays if its peak is above "
      + "-20 dB of that of the chord after three times the release and 1 s, and does not fall by half in the next 2 s. A "
      + "later chord is lost if its peak is 20 dB below that of the first. A switch moves to both ends of "
      + "its range, other controls to the farther one. A control that moves keeps its new value until "
      + "the sound has ended; the same chord, played with this value from the start, must end in that time. A chord that is the "
      + "sum of its notes up to -80 dB while all keys are held must not differ from it by -40 dB later; if only a filter or an envelope that all notes share can be the cause, because "
      + "nothing differs when a single note is left, this is a note. Keys are also released by "
      + "note-ons of velocity 0, which must not leave the sound as it is without them, if note-offs change it. A pedal "
      + "must not silence held notes by more than -40 dB, if they otherwise keep a quarter of their peak.",
    level: CheckLevel(6, "A note that never ends spoils a concert, and the user has to reload the instrument."))

  static func inapplicability(in context: PluginContext) -> String? {
    context.plugin.midiInput != nil && context.plugin.hasAudioOutput
      ? nil : "the plug-in has no MIDI input or no audio output"
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let trial = NoteTrial(context)
    guard let usual = try trial.release(at: nil) else { return .skipped("no note of the plug-in sounds and then ends") }
    let ignored = try velocityZeroFinding(usual, context)
    return try .findings {
      ignored
      for phrase in phrases(context) where ignored == nil || !phrase.hasVelocityZero {
        try finding(phrase, usual, trial, context)
      }
      if let held = try trial.held(usual), held > usual.peak / 4 {
        try panicFinding(held, usual, trial, context)
        try pedalFinding(held, usual, trial, context)
      }
      try disturbance(usual, context)
    }
  }

  // MARK: Phrases

  private static func phrases(_ context: PluginContext) -> [Phrase] {
    let fixed = [
      Phrase("a key that was pressed twice", hasVelocityZero: true) { $0.retriggers() },
      Phrase("keys that were released while a pedal was down") { $0.pedals() },
      Phrase("40 keys at once") { $0.cluster() },
      Phrase("notes of a few frames") { $0.run() },
      Phrase("pitch bend and pressure") { $0.bends() },
      Phrase("notes on four channels") { $0.channels() },
      Phrase("a transport that starts, jumps and stops", changesSound: true) { $0.transportChanges() },
    ]
    let bypass = context.plugin.movableControls.first { $0.isDesignated(URI.Core.enabled) }.map { port in
      Phrase("keys that were released during a bypass") { score in
        score.press()
        score.control(port.symbol, 0)
        score.rest(seconds: 0.2)
        score.release()
        score.rest(seconds: 0.2)
        score.control(port.symbol, 1)
        score.rest()
      }
    }
    // An instrument that computes slowly plays the first ones only.
    let phrases = [(bypass.map { [$0] } ?? []) + fixed, moves(context)].inTurn()
    return Array(phrases.prefix(phraseCount(context)))
  }

  /// The most and the fewest phrases.
  private static let (most, fewest) = (32, 4)
  /// In seconds: the processor time of all phrases, and the sound of one.
  private static let (budget, duration) = (2.0, 4.0)

  /// A power of 2, so that runs with slightly different loads usually play the same.
  private static func phraseCount(_ context: PluginContext) -> Int {
    var count = context.reduced(most)
    while count > fewest, Double(count) * context.load * duration > budget { count /= 2 }
    return count
  }

  /// Controls that move while keys are held: first switches, with which voices are counted and modes chosen, to both ends.
  private static func moves(_ context: PluginContext) -> [Phrase] {
    let ports = context.plugin.movableControls.filter { !$0.isDesignated(URI.Core.enabled) && !holdsSound($0) }
    let drawn = context.draw(ports, atMost: most, for: id)
    return (drawn.filter(\.isSwitch) + drawn.filter { !$0.isSwitch }).flatMap { port -> [Phrase] in
      guard let range = port.range(rate: context.rate) else { return [] }
      let usual = port.initialValue(rate: context.rate)
      let ends = [range.lowerBound, range.upperBound].filter { $0 != usual }
      let farthest = ends.max { abs($0 - usual) < abs($1 - usual) }
      return (port.isSwitch ? ends : ends.filter { $0 == farthest }).map { move(port, from: usual, to: $0) }
    }
  }

  /// Whether the name says that the control keeps the sound that it finds. From the start, it finds none.
  private static func holdsSound(_ port: PortDescription) -> Bool {
    let names = [port.symbol, port.name].map { $0.lowercased() }
    return ["drone", "freeze", "hold", "infinite", "latch", "loop"].contains { word in
      names.contains { $0.contains(word) }
    }
  }

  private static func move(_ port: PortDescription, from usual: Float, to value: Float) -> Phrase {
    Phrase(
      "a change of '\(port.symbol)' from \(usual.text) to \(value.text) while keys were held", moving: (port, value)
    ) { score in
      score.press()
      score.control(port.symbol, value)
      score.rest(seconds: 0.2)
      score.release()
      score.rest()
    }
  }

  // MARK: Findings

  private static func finding(
    _ phrase: Phrase, _ usual: NoteTrial.Release, _ trial: NoteTrial, _ context: PluginContext
  ) throws -> Finding? {
    guard var outcome = try trial.outcome(of: phrase, usual) else { return nil }
    var expected = usual
    if let setting = phrase.setting {
      // A control may lengthen the release, or make a drone of the instrument.
      guard let release = try trial.release(at: setting) else { return nil }
      expected.time = max(expected.time, release.time)
      guard let later = try trial.outcome(of: phrase, expected) else { return nil }
      outcome = later
    }
    guard try trial.outcome(of: phrase, expected)?.isHanging == outcome.isHanging else { return nil }
    let controls = phrase.setting?.controls
    switch outcome {
    case .hanging(let peak, let time):
      return runFinding(
        .hanging, about: phrase.subject, context,
        "After \(phrase.name), the output has a peak of \(peak.text) \(time.rounded().text) s after all keys were released; "
          + "expected no sound. That of a chord ends after \(((100 * expected.time).rounded() / 100).text) s.",
        naming: [phrase.name], controls: controls)
    case .lost(let peak):
      return runFinding(
        .lost, about: phrase.subject, context,
        "After \(phrase.name), a chord has a peak of \(peak.text); expected about that of the first chord, \(usual.peak.text).",
        naming: [phrase.name], controls: controls)
    }
  }

  /// - Parameter held: the peak of held keys without a message.
  private static func panicFinding(
    _ held: Float, _ usual: NoteTrial.Release, _ trial: NoteTrial, _ context: PluginContext
  ) throws -> Finding? {
    // The same sound, as if nothing had been sent.
    guard let after = try trial.held(sending: [[0xB0, 123, 0], [0xB0, 120, 0]], usual), after > held / 2 else {
      return nil
    }
    return runFinding(
      .panic, context,
      "After controllers 123 and 120, held notes still have a peak of \(after.text); expected their end, as after a "
        + "note-off.")
  }

  /// The controllers that are pedals, with their names.
  private static let pedals: [(controller: UInt8, name: String)] = [(64, "sustain"), (66, "sostenuto")]
  /// -40 dB: a note that is so much quieter has ended.
  private static let ended: Float = 0.01

  /// A finding if a pedal ends the notes whose keys are held.
  ///
  /// - Parameter held: the peak of held keys without a message.
  private static func pedalFinding(
    _ held: Float, _ usual: NoteTrial.Release, _ trial: NoteTrial, _ context: PluginContext
  ) throws -> Finding? {
    for (controller, name) in pedals {
      let pressed: [[UInt8]] = [[0xB0, controller, 127]]
      guard let after = try trial.held(sending: pressed, usual), after < ended * held,
        let again = try trial.held(sending: pressed, usual), again < ended * held, let other = try trial.held(usual),
        other > held / 2
      else { continue }
      return runFinding(
        .pedal, context,
        "Controller \(controller) (\(name)) at 127 ends held notes: their peak is \(after.text) \(seconds(usual)) s later; "
          + "expected about \(held.text), as without the pedal.", naming: ["controller \(controller)"])
    }
    return nil
  }

  private static func seconds(_ usual: NoteTrial.Release) -> String { ((10 * (usual.time + 0.5)).rounded() / 10).text }
}

/// Music after which all keys are released.
struct Phrase {
  /// A noun phrase.
  let name: String
  /// The symbol of the control that moves.
  let subject: String?
  /// The control that moves, with its new value.
  let setting: ControlSetting?
  /// Whether a later chord may sound otherwise, or not at all: after a moved control, or in an arpeggiator whose transport
  /// stopped.
  let changesSound: Bool
  /// Whether a key is released by a note-on of velocity 0.
  let hasVelocityZero: Bool
  let write: (inout Score) -> Void

  init(
    _ name: String, moving control: (port: PortDescription, value: Float)? = nil, changesSound: Bool = false,
    hasVelocityZero: Bool = false, write: @escaping (inout Score) -> Void
  ) {
    self.name = name
    self.changesSound = changesSound || control != nil
    self.hasVelocityZero = hasVelocityZero
    subject = control?.port.symbol
    setting = control.map { ControlSetting(values: [$0]) }
    self.write = write
  }
}

extension Score {
  private static let keys: [UInt8] = [48, 55, 60, 64]

  mutating func press() {
    for key in Self.keys { noteOn(key, at: 0) }
    rest(seconds: 0.3)
  }

  mutating func release() { for key in Self.keys { noteOff(key, at: 0) } }

  fileprivate mutating func cluster() {
    for key in UInt8(36)..<76 { noteOn(key, at: 0) }
    rest(seconds: 0.2)
    for key in UInt8(36)..<76 { noteOff(key, at: 0) }
    rest()
  }

  /// As `expression()`, without a program change, which can select another sound.
  fileprivate mutating func bends() {
    press()
    for step in UInt8(0)..<4 {
      send([0xE0, 0, 40 + 20 * step])
      send([0xD0, 30 * step])
      rest()
    }
    release()
    rest()
    send([0xD0, 0])
    send([0xE0, 0, 64])
    rest()
  }
}

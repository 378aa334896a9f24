import LV2Host
import Model
import Support
import TestHost

enum ParamBounds: PluginCheck {
  enum Message: MessageKind {
    case setting, settingAfterOthers, jump, jumpAfterOthers, randomEnds, randomEndsAfterOthers, absurd, heldNote

    var text: MessageText {
      let origins = "{a division by 0, and a filter or feedback loop that is unstable}"
      return switch self {
      case .setting:
        MessageText(
          .error, rule: anyValue,
          remedy: "Fix the operation that gives {NaN or infinity} with {the control value}: look for \(origins).")
      case .settingAfterOthers:
        MessageText(
          .error, rule: resetByActivate,
          remedy:
            "Clear in activate() what the instance keeps of {the settings before}. Fix the operation that gives {NaN "
            + "or infinity} with {the control value}: look for \(origins).")
      case .jump:
        MessageText(
          .error, rule: anyValue,
          remedy:
            "Fix what the plug-in computes {after the change}, such as a ramp or new coefficients: look for \(origins)."
        )
      case .jumpAfterOthers:
        MessageText(
          .error, rule: resetByActivate,
          remedy:
            "Clear in activate() what the instance keeps of {the settings before}. Fix what the plug-in computes "
            + "{after the change}, such as a ramp or new coefficients: look for \(origins).")
      case .randomEnds:
        MessageText(
          .error, rule: anyValue,
          remedy:
            "Fix the operation that gives {NaN or infinity} with {these control values} together: look for \(origins).")
      case .randomEndsAfterOthers:
        MessageText(
          .error, rule: resetByActivate,
          remedy:
            "Clear in activate() what the instance keeps of {the settings before}. Fix the operation that gives {NaN "
            + "or infinity} with {these control values} together: look for \(origins).")
      case .absurd:
        MessageText(
          .warning, rule: anyValue,
          remedy:
            "Limit the gain or the feedback that gives {the value} with {the control value}: look for a division by a "
            + "small number, and for a filter that is unstable.")
      case .heldNote:
        MessageText(
          .error, rule: anyValue,
          remedy:
            "Fix the operation that gives {NaN or infinity} for {the note} with {the control value}: look for a "
            + "frequency above half the sample rate, and for \(origins).")
      }
    }
  }

  private static let anyValue = Rule(
    "lv2:minimum and lv2:maximum are the ends of the range of a control; the plug-in is \"required to gracefully "
      + "accept all values in the range of a port's data type\"",
    source: "lv2core: lv2:minimum, lv2:maximum")
  private static let resetByActivate = Rule(
    "If a host calls deactivate() and then activate(), \"the plugin instance MUST reset all state information "
      + "dependent on the history of the plugin instance\"",
    source: "lv2/core/lv2.h: activate()")

  static let id: CheckID = "param.bounds"
  static let answersFor: Set<EndSubject> = [.controls]
  static let text = CheckText(
    asserts: "The output is finite at both ends of each control, between them, and at combinations of ends.",
    method: "Sets each control to both ends of its range and then to the opposite end, to the middle, to 0 and 1, and "
      + "to each position of a switch. Then sets all controls to random ends. Plays noise at each setting; every "
      + "sample must be finite and below 1e9 in magnitude.",
    details: "The check tests at most 64 controls, drawn by the seed, and 32 random combinations of ends. Each setting "
      + "follows 64 frames at the defaults and lasts 2048 frames, and 256 after the jump to the opposite end. Then "
      + "2048 frames of silence and 256 frames of noise follow; the controls that a combination needs are found with "
      + "16384 frames of silence. With a MIDI input, three notes are held for 0.5 s at each end of a control, as long "
      + "as that takes less than 1 s of processor time. Then 12 combinations of ends are played at 44.1 kHz, and 12 at "
      + "192 kHz.",
    level: CheckLevel(2, "Users move controls to the ends of their ranges."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: anyValue,
      remedy: "Check each table index, divisor, size and loop count that run() computes from the control values in the "
        + "message: limit an index to its table, a size to its buffer, and a divisor to values other than 0."))

  private static let controls = 64
  /// The frequency of one high note can be beyond half the sample rate and be harmless by chance.
  private static let heldNotes: [UInt8] = [120, 100, 0]
  /// In hertz.
  private static let otherRates = [44_100.0, 192_000]
  /// In seconds: of a held note, and of processor time for all held notes.
  private static let (noteDuration, noteBudget) = (0.5, 1.0)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .input).filter { $0.range(rate: context.rate) != nil }
    guard !ports.isEmpty else { return .skipped("the plug-in has no control input with a range") }
    let search = try BoundsSearch(context, rate: context.rate)
    for port in context.draw(ports, atMost: controls, for: id) { try search.playAlone(port) }
    guard search.seen.isEmpty else { return .findings(search.seen.map { finding(of: $0, context, search) }) }
    try search.playCombinations(of: ports)
    if let simplest = try search.simplest() {
      return .findings([finding(of: simplest, context, search, count: search.seen.count)])
    }
    guard search.canJudge else { return .passed }
    let notes = try heldNoteFindings(context)
    return .findings(notes.isEmpty ? try findingsAtOtherRates(ports, context) : notes)
  }

  /// Plays combinations at rates at which a table is too short, or a frequency too high.
  private static func findingsAtOtherRates(_ ports: [PortDescription], _ context: PluginContext) throws -> [Finding] {
    for rate in otherRates where rate != context.rate {
      guard let search = try unlessNull({ try BoundsSearch(context, rate: rate) }) else { continue }
      try search.playCombinations(of: ports)
      if let simplest = try search.simplest() {
        return [finding(of: simplest, context, search, count: search.seen.count)]
      }
    }
    return []
  }

  /// Plays the extreme notes at the ends of controls, which together can exceed what each alone reaches.
  private static func heldNoteFindings(_ context: PluginContext) throws -> [Finding] {
    guard context.plugin.midiInput != nil else { return [] }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let start = ProcessSnapshot.threadTime
    // audio.nonfinite reports a note that is not finite at the defaults.
    let notes = heldNotes.filter { hold($0, ControlSetting(values: []), in: instance, context) == nil }
    for setting in context.settings(sets: 0, for: id).filter({ $0.values.count == 1 }) {
      for note in notes where ProcessSnapshot.threadTime - start < noteBudget {
        guard let place = hold(note, setting, in: instance, context) else { continue }
        return [
          outputFinding(
            .heldNote, place.port, context,
            "is \(place.value.text) while note \(note) is held, with \(setting.description); expected finite samples.",
            naming: [place.value.text, "note \(note)", setting.description, place.value.origins],
            controls: setting.controls)
        ]
      }
    }
    return []
  }

  /// The first sample that is not finite while a note is held at a setting.
  private static func hold(
    _ note: UInt8, _ setting: ControlSetting, in instance: InstanceUnderTest, _ context: PluginContext
  ) -> Recording.Place? {
    CrashRecord.note(activity: "note \(note) at the defaults or an end of a control")
    setting.apply(to: instance)
    instance.activate()
    defer { instance.deactivate() }
    var notes = NoteRange(instance, context.noise)
    return notes.hold(note, seconds: noteDuration)
  }

  private static func finding(
    of observation: BoundsSearch.Observation, _ context: PluginContext, _ search: BoundsSearch, count: Int = 1
  ) -> Finding {
    let (place, controls) = (observation.place, observation.controls)
    let doubt =
      observation.needsHistory && !observation.isReduced && controls.count > 1
      ? " (perhaps not all necessary)" : ""
    let rate = search.rate == context.rate ? "" : " at \(Int(search.rate)) Hz"
    let setting = (controls.isEmpty ? "all controls at their defaults" : controls.text) + rate
    let jump = observation.jump
    let single = observation.values.count == 1 ? observation.values.first : nil
    let earlier = observation.earlier.isEmpty ? "at other settings" : "with \(observation.earlier.text)"
    let history = observation.needsHistory ? " This occurs only in an instance that played \(earlier) before." : ""
    let times =
      count > 1 && !place.value.isFinite
      ? " The output is not finite at \(count) of \(search.sets) combinations of ends." : ""
    let origins = (observation.isAfterSound ? "a division by a level that falls to 0, " : "") + place.value.origins
    return runFinding(
      observation.message, about: single.map { "\($0.0.symbol) = \($0.1)" }, context,
      "Output \(context.name(place.port)) is \(place.value.text)\(observation.signal) "
        + "\(jump?.text ?? "with \(setting)\(doubt)"); expected \(place.value.isFinite ? "samples below 1e9 in magnitude" : "finite samples").\(history)\(times)",
      naming: place.value.isFinite
        ? [place.value.text, jump?.text ?? setting]
        : (observation.needsHistory
          ? [observation.earlier.isEmpty ? "other settings" : observation.earlier.text] : [])
          + (jump.map { [$0.text] } ?? [place.value.text, setting]) + [origins],
      count: count, controls: jump.map { jump in controls.stated { $1.symbol == jump.symbol } } ?? controls.statedInText
    )
  }
}

import Glibc
import LV2Host
import Model
import TestHost

enum ParamBounds: PluginCheck {
  enum Message: MessageKind {
    case setting, settingAfterOthers, jump, jumpAfterOthers, randomEnds, randomEndsAfterOthers, heldNote
  }

  static let id: CheckID = "param.bounds"
  static let text = CheckText(
    asserts: "The output is finite at both ends of each control, between them, and at combinations of ends.",
    rule: "lv2:minimum and lv2:maximum state the range of a control, both values included; the plug-in is required to "
      + "gracefully accept all values of the port's data type",
    source: "lv2core: lv2:minimum, lv2:maximum",
    method: "Sets each control to both ends of its range and then to the opposite end, to the middle, to 0 and 1, and "
      + "to each position of a switch. Then sets all controls to random ends. Plays noise at each setting; every sample "
      + "must be finite.",
    details: "The check tests at most 64 controls, drawn by the seed, and 32 random combinations of ends. Each setting "
      + "follows 64 frames at the defaults and lasts 2048 frames, and 256 after the jump to the opposite end. Then 2048 "
      + "frames of silence and 256 frames of noise follow; the controls that a combination needs are found with 16384 "
      + "frames of silence. With a MIDI input, three notes are held "
      + "for 0.5 s at each end of a control, as long as that takes less than 1 s of processor time.",
    remedy:
      "Correct the formula at these values: division by 0, the tangent of pi/2, an index one past the end of a table, or a "
      + "filter or feedback that is unstable.",
    level: CheckLevel(2, "Users move controls to the ends of their ranges."),
    severities: [.error])

  private static let sets = 32
  private static let controls = 64
  /// In frames: the time in which most envelopes fall to 0, and a longer one to find the controls that are necessary.
  private static let (silence, longSilence) = (2048, 16384)
  /// The frequency of one high note can be beyond half the sample rate and be harmless by chance.
  private static let heldNotes: [UInt8] = [120, 100, 0]
  /// In seconds: of a held note, and of processor time for all held notes.
  private static let (noteDuration, noteBudget) = (0.5, 1.0)

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let ports = context.plugin.ports(.control, .input).filter { $0.range(rate: context.rate) != nil }
    guard !ports.isEmpty else { return .skipped("the plug-in has no control input with a range") }
    let canJudge = try context.isFiniteAtDefaults()
    var instance = try freshInstance(context)
    var generator = context.generator(for: id)
    var seen: [Observation] = []

    func attempt(
      _ values: [(PortDescription, Float)], thenJumpingTo other: Float?, silence: Int = Self.silence
    ) -> Observation? {
      instance.setDefaults()
      instance.activate()
      instance.play(context.noise, frames: 64)
      for (port, value) in values { instance[control: port.index] = value }
      var place = instance.play(context.noise, frames: 2048, from: 64).firstNonfinite
      var jump: ControlChange?
      if let other, place == nil, let (port, value) = values.first {
        let change = ControlChange(symbol: port.symbol, from: value, to: other)
        CrashRecord.note(activity: change.text)
        jump = change
        instance[control: port.index] = other
        place = instance.play(context.noise, frames: 256, from: 64 + 2048).firstNonfinite
      }
      let sound = place
      // A level that falls to 0 reveals divisions by it, and sound after it what they leave behind.
      let inSilence = sound == nil ? instance.play(.silence, frames: silence).firstNonfinite : nil
      place = sound ?? inSilence ?? instance.play(context.noise, frames: 256, from: 64).firstNonfinite
      instance.deactivate()
      let signal = sound != nil ? "" : inSilence != nil ? " in silence" : " in noise after silence"
      return place.map {
        Observation(place: $0, signal: signal, values: values, controls: instance.changedControls, jump: jump)
      }
    }

    // NaN may remain in the state after a reactivation and would then be attributed to the next setting.
    func attemptWithFreshInstance(
      _ values: [(PortDescription, Float)], thenJumpingTo other: Float? = nil, silence: Int = Self.silence
    ) throws -> Observation? {
      instance = try freshInstance(context)
      return attempt(values, thenJumpingTo: other, silence: silence)
    }

    /// The settings that the present instance played, in order.
    var previous: [Setting] = []

    func attempt(_ values: [(PortDescription, Float)], after earlier: [Setting]) throws -> Observation? {
      instance = try freshInstance(context)
      for setting in earlier where attempt(setting.values, thenJumpingTo: setting.jump) != nil { return nil }
      return attempt(values, thenJumpingTo: nil)
    }

    /// Reduces the values of an observation, and the settings before it, to those that a fresh instance needs; without
    /// effect if these do not reproduce it.
    func reduce(_ observation: inout Observation, after earlier: [Setting]) throws {
      var (values, earlier) = (observation.values, earlier)
      guard !earlier.isEmpty, try attempt(values, after: earlier) != nil else { return }
      try earlier.reduce { try attempt(values, after: $0) != nil }
      try values.reduce { try attempt($0, after: earlier) != nil }
      if earlier.count == 1 {
        let withoutJump = Setting(values: earlier[0].values, jump: nil)
        if try attempt(values, after: [withoutJump]) != nil { earlier = [withoutJump] }
        let jump = earlier[0].jump
        try earlier[0].values.reduce { try attempt(values, after: [Setting(values: $0, jump: jump)]) != nil }
      }
      guard var reduced = try attempt(values, after: earlier) else { return }
      reduced.needsHistory = true
      reduced.isReduced = true
      if earlier.count == 1, let setting = earlier.first {
        reduced.earlier = setting.values.map { .init(symbol: $0.0.symbol, value: setting.jump ?? $0.1) }
      }
      observation = reduced
    }

    func play(_ values: [(PortDescription, Float)], thenJumpingTo other: Float? = nil) throws {
      let found = attempt(values, thenJumpingTo: other)
      let earlier = previous
      previous.append(Setting(values: values, jump: other))
      guard var observation = found, canJudge else { return }
      previous = []
      observation.needsHistory = try attemptWithFreshInstance(values, thenJumpingTo: other) == nil
      if observation.needsHistory, observation.jump == nil { try reduce(&observation, after: earlier) }
      if observation.jump != nil, let other, let (port, _) = values.first {
        // If the end alone suffices, the jump to it is not the cause.
        observation = try attemptWithFreshInstance([(port, other)]) ?? observation
      }
      instance = try freshInstance(context)
      if observation.jump != nil || !seen.contains(where: { $0.jump == nil && $0.controls == observation.controls }) {
        seen.append(observation)
      }
    }

    for port in context.draw(ports, atMost: controls, for: id) {
      guard let range = port.range(rate: context.rate) else { continue }
      let ends: [(Float, Float?)] = [(range.lowerBound, range.upperBound), (range.upperBound, range.lowerBound)]
      for (value, other) in ends + port.valuesWithin(range).map({ ($0, nil) }) {
        CrashRecord.note(activity: "a control within its range")
        try play([(port, value)], thenJumpingTo: other)
      }
    }
    guard seen.isEmpty else { return .findings(seen.map { finding(of: $0, context) }) }
    for set in 0..<sets {
      CrashRecord.note(activity: "combination \(set) of random ends")
      try play(
        ports.compactMap { port in
          port.range(rate: context.rate).map { (port, Bool.random(using: &generator) ? $0.lowerBound : $0.upperBound) }
        })
    }
    guard var simplest = seen.min(by: { $0.controls.count < $1.controls.count }) else {
      return .findings(try canJudge ? heldNoteFindings(context) : [])
    }
    if !simplest.needsHistory {
      var values = simplest.values
      try values.reduce { try attemptWithFreshInstance($0, silence: longSilence) != nil }
      simplest = try attemptWithFreshInstance(values, silence: longSilence) ?? simplest
    }
    return .findings([finding(of: simplest, context, count: seen.count)])
  }

  /// With the same numbers from rand() for each instance, so that a plug-in that uses them repeats its output.
  private static func freshInstance(_ context: PluginContext) throws -> InstanceUnderTest {
    srand(context.seed)
    return try InstanceUnderTest(context, InstanceSetup(context))
  }

  /// Plays the extreme notes at the ends of controls, which together can exceed what each alone reaches.
  private static func heldNoteFindings(_ context: PluginContext) throws -> [Finding] {
    guard context.plugin.midiInput != nil else { return [] }
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    let start = BlockDurations.threadTime
    for setting in context.settings(sets: 0, for: id).filter({ $0.values.count == 1 }) {
      for note in heldNotes where BlockDurations.threadTime - start < noteBudget {
        CrashRecord.note(activity: "note \(note) at the ends of a control")
        setting.apply(to: instance)
        instance.activate()
        defer { instance.deactivate() }
        var notes = NoteRange(instance, context.noise)
        guard let place = notes.hold(note, seconds: noteDuration) else { continue }
        return [
          outputFinding(
            .heldNote, .error, place.port, context,
            "is \(place.value.text) while note \(note) is held, with \(setting.description).",
            controls: setting.controls)
        ]
      }
    }
    return []
  }

  private struct Setting {
    var values: [(PortDescription, Float)]
    /// The opposite end of the range to which a single control jumps afterwards.
    let jump: Float?
  }

  private struct Observation {
    var place: Recording.Place
    /// The signal of the sample, as a clause; empty for noise alone.
    var signal: String
    /// The values that were set before a jump.
    var values: [(PortDescription, Float)]
    /// The controls that differed from their defaults.
    var controls: [Finding.ControlValue]
    /// The jump from one end to the other; nil if the control was set from its default.
    var jump: ControlChange?
    /// Whether a fresh instance, without earlier settings, does not reproduce the sample.
    var needsHistory = false
    /// Whether all values are necessary.
    var isReduced = false
    /// The earlier setting that a fresh instance needs; empty if it is not known, or if it needs several.
    var earlier: [Finding.ControlValue] = []

    var message: Message {
      if values.count != 1 { return needsHistory ? .randomEndsAfterOthers : .randomEnds }
      if jump != nil { return needsHistory ? .jumpAfterOthers : .jump }
      return needsHistory ? .settingAfterOthers : .setting
    }
  }

  private static func finding(of observation: Observation, _ context: PluginContext, count: Int = 1) -> Finding {
    let (place, controls) = (observation.place, observation.controls)
    let doubt =
      observation.needsHistory && !observation.isReduced && controls.count > 1
      ? " (perhaps not all necessary)" : ""
    let setting = controls.isEmpty ? "with all controls at their defaults" : "with \(controls.text)\(doubt)"
    let jump = observation.jump
    let single = observation.values.count == 1 ? observation.values.first : nil
    let earlier = observation.earlier.isEmpty ? "at other settings" : "with \(observation.earlier.text)"
    let history = observation.needsHistory ? " This occurs only in an instance that played \(earlier) before." : ""
    let times = count > 1 ? " The output is not finite at \(count) of \(sets) combinations of ends." : ""
    return runFinding(
      observation.message, .error, about: single.map { "\($0.0.symbol) = \($0.1)" }, context,
      "Output \(context.name(place.port)) is \(place.value.text)\(observation.signal) \(jump?.text ?? setting).\(history)\(times)",
      count: count,
      controls: jump.map { jump in controls.stated { $1.symbol == jump.symbol } } ?? controls.statedInText)
  }
}

extension PortDescription {
  /// The values inside the range at which formulas often fail: each position of a switch, the middle, 0 and 1.
  fileprivate func valuesWithin(_ range: ClosedRange<Float>) -> [Float] {
    let ends = [range.lowerBound, range.upperBound]
    let inner = testValues(in: range) + [value(at: 0.5, in: range), 0, 1]
    return Set(inner.filter { range.contains($0) && !ends.contains($0) }).sorted()
  }
}

import LV2Host
import Model
import Support
import TestHost

enum AudioNonfinite: PluginCheck {
  enum Message: MessageKind {
    case output, note, absurd

    var text: MessageText {
      let rule = Rule(
        "\"Audio samples are normalized between -1.0 and 1.0\", though not strictly; NaN and infinity are no samples",
        source: "lv2core: lv2:AudioPort")
      return switch self {
      case .output:
        MessageText(
          .error, rule: rule,
          remedy:
            "Fix the operation that gives {NaN or infinity} for {the signal}: look for {a division by 0, and a filter "
            + "or feedback loop that is unstable}.")
      case .absurd:
        MessageText(
          .warning, rule: rule,
          remedy:
            "Fix the operation that gives {the value} for {the signal}: look for a division by a small number, and a "
            + "filter or feedback loop that is unstable.")
      case .note:
        MessageText(
          .error, rule: rule,
          remedy:
            "Fix what depends on {the MIDI message}: look for {a division by 0, and a filter or feedback loop that is "
            + "unstable}.")
      }
    }
  }

  static let id: CheckID = "audio.nonfinite"
  static let text = CheckText(
    asserts: "Finite input gives finite output at the default controls, at every usual sample rate.",
    method: "Plays an impulse, noise, a full-scale square wave, DC and a sine, and then noise followed by 5 s of "
      + "silence, at six sample rates, and nearly constant signals. Every output sample must be finite, and below 1e9. With a "
      + "MIDI input, also plays all notes, pitch bend and controllers.",
    details: "The rates are 44.1, 48, 88.2, 96, 176.4 and 192 kHz; a rate at which instantiate() fails is left out. "
      + "Each signal has 8192 frames and follows activate(). The nearly constant signals are noise of -60 and -120 dBFS "
      + "with an offset of 0.4, a ramp, DC and a sine of 5 Hz, at the rate of the run.",
    level: CheckLevel(3, "NaN or infinite output silences the bus behind the plug-in."))

  /// The length of each signal.
  private static let frames = 8192

  static let rates: [Double] = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    guard context.plugin.hasAudioOutput else { return .skipped("it has no audio or CV output") }
    let signals: [Signal] = [
      .impulse(at: 16), context.noise, .fullScale, .dc(1), .sine(frequency: 997, amplitude: 0.5),
    ]
    var seen: [(rate: Double, signal: String, place: Recording.Place)] = []
    var absurd: (rate: Double, signal: String, place: Recording.Place)?
    var runs = 0
    for rate in rates {
      guard let instance = try instance(context, at: rate) else { continue }
      runs += signals.count + 1
      for signal in signals {
        CrashRecord.note(activity: "\(signal.name) at \(Int(rate)) Hz")
        instance.activate()
        let recording = instance.play(signal, frames: frames)
        if let place = recording.firstNonfinite { seen.append((rate, signal.name, place)) }
        if absurd == nil, let place = recording.firstAbsurd { absurd = (rate, signal.name, place) }
        instance.deactivate()
      }
      if var place = silenceAfterNoise(instance, context) {
        // Without an input there is no silence: the time counts from activate().
        if !context.plugin.hasAudioInput { place.frame += frames }
        seen.append((rate, "silence after noise", place))
      }
    }
    guard let first = seen.first else {
      if let absurd { return absurdFinding(absurd.rate, absurd.signal, absurd.place, context) }
      if let found = try nearlyConstantFinding(context) { return .findings([found]) }
      return .findings(try noteFinding(context).map { [$0] } ?? [])
    }
    guard context.plugin.hasAudioInput else {
      let rates = rates.filter { rate in seen.contains { $0.rate == rate } }
      return outputFinding(
        .output, first.place.port, context,
        "is \(first.place.value.text) at frame \(first.place.frame) after activate() at \(Int(first.rate)) Hz. An "
          + "output is NaN or infinite at \(list(rates)), in \(seen.count) of \(runs.counted("run")) of up to 5 s.",
        naming: [
          first.place.value.text, "the frames after activate() at \(list(rates))", origins(first.place.value, rates),
        ], count: seen.count)
    }
    let rates = seen.filter { $0.signal == first.signal }.map(\.rate)
    return outputFinding(
      .output, first.place.port, context,
      "is \(first.place.value.text) at frame \(first.place.frame) of \(first.signal) at \(Int(first.rate)) Hz; "
        + "expected finite samples. An output is NaN or infinite in \(seen.count) of \(runs.counted("run")): "
        + "\(summary(seen.map { ($0.signal, $0.rate) })).",
      naming: [
        first.place.value.text, "\(first.signal) at \(list(rates))", origins(first.place.value, rates),
      ], count: seen.count)
  }

  private static func absurdFinding(
    _ rate: Double, _ signal: String, _ place: Recording.Place, _ context: PluginContext
  ) -> CheckOutcome {
    outputFinding(
      .absurd, place.port, context,
      "is \(place.value.text) at frame \(place.frame) of \(signal) at \(Int(rate)) Hz; expected samples below 1e9 in "
        + "magnitude.", naming: [place.value.text, signal])
  }

  /// What makes a sample NaN or infinite, for a remedy.
  ///
  /// - Parameter rates: the rates at which a sample is.
  private static func origins(_ value: Float, _ rates: [Double]) -> String {
    let isAtAllRates = Set(rates).count == self.rates.count
    return value.origins + (isAtAllRates ? "" : ", in coefficients or tables that depend on the sample rate")
  }

  /// Such as "44.1 and 48 kHz", or "all rates".
  private static func list(_ rates: [Double]) -> String {
    if Set(rates).count == self.rates.count { return "all rates" }
    return "\(rates.map(\.inKilohertz).listed()) kHz"
  }

  private static func noteFinding(_ context: PluginContext) throws -> Finding? {
    guard context.plugin.midiInput != nil else { return nil }
    CrashRecord.note(activity: "all notes, pitch bend and controllers")
    var notes = NoteRange(try context.activeInstance(), context.noise)
    return notes.playAll().map { place, message in
      outputFinding(
        .note, place.port, context,
        "is \(place.value.text) after the MIDI message for \(message); expected finite samples.",
        naming: [message, place.value.origins])
    }
  }

  /// Nil if instantiate() fails at another rate than the run's, which life.instantiate examines.
  private static func instance(_ context: PluginContext, at rate: Double) throws -> InstanceUnderTest? {
    let setup = InstanceSetup(rate: rate, blockLength: context.blockLength)
    if rate == context.rate { return try InstanceUnderTest(context, setup) }
    return try unlessNull { try InstanceUnderTest(context, setup) }
  }

  /// The first NaN or infinity in up to 5 s of silence after noise, without a reset between them.
  private static func silenceAfterNoise(_ instance: InstanceUnderTest, _ context: PluginContext) -> Recording.Place? {
    CrashRecord.note(activity: "silence after noise at \(Int(instance.setup.rate)) Hz")
    instance.activate()
    defer { instance.deactivate() }
    guard instance.play(context.noise, frames: frames).firstNonfinite == nil else { return nil }
    return instance.firstPlace(streaming: .silence, seconds: context.reduced(5)) { instance.firstNonfinite(in: $0) }
  }

  private static func summary(_ seen: [(signal: String, rate: Double)]) -> String {
    let signals = seen.map(\.signal).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return signals.map { signal in
      "\(signal) at \(list(seen.filter { $0.signal == signal }.map(\.rate)))"
    }.joined(separator: "; ")
  }
}

extension InstanceUnderTest {
  /// The first sample that `search` finds in a block of that length; its frame is counted from the start of the signal.
  func firstPlace(streaming signal: Signal, seconds: Double, _ search: (Int) -> Recording.Place?) -> Recording.Place? {
    var found: Recording.Place?
    stream(signal, frames: Int(seconds * setup.rate)) { frame, length in
      found = search(length)
      found?.frame += frame
      return found == nil
    }
    return found
  }
}

extension Double {
  /// A frequency in hertz without its unit, in kilohertz: "44.1", "48".
  var inKilohertz: String {
    let (whole, rest) = Int(self).quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(whole)" : "\(self / 1000)"
  }
}

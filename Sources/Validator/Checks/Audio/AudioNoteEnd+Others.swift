import LV2Host
import Model
import Scenarios
import TestHost

/// Notes that sound while others end.
extension AudioNoteEnd {
  /// The keys of a chord, in the order in which they are pressed. The middle one is held.
  private static let chord: [UInt8] = [48, 55, 64]
  /// In seconds after the start: when the other keys are released. Until the first one, the chord must be the sum of its notes.
  private static let releases: [Double] = [0.4, 0, 0.6]
  /// In seconds: the time between the releases and the end, besides the release of a chord.
  private static let rest = 0.5
  /// -80 and -40 dB relative to the peak: rounding, and a difference that is heard.
  private static let (rounding, audible): (Float, Float) = (1e-4, 1e-2)

  /// A finding if the sound of a chord is the sum of the sounds of its notes until one of them ends, and not afterwards.
  ///
  /// An instrument that limits the number of voices, adapts their levels or shares anything between them is known by the
  /// time before the first release, or if the same happens while all keys are held.
  static func disturbance(_ usual: NoteTrial.Release, _ context: PluginContext) throws -> Finding? {
    guard let found = try difference(usual, context), try difference(usual, context, holding: true) == nil else {
      return nil
    }
    return try context.confirmed([disturbed(found, context)]) {
      try difference(usual, $0)?.place.frame == found.place.frame
    }.findings.first
  }

  /// Where the sound of a chord is not the sum of its notes.
  private struct Disturbance {
    /// The first place.
    let place: Recording.Place
    /// Whether it is so at the end too, when the other notes have ended.
    let persists: Bool
  }

  private static func disturbed(_ disturbance: Disturbance, _ context: PluginContext) -> Finding {
    let (place, key) = (disturbance.place, chord[1])
    let seconds = (1000 * Double(place.frame) / context.rate).rounded() / 1000
    return runFinding(
      .disturbed, severity: disturbance.persists ? nil : .note, about: context.symbol(place.port), context,
      "Output \(context.name(place.port)) is not the sum of its notes after another key than \(key) was released; expected the sum. "
        + "It differs by \(abs(place.value).text) at \(seconds.text) s. While all keys are held, it is the sum.",
      naming: ["a note"])
  }

  /// The first difference that is heard; nil if there is none, or if the chord is not the sum of its notes.
  ///
  /// - Parameter holding: whether no key is released.
  private static func difference(
    _ usual: NoteTrial.Release, _ context: PluginContext, holding: Bool = false
  ) throws -> Disturbance? {
    let together = try recording(Array(chord.indices), usual, context, holding: holding)
    let alone = try chord.indices.map { try recording([$0], usual, context, holding: holding) }
    let first = Int(releases[0] * context.rate) - context.blockLength
    for (channel, port) in together.ports.enumerated() {
      let sound = together.channels[channel]
      let peak = sound.prefix(max(0, first)).reduce(0) { max($0, abs($1)) }
      guard peak.isFinite, peak > 1e-3 else { continue }
      func difference(_ frame: Int) -> Float { sound[frame] - alone.reduce(0) { $0 + $1.channels[channel][frame] } }
      guard (0..<first).allSatisfy({ abs(difference($0)) <= rounding * peak }) else { continue }
      if let frame = (first..<sound.count).first(where: { !(abs(difference($0)) <= audible * peak) }) {
        let end = max(first, sound.count - Int(rest / 2 * context.rate))
        return Disturbance(
          place: Recording.Place(port: port, frame: frame, value: difference(frame)),
          persists: (end..<sound.count).contains { !(abs(difference($0)) <= audible * peak) })
      }
    }
    return nil
  }

  /// What an instrument plays of the chord.
  private static func recording(
    _ notes: [Int], _ usual: NoteTrial.Release, _ context: PluginContext, holding: Bool
  ) throws -> Recording {
    let end = (releases.max() ?? 0) + usual.time + rest
    let frames = Int(end * context.rate)
    let score =
      notes.map { Scenario.Event(0, .midi([0x90, chord[$0], 100])) }
      + notes.filter { !holding && releases[$0] > 0 }.map {
        Scenario.Event(Int(releases[$0] * context.rate), .midi([0x80, chord[$0], 64]))
      }.sorted { $0.frame < $1.frame }
    let instance = try context.activeInstance()
    return instance.perform(Scenario.Passage(frames: frames, score: score)).audio
  }
}

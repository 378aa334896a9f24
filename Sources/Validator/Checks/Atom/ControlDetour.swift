import Scenarios
import Support
import TestHost

/// Controls that move to other values and back while a chord is pressed and released.
struct ControlDetour {
  /// Away before the keys are pressed, and back after they are released.
  var outer: ControlChange?
  /// Away while the keys are held, and back after they are released.
  var inner: ControlChange?
  /// The keys of the chord, and how long they are held before the inner change, in seconds.
  var chord = ControlDetour.chords[0]

  typealias Chord = (keys: [UInt8], hold: Double)

  /// Chords in which patterns have different numbers of steps.
  static let chords: [Chord] = [([60, 64, 67], 0.4), ([60, 64], 0.55), ([60, 64, 67, 71], 0.77)]
  /// In seconds: of all detours.
  private static let duration = 2.4

  static let none = ControlDetour()
  static let pause = none.withoutChord

  var changes: [ControlChange] { [outer, inner].compactMap(\.self) }

  /// The same without keys.
  var withoutChord: ControlDetour {
    var detour = self
    detour.chord.keys = []
    return detour
  }

  /// The same with several chords; without keys, with their times.
  var variants: [ControlDetour] {
    Self.chords.map { chord in
      var detour = self
      detour.chord = self.chord.keys.isEmpty ? ([], chord.hold) : chord
      return detour
    }
  }

  func write(to music: inout Score) {
    let end = music.length + Int(Self.duration * music.rate) / music.block * music.block
    if let outer { music.control(outer.symbol, outer.to) }
    music.rest(seconds: 0.1)
    for key in chord.keys { music.noteOn(key) }
    music.rest(seconds: chord.hold)
    if let inner { music.control(inner.symbol, inner.to) }
    music.rest(seconds: 0.2)
    for key in chord.keys { music.noteOff(key) }
    music.rest(seconds: 0.6)
    if let inner { music.control(inner.symbol, inner.from) }
    music.rest(seconds: 0.3)
    if let outer { music.control(outer.symbol, outer.from) }
    music.rest(blocks: max(1, (end - music.length) / music.block))
  }

  /// What was changed, and when, in a message.
  var description: String {
    let outer = outer.map { "'\($0.symbol)' was \($0.to.text) from before the chord until after it" }
    let inner = inner.map { "'\($0.symbol)' was \($0.to.text) when the keys were released" }
    return "The control " + [outer, inner].compactMap(\.self).joined(separator: ", and ")
  }

  /// The controls, in a message.
  var names: String { changes.map { "'\($0.symbol)'" }.listed() }
}

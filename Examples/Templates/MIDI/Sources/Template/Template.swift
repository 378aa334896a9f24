import LV2Kit

/// Transposes MIDI notes: replace its control and `receive` by your own.
public struct Template: Effect {
  public enum Port: Int, ControlSet {
    case shift

    public var declaration: ControlPort {
      switch self {
      case .shift:
        .integer(
          "shift", "Transposition", -24...24, initial: 12, unit: .semitones, comment: "The shift of new notes.")
      }
    }
  }

  public static var events: EventKinds { EventKinds(midiInput: true, midiOutput: true) }

  private var shift = 0
  /// For each note of each channel the note that was sent for it, so that its end has the same shift; or `none`.
  private var sent = InlineArray<2048, UInt8>(repeating: Self.none)
  private static var none: UInt8 { 255 }

  public init(_ setup: Setup) {}

  public mutating func reset() {
    for index in sent.indices { sent[index] = Self.none }
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) { shift = Int(controls[.shift]) }

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    guard let message = event.midi else { return }
    switch message {
    case .noteOn(let channel, let note, let velocity):
      let place = Int(channel) * 128 + Int(note)
      end(place, at: frame, output)
      // A note outside of the range is not sent.
      guard let shifted = UInt8(exactly: Int(note) + shift), shifted < 128 else { return }
      if output.send(.noteOn(channel: channel, note: shifted, velocity: velocity), at: frame) { sent[place] = shifted }
    case .noteOff(let channel, let note, _): end(Int(channel) * 128 + Int(note), at: frame, output)
    case .notePressure(let channel, let note, let pressure):
      let shifted = sent[Int(channel) * 128 + Int(note)]
      if shifted != Self.none {
        output.send(.notePressure(channel: channel, note: shifted, pressure: pressure), at: frame)
      }
    default: output.send(message, at: frame)
    }
  }

  private mutating func end(_ place: Int, at frame: Int, _ output: EventOutput) {
    guard sent[place] != Self.none else { return }
    output.send(.noteOff(channel: UInt8(place / 128), note: sent[place], velocity: 64), at: frame)
    sent[place] = Self.none
  }

  public mutating func run(_ block: Block<Port>) {}

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Template>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Template {
    public static var document: EffectDocument {
      EffectDocument(
        project: .template, file: "template", name: "Template", pluginClass: .midi, comment: "Transposes MIDI notes.",
        presets: [preset("Octave Down", [.shift: -12])])
    }
  }
#endif

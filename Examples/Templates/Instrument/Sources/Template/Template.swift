import LV2DSP
import LV2Kit
import LV2Math

/// An instrument with eight voices: replace its controls and `sample(of:)` by your own.
public struct Template: Effect {
  public enum Port: Int, ControlSet {
    case attack, release, level

    public var declaration: ControlPort {
      switch self {
      case .attack:
        .input(
          "attack", "Attack", 0.001...5, initial: 0.005, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a note rises to its full level.")
      case .release:
        .input(
          "release", "Release", 0.01...10, initial: 0.4, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a released note falls by 60 dB.")
      case .level:
        .input(
          "level", "Level", -60...0, initial: -15, unit: .decibels, smoothing: .milliseconds(30),
          comment: "The level of a note with full velocity.")
      }
    }
  }

  public static var events: EventKinds { EventKinds(midiInput: true) }

  private struct Voice {
    var note: UInt8 = 0
    /// 0 to 1.
    var velocity: Float = 0
    /// Whether the key is up, but the pedal holds the note.
    var waitsForPedal = false
    var oscillator: Oscillator
    var envelope = Envelope()
  }

  private let rate: Double
  private var voices: InlineArray<8, Voice>
  private var shape: EnvelopeShape
  private var isPedalDown = false
  /// The pitch bend as a ratio of frequencies.
  private var bend: Float = 1

  public init(_ setup: Setup) {
    rate = setup.rate
    voices = InlineArray(repeating: Voice(oscillator: Oscillator(.saw, rate: setup.rate)))
    shape = EnvelopeShape(attack: 0.005, decay: 1, sustain: 1, release: 0.4, rate: setup.rate)
  }

  public mutating func reset() {
    (isPedalDown, bend) = (false, 1)
    for index in voices.indices {
      voices[index].waitsForPedal = false
      voices[index].envelope.reset()
      voices[index].oscillator.reset()
    }
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    shape = EnvelopeShape(attack: controls[.attack], decay: 1, sustain: 1, release: controls[.release], rate: rate)
  }

  // MARK: Notes

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(_, let note, let velocity): start(note, velocity: Float(velocity) / 127)
    case .noteOff(_, let note, _):
      for index in voices.indices where voices[index].note == note { release(index) }
    case .controlChange(_, 64, let value):
      isPedalDown = value >= 64
      for index in voices.indices where voices[index].waitsForPedal && !isPedalDown { release(index) }
    // All sound off, and all notes off.
    case .controlChange(_, 120, _): reset()
    case .controlChange(_, 123, _):
      isPedalDown = false
      for index in voices.indices { release(index) }
    // The range is two semitones.
    case .pitchBend(_, let value): bend = exp2(Float(value) / 8192 / 6)
    default: break
    }
  }

  /// Starts a note with the voice of the same note, or else with the quietest one.
  private mutating func start(_ note: UInt8, velocity: Float) {
    var choice = 0
    for index in voices.indices where voices[index].envelope.level < voices[choice].envelope.level { choice = index }
    for index in voices.indices where voices[index].envelope.isActive && voices[index].note == note { choice = index }
    (voices[choice].note, voices[choice].velocity, voices[choice].waitsForPedal) = (note, velocity, false)
    voices[choice].envelope.start()
  }

  private mutating func release(_ index: Int) {
    voices[index].waitsForPedal = isPedalDown && voices[index].envelope.isHeld
    if !isPedalDown { voices[index].envelope.release() }
  }

  // MARK: Audio

  public mutating func run(_ block: Block<Port>) {
    let (output, level) = (block.output(0), block.ramp(.level))
    for frame in 0..<block.frames {
      var sum: Float = 0
      for index in voices.indices where voices[index].envelope.isActive { sum += sample(of: &voices[index]) }
      output[frame] = amplitude(decibels: level[frame]) * sum
    }
  }

  @inline(__always)
  private func sample(of voice: inout Voice) -> Float {
    let wave = voice.oscillator.next(MIDIMessage.frequency(ofNote: voice.note) * bend)
    return wave * voice.velocity * voice.envelope.next(shape)
  }

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
        project: .template, file: "template", name: "Template", pluginClass: .instrument,
        comment: "Plays MIDI notes with a saw wave.", presets: [preset("Pad", [.attack: 0.5, .release: 2])])
    }
  }
#endif

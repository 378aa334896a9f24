import LV2Kit
import LV2Math

/// Plays the last MIDI note as a sine wave.
public struct Tone: Effect {
  public enum Port: Int, ControlSet {
    case level, release

    public var declaration: ControlPort {
      switch self {
      case .level:
        .input(
          "level", "Level", -60...0, initial: -12, unit: .decibels, comment: "The level of a note with full velocity.")
      case .release:
        .input(
          "release", "Release", 0.01...5, initial: 0.2, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a released note falls by 60 dB.")
      }
    }
  }

  public static var events: EventKinds { EventKinds(midiInput: true) }

  private let rate: Float
  private var note: UInt8 = 0
  private var isHeld = false
  /// The pitch bend as a frequency ratio.
  private var bend: Float = 1
  /// The phase in turns, 0 to 1.
  private var phase: Float = 0
  private var velocity: Float = 0
  /// The level of the envelope, 0 to 1.
  private var envelope: Float = 0
  private var level: Float = 0
  private var releaseFactor: Float = 0

  public init(_ setup: Setup) { rate = Float(setup.rate) }

  public mutating func reset() { (isHeld, bend, phase, envelope) = (false, 1, 0, 0) }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    level = amplitude(decibels: controls[.level])
    // 60 dB is a ratio of 2^-9.966.
    releaseFactor = exp2(-9.966 / (controls[.release] * rate))
  }

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(_, let number, let newVelocity): (note, isHeld, velocity) = (number, true, Float(newVelocity) / 127)
    case .noteOff(_, let number, _): if number == note { isHeld = false }
    // All sound off and all notes off.
    case .controlChange(_, 120, _), .controlChange(_, 123, _): isHeld = false
    // The range is two semitones.
    case .pitchBend(_, let value): bend = exp2(Float(value) / 8192 / 6)
    default: break
    }
  }

  public mutating func run(_ block: Block<Port>) {
    let step = min(MIDIMessage.frequency(ofNote: note) * bend / rate, 0.49)
    let attack = 200 / rate
    let output = block.output(0)
    for frame in 0..<block.frames {
      envelope = isHeld ? envelope + attack * (1 - envelope) : envelope * releaseFactor
      if envelope < 1e-6 { envelope = 0 }
      output[frame] = level * velocity * envelope * sine(turns: phase)
      phase += step
      if phase >= 1 { phase -= 1 }
    }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Tone>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Tone {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "tone", name: "Example Tone", pluginClass: .instrument,
        comment: "Plays the last MIDI note as a sine wave.")
    }
  }
#endif

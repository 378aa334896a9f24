import DSP
import LV2Kit

extension ToneWave: Choice {
  public var label: StaticString {
    switch self {
    case .sine: "Sine"
    case .square: "Square"
    case .saw: "Saw"
    case .white: "White Noise"
    case .pink: "Pink Noise"
    case .sweep: "Sweep"
    case .impulses: "Impulses"
    }
  }
}

/// What determines the frequency of a tone.
public enum TonePitch: Int, Choice {
  case frequency, note, midi

  public var label: StaticString {
    switch self {
    case .frequency: "Frequency"
    case .note: "Note"
    case .midi: "MIDI"
    }
  }
}

/// What the level of a tone is.
public enum ToneReference: Int, Choice {
  case peak, effective

  public var label: StaticString {
    switch self {
    case .peak: "Peak"
    case .effective: "RMS"
    }
  }
}

extension Tone {
  public enum Port: Int, ControlSet {
    case wave, pitch, frequency, note, level, reference, on, fade, sweep, restart, a4

    public var declaration: ControlPort {
      switch self {
      case .frequency, .note, .a4, .pitch: pitchDeclaration
      case .wave:
        .choice(
          "wave", "Wave", of: ToneWave.self, initial: .sine,
          comment: "The signal. Square and saw contain only harmonics below half the sample rate.")
      case .level:
        .input("level", "Level", -120...0, initial: -20, unit: .decibels, comment: "The level relative to full scale.")
      case .reference:
        .choice(
          "reference", "Reference", of: ToneReference.self, initial: .peak,
          comment: """
            Whether the level is that of the peak or of the effective value. A square and a saw overshoot their peak by up to \
            2.1 dB, because their harmonics are limited. Impulses have a peak only.
            """)
      case .on:
        .toggle("on", "On", initial: true, comment: "Starts and ends the signal with a fade.")
      case .fade:
        .input(
          "fade", "Fade", 1...1000, initial: 10, unit: .milliseconds, scale: .logarithmic,
          comment: "The time of the fades at the start, at the end and between two waves.")
      case .sweep:
        .input(
          "sweep", "Sweep Time", 1...60, initial: 10, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a sweep rises from 20 Hz to 20 kHz.")
      case .restart:
        .toggle(
          "restart", "Restart", initial: false, properties: PortProperties(isTrigger: true),
          comment: "Begins the sweep anew when it is switched on.")
      }
    }

    private var pitchDeclaration: ControlPort {
      switch self {
      case .pitch:
        .choice(
          "pitch", "Pitch", of: TonePitch.self, initial: .frequency,
          comment: "What determines the frequency. With MIDI, the signal sounds while a note is held.")
      case .frequency:
        .input(
          "frequency", "Frequency", 1...20_000, initial: 1000, unit: .hertz, scale: .logarithmic,
          comment: "The frequency. That of square and saw is at least 20 Hz.")
      case .note:
        .integer("note", "Note", 0...127, initial: 69, unit: .midiNote, comment: "The note number; 69 is A4.")
      default:
        .input(
          "a4", "A4", 400...480, initial: 440, unit: .hertz,
          comment: "The frequency of the A above middle C, for notes.")
      }
    }
  }
}

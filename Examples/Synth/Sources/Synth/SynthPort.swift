import LV2DSP
import LV2Kit

/// The wave of the oscillators, as a control.
public enum Wave: Int, Choice {
  case sine, square, saw

  public var label: StaticString {
    switch self {
    case .sine: "Sine"
    case .square: "Square"
    case .saw: "Saw"
    }
  }

  var oscillator: Oscillator.Wave {
    switch self {
    case .sine: .sine
    case .square: .square
    case .saw: .saw
    }
  }
}

extension Synth {
  public enum Port: Int, ControlSet {
    case wave, attack, decay, sustain, release, cutoff, resonance, sweep, tracking, vibrato, bend, level, voices

    public var declaration: ControlPort {
      switch self {
      case .wave: .choice("wave", "Wave", of: Wave.self, initial: .saw, comment: "The wave of the oscillators.")
      case .attack, .decay, .sustain, .release: envelope
      case .cutoff, .resonance, .sweep, .tracking: filter
      case .vibrato:
        .input(
          "vibrato", "Vibrato", 0...2, initial: 0.5, unit: .semitones,
          comment: "The depth of the vibrato at the end of the modulation wheel.")
      case .bend:
        .integer("bend", "Bend Range", 0...24, initial: 2, unit: .semitones, comment: "The range of the pitch bend.")
      case .level:
        .input(
          "level", "Level", -60...0, initial: -15, unit: .decibels, smoothing: .milliseconds(30),
          comment: "The level of a note with full velocity.")
      case .voices:
        .output("voices", "Voices", 0...8, scale: .integers, comment: "The number of voices that sound.")
      }
    }

    private var envelope: ControlPort {
      switch self {
      case .attack:
        .input(
          "attack", "Attack", 0.001...5, initial: 0.005, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a note rises to its full level.")
      case .decay:
        .input(
          "decay", "Decay", 0.01...10, initial: 1, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a note falls to the sustained level.")
      case .sustain:
        .input("sustain", "Sustain", 0...100, initial: 60, unit: .percent, comment: "The level of a held note.")
      default:
        .input(
          "release", "Release", 0.01...10, initial: 0.4, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a released note falls by 60 dB.")
      }
    }

    private var filter: ControlPort {
      switch self {
      case .cutoff:
        .input(
          "cutoff", "Cutoff", 20...18_000, initial: 800, unit: .hertz, scale: .logarithmic,
          smoothing: .milliseconds(30), comment: "The cutoff of the lowpass for middle C.")
      case .resonance:
        .input(
          "resonance", "Resonance", 0.5...12, initial: 1, scale: .logarithmic, smoothing: .milliseconds(30),
          comment: "The Q of the lowpass.")
      case .sweep:
        .input(
          "sweep", "Sweep", 0...6, initial: 2, unit: .octaves, smoothing: .milliseconds(30),
          comment: "How far the envelope raises the cutoff.")
      default:
        .input(
          "tracking", "Tracking", 0...100, initial: 50, unit: .percent, smoothing: .milliseconds(30),
          comment: "How far the cutoff follows the note.")
      }
    }
  }
}

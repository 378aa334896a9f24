import LV2Kit

/// What determines the delay of a tuned comb.
public enum TunedCombSource: Int, Choice {
  case note, midi, tempo

  public var label: StaticString {
    switch self {
    case .note: "Note"
    case .midi: "MIDI"
    case .tempo: "Tempo"
    }
  }
}

/// A note value.
public enum NoteValue: Int, Choice {
  case sixtyFourth, thirtySecond, sixteenth, eighth, quarter, half, whole, double, quadruple

  public var label: StaticString {
    switch self {
    case .sixtyFourth: "1/64"
    case .thirtySecond: "1/32"
    case .sixteenth: "1/16"
    case .eighth: "1/8"
    case .quarter: "1/4"
    case .half: "1/2"
    case .whole: "1/1"
    case .double: "2/1"
    case .quadruple: "4/1"
    }
  }

  /// The length in quarters.
  public var quarters: Double { Double(1 << rawValue) / 16 }
}

/// How a note value is divided.
public enum NoteDivision: Int, Choice {
  case straight, dotted, triplet

  public var label: StaticString {
    switch self {
    case .straight: "Straight"
    case .dotted: "Dotted"
    case .triplet: "Triplet"
    }
  }

  public var factor: Double {
    switch self {
    case .straight: 1
    case .dotted: 1.5
    case .triplet: 2.0 / 3
    }
  }
}

/// The controls of a tuned comb. Mono has no spread.
public enum TunedCombControl: Int, Sendable {
  case source, note, cents, decay, damping, mix, gain, interval, division, glide, bend, velocity, hold, a4, spread
  case frequency

  var declaration: ControlPort {
    switch self {
    case .source, .interval, .division, .hold: switchDeclaration
    case .note, .cents, .bend, .a4, .spread, .frequency: pitchDeclaration
    default: soundDeclaration
    }
  }

  private var switchDeclaration: ControlPort {
    switch self {
    case .source:
      .choice(
        "source", "Source", of: TunedCombSource.self, initial: .midi,
        comment: """
          What determines the delay: the control of the note, the last note of MIDI, or the tempo of the host. Before the first \
          note of MIDI, the comb plays the note of the control.
          """)
    case .interval:
      .choice(
        "interval", "Interval", of: NoteValue.self, initial: .eighth, group: "Tempo",
        comment: "The note value between two echoes. It is halved until the echoes follow within 8 s.")
    case .division:
      .choice(
        "division", "Division", of: NoteDivision.self, initial: .straight, group: "Tempo",
        comment: "Dotted makes the interval longer by a half, and triplet shorter by a third.")
    default:
      .toggle(
        "hold", "Hold", initial: false, group: "MIDI",
        comment: "Lets the input into the comb also after the end of a note, until the next one.")
    }
  }

  private var pitchDeclaration: ControlPort {
    switch self {
    case .note:
      .integer(
        "note", "Note", 21...108, initial: 57, unit: .midiNote, comment: "The note with which the comb rings: A0 to C8."
      )
    case .cents:
      .input(
        "cents", "Fine Tuning", -100...100, initial: 0, unit: .cents, comment: "Raises or lowers every note.")
    case .bend:
      .integer(
        "bend", "Bend Range", 0...48, initial: 2, unit: .semitones, group: "MIDI",
        comment: "The range of the pitch bend. Messages of MPE and of the registered parameter 0 have precedence.")
    case .a4:
      .input("a4", "A4", 400...480, initial: 440, unit: .hertz, comment: "The frequency of the A above middle C.")
    case .spread:
      .input(
        "spread", "Spread", 0...50, initial: 0, unit: .cents,
        comment: "The distance of the right channel's pitch from that of the left one. It does not apply to echoes.")
    default:
      .output(
        "frequency", "Frequency", 0.01...20_000, unit: .hertz, scale: .logarithmic,
        comment: "The frequency of the note, or of the echoes.")
    }
  }

  private var soundDeclaration: ControlPort {
    switch self {
    case .decay:
      .input(
        "decay", "Decay", 0.05...60, initial: 2, unit: .seconds, scale: .logarithmic,
        comment: "The time in which the note or the echoes fall by 60 dB. All notes ring for the same time.")
    case .damping:
      .input(
        "damping", "Damping", 200...20_000, initial: 6000, unit: .hertz, scale: .logarithmic,
        comment: "The cutoff of a lowpass in the loop: overtones above it decay faster. The pitch remains.")
    case .mix:
      .input(
        "mix", "Dry/Wet", 0...100, initial: 35, unit: .percent,
        comment: "The proportion of the comb's sound in the output. The remainder is the dry input.")
    case .gain:
      .input("gain", "Output Gain", -60...24, initial: 0, unit: .decibels, comment: "The gain of the output.")
    case .glide:
      .input(
        "glide", "Glide", 0...2000, initial: 0, unit: .milliseconds,
        comment: "The time in which the pitch moves from one note to the next.")
    default:
      .input(
        "velocity", "Velocity", 0...100, initial: 50, unit: .percent, group: "MIDI",
        comment: "How much the velocity of a note of MIDI determines the level of the input in the comb.")
    }
  }
}

/// The ports of a tuned comb.
public protocol TunedCombPort: IndexedPorts {}

extension TunedCombPort {
  /// The port of a control. Mono has none for the spread.
  @inline(__always)
  public static func of(_ control: TunedCombControl) -> Self {
    let isLast = control == .frequency
    return Self(index: isLast && !isStereo ? control.rawValue - 1 : control.rawValue)
  }

  @inline(__always)
  public static var portCount: Int { TunedCombControl.frequency.rawValue + (isStereo ? 1 : 0) }

  @inline(__always)
  private var control: TunedCombControl {
    let isLast = rawValue == Self.portCount - 1
    return isLast ? .frequency : TunedCombControl(rawValue: rawValue).unsafelyUnwrapped
  }

  public var declaration: ControlPort { control.declaration }
}

/// The ports of the mono plug-in.
public struct TunedCombMonoPort: TunedCombPort {
  public let rawValue: Int

  @inline(__always) public static var isStereo: Bool { false }
  @inline(__always) public init(index: Int) { rawValue = index }
}

/// The ports of the stereo plug-in.
public struct TunedCombStereoPort: TunedCombPort {
  public let rawValue: Int

  @inline(__always) public static var isStereo: Bool { true }
  @inline(__always) public init(index: Int) { rawValue = index }
}

import LV2Kit

/// The time between echoes, as a note.
public enum Interval: Int, Choice {
  case sixteenth, eighth, dottedEighth, quarter, dottedQuarter, half

  public var label: StaticString {
    switch self {
    case .sixteenth: "1/16"
    case .eighth: "1/8"
    case .dottedEighth: "1/8 dotted"
    case .quarter: "1/4"
    case .dottedQuarter: "1/4 dotted"
    case .half: "1/2"
    }
  }

  /// The length in quarters.
  var quarters: Double {
    switch self {
    case .sixteenth: 0.25
    case .eighth: 0.5
    case .dottedEighth: 0.75
    case .quarter: 1
    case .dottedQuarter: 1.5
    case .half: 2
    }
  }
}

extension PingPong {
  public enum Port: Int, ControlSet {
    case interval, feedback, damping, width, mix, time

    public var declaration: ControlPort {
      switch self {
      case .interval:
        .choice("interval", "Interval", of: Interval.self, initial: .dottedEighth, comment: "The time between echoes.")
      case .feedback:
        .input(
          "feedback", "Feedback", 0...95, initial: 45, unit: .percent, smoothing: .milliseconds(50),
          comment: "The level of each echo relative to the previous one.")
      case .damping:
        .input(
          "damping", "Damping", 500...18_000, initial: 6000, unit: .hertz, scale: .logarithmic,
          smoothing: .milliseconds(50), comment: "The cutoff of the lowpass through which each echo passes.")
      case .width:
        .input(
          "width", "Width", 0...100, initial: 100, unit: .percent, smoothing: .milliseconds(50),
          comment: "How far the echoes are from the center.")
      case .mix:
        .input(
          "mix", "Dry/Wet", 0...100, initial: 35, unit: .percent, smoothing: .milliseconds(50),
          comment: "The proportion of the echoes in the output.")
      case .time:
        .output("time", "Echo Time", 0...4, unit: .seconds, comment: "The present time between echoes.")
      }
    }
  }
}

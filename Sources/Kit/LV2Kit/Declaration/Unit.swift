/// The unit of a control port, from the LV2 Units vocabulary.
public enum Unit: Int, Sendable {
  /// A pure number, such as Q.
  case none
  case hertz, decibels, milliseconds, seconds, percent
  case beatsPerMinute, beats, bars, frames
  case semitones, cents, octaves
  /// An angle or a phase: a full turn has 360 degrees.
  case degrees
  /// A note number of MIDI: 60 is middle C.
  case midiNote
}

/// How a host maps the range of a control to a knob or a fader.
public enum Scale: Sendable {
  case linear
  /// Equal distances are equal ratios (pprops:logarithmic). Both bounds must be above zero.
  case logarithmic
  /// Only whole multiples of `step` are valid (lv2:enumeration); the kit rounds to the nearest.
  ///
  /// Each multiple within the range has a scale point, labeled with its number and the port's `stepLabel`. The step is a whole
  /// number, and both bounds are multiples of it.
  case steps(of: Float)
  /// Only whole numbers are valid (lv2:integer). Both bounds are whole numbers.
  case integers
  /// 0 and values below are off, values above are on (lv2:toggled).
  case toggle
  /// The whole numbers from 0 have labels (lv2:enumeration).
  case choice
}

/// How a smoothed control moves to a new value: in a straight line.
public struct Smoothing: Sendable {
  /// The time of a movement in seconds; 0 for a control that is not smoothed.
  public let seconds: Float

  @inline(__always) private init(seconds: Float) { self.seconds = seconds }

  @inline(__always) public static var none: Smoothing { Smoothing(seconds: 0) }

  /// - Parameter time: the time from the old to the new value, above 0.
  @inline(__always) public static func milliseconds(_ time: Float) -> Smoothing { Smoothing(seconds: 0.001 * time) }
}

/// Properties of a control input for hosts.
public struct PortProperties: Sendable {
  /// A change can be audible as an artifact (pprops:causesArtifacts).
  public let causesArtifacts: Bool
  /// A change costs much processor time (pprops:expensive).
  public let isExpensive: Bool
  /// Hosts do not show the control (pprops:notOnGUI).
  public let isHidden: Bool
  /// Hosts send no value outside the range (pprops:hasStrictBounds).
  public let hasStrictBounds: Bool
  /// A value other than the default is an event, after which the host resets the port (pprops:trigger).
  public let isTrigger: Bool

  @inline(__always)
  public init(
    causesArtifacts: Bool = false, isExpensive: Bool = false, isHidden: Bool = false, hasStrictBounds: Bool = false,
    isTrigger: Bool = false
  ) {
    self.causesArtifacts = causesArtifacts
    self.isExpensive = isExpensive
    self.isHidden = isHidden
    self.hasStrictBounds = hasStrictBounds
    self.isTrigger = isTrigger
  }
}

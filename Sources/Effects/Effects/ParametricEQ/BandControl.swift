import DSP
import LV2Kit

/// The controls of a band of the parametric EQ.
public enum BandControl: Int, Sendable {
  case gain, enabled, type, frequency, q, slope, channel
  /// The dynamics of a bell or a shelf. `change` is an output.
  case threshold, range, attack, release, ratio, change
}

extension BandType: Choice {
  public var label: StaticString {
    switch self {
    case .bell: "Bell"
    case .lowShelf: "Low Shelf"
    case .highShelf: "High Shelf"
    case .lowpass: "Lowpass"
    case .highpass: "Highpass"
    case .notch: "Notch"
    case .bandpass: "Bandpass"
    case .allpass: "Allpass"
    case .tilt: "Tilt"
    }
  }
}

extension BandChannel: Choice {
  public var label: StaticString {
    switch self {
    case .stereo: "Stereo"
    case .left: "Left"
    case .right: "Right"
    case .mid: "Mid"
    case .side: "Side"
    }
  }
}

/// The band that is audible alone.
public enum Listening: Int, Choice {
  case off, band1, band2, band3, band4, band5, band6, band7, band8

  public var label: StaticString { self == .off ? "Off" : BandText.group(rawValue - 1) }
}

extension BandControl {
  /// The declaration of the port of a band with an index from 0.
  func declaration(_ band: Int) -> ControlPort {
    declaration(
      BandText.symbol(self, band), BandText.name(self, band), BandText.group(band), center: Self.centers[band])
  }

  /// The value of a port of a band, limited by its declaration. Where the control is a constant, the optimizer removes all of the
  /// declaration but the range.
  @inline(__always)
  func sanitized(_ value: Float, _ band: Int) -> Float {
    declaration("", "", "", center: Self.centers[band]).sanitized(value)
  }

  @inline(__always)
  private func declaration(
    _ symbol: StaticString, _ name: StaticString, _ group: StaticString, center: Float
  ) -> ControlPort {
    switch self {
    case .gain:
      return .input(
        symbol, name, -24...24, initial: 0, unit: .decibels, group: group,
        comment: "The gain of a bell, a shelf or a tilt. At 0 dB the band changes nothing and costs no time.")
    case .enabled:
      return .toggle(symbol, name, initial: true, group: group, comment: "Switches the band on or off without a click.")
    case .type:
      return .choice(
        symbol, name, of: BandType.self, initial: .bell, group: group,
        comment:
          "The type of the filter. A tilt raises the high frequencies by half of the gain and lowers the low ones.")
    case .frequency:
      return .input(
        symbol, name, 20...20_000, initial: center, unit: .hertz, scale: .logarithmic, group: group,
        comment: "The center frequency, or the cutoff of a lowpass or a highpass.")
    case .q:
      return .input(
        symbol, name, 0.1...25, initial: 1.41, scale: .logarithmic, group: group,
        comment: """
          The Q of R. Bristow-Johnson's Audio EQ Cookbook: 0.7 is about two octaves, 1.4 one octave. For a lowpass or a \
          highpass it is the gain at the cutoff; 0.7071 is Butterworth.
          """)
    case .slope:
      return .input(
        symbol, name, 12...48, initial: 12, scale: .steps(of: 12), stepLabel: " dB/octave", group: group,
        comment: "The slope of a lowpass or a highpass.")
    case .channel:
      return .choice(
        symbol, name, of: BandChannel.self, initial: .stereo, group: group,
        comment:
          "The signal that the band changes: both channels, one of them, their sum (mid) or their difference (side).")
    case .threshold, .range, .attack, .release, .ratio, .change:
      return dynamicDeclaration(symbol, name, group)
    }
  }

  /// The declaration of a port of the dynamics.
  @inline(__always)
  private func dynamicDeclaration(_ symbol: StaticString, _ name: StaticString, _ group: StaticString) -> ControlPort {
    switch self {
    case .threshold:
      return .input(
        symbol, name, -80...0, initial: -24, unit: .decibels, group: group,
        comment: """
          The level of the input, or of a sidechain, in the band above which the gain of a bell or a shelf moves. A sine of \
          full scale has 0 dB.
          """)
    case .range:
      return .input(
        symbol, name, -24...24, initial: 0, unit: .decibels, group: group,
        comment: """
          The largest change of the gain above the threshold: negative values lower the gain (compression), positive ones \
          raise it (expansion). At 0 dB the band is static.
          """)
    case .attack:
      return .input(
        symbol, name, 0.5...500, initial: 10, unit: .milliseconds, scale: .logarithmic, group: group,
        comment: "The time in which the gain covers 63 % of the way to a change that grows.")
    case .release:
      return .input(
        symbol, name, 5...5000, initial: 100, unit: .milliseconds, scale: .logarithmic, group: group,
        comment: "The time in which the gain covers 63 % of the way back.")
    case .ratio:
      return .input(
        symbol, name, 1...20, initial: 4, scale: .logarithmic, group: group,
        comment: """
          What the level of the band rises for each decibel of the input above the threshold: 1/ratio decibels with a \
          negative range, ratio decibels with a positive one.
          """)
    default:
      return .output(
        symbol, name, -24...24, unit: .decibels, group: group,
        comment: "The present change of the gain of the band by its dynamics.")
    }
  }

  /// The octaves of a graphic equalizer.
  private static var centers: InlineArray<8, Float> { [63, 125, 250, 500, 1000, 2000, 4000, 8000] }
}

import DSP
import LV2Kit

/// The ports of the parametric EQ.
///
/// The gains of the bands come first, for control surfaces with eight faders. The channels of the bands, which the mono plug-in does
/// not have, and the dynamics follow. The last ports are outputs: the present changes of the gains by the dynamics.
public protocol ParametricEQPort: IndexedPorts, Hashable {
  /// The controls of each band in the order of their ports, after the gains.
  static var bandControls: InlineArray<5, BandControl> { get }
  /// The controls of the dynamics of each band in the order of their ports.
  static var dynamicControls: InlineArray<5, BandControl> { get }
}

extension ParametricEQPort {
  public static var bandControls: InlineArray<5, BandControl> { [.enabled, .type, .frequency, .q, .slope] }
  public static var dynamicControls: InlineArray<5, BandControl> { [.threshold, .range, .attack, .release, .ratio] }

  private static var bands: Int { ParametricEqualizer.bandCount }
  /// The index of the first control of a single band after the gains.
  private static var firstBand: Int { bands + 3 }
  private static var firstChannel: Int { firstBand + bands * 5 }

  private static var firstDynamic: Int { firstChannel + (isStereo ? bands : 0) }
  private static var firstChange: Int { firstDynamic + bands * 5 }

  @inline(__always) public static var portCount: Int { firstChange + bands }

  @inline(__always) public static var outputGain: Self { Self(index: bands) }
  @inline(__always) public static var automaticGain: Self { Self(index: bands + 1) }
  @inline(__always) public static var listening: Self { Self(index: bands + 2) }

  /// The port of a band with an index from 0. Mono has none for the channel.
  @inline(__always)
  public static func band(_ control: BandControl, _ band: Int) -> Self {
    switch control {
    case .gain: Self(index: band)
    case .channel: Self(index: firstChannel + band)
    case .threshold, .range, .attack, .release, .ratio:
      Self(index: firstDynamic + band * 5 + control.rawValue - BandControl.threshold.rawValue)
    case .change: Self(index: firstChange + band)
    default: Self(index: firstBand + band * 5 + control.rawValue - BandControl.enabled.rawValue)
    }
  }

  public var declaration: ControlPort {
    let index = rawValue
    if index < Self.bands { return BandControl.gain.declaration(index) }
    if index >= Self.firstChange { return BandControl.change.declaration(index - Self.firstChange) }
    if index >= Self.firstDynamic {
      let place = index - Self.firstDynamic
      return Self.dynamicControls[place % 5].declaration(place / 5)
    }
    if index >= Self.firstChannel { return BandControl.channel.declaration(index - Self.firstChannel) }
    if index >= Self.firstBand {
      let place = index - Self.firstBand
      return Self.bandControls[place % 5].declaration(place / 5)
    }
    switch index - Self.bands {
    case 0: return Self.outputGainDeclaration
    case 1: return Self.automaticGainDeclaration
    default: return Self.listeningDeclaration
    }
  }

  @inline(__always) static var outputGainDeclaration: ControlPort {
    .input("gain", "Output Gain", -24...24, initial: 0, unit: .decibels, comment: "The gain of the output.")
  }

  @inline(__always) static var automaticGainDeclaration: ControlPort {
    .toggle(
      "auto", "Automatic Gain", initial: false,
      comment: "Compensates the loudness of the bands: pink noise stays as loud as it is without them.")
  }

  @inline(__always) static var listeningDeclaration: ControlPort {
    .choice(
      "listen", "Listen", of: Listening.self, initial: .off, comment: "Makes the frequencies of one band audible alone."
    )
  }
}

/// The ports of the mono plug-in.
public struct ParametricEQMonoPort: ParametricEQPort {
  public let rawValue: Int

  @inline(__always) public static var isStereo: Bool { false }
  @inline(__always) public init(index: Int) { rawValue = index }
}

/// The ports of the stereo plug-in.
public struct ParametricEQStereoPort: ParametricEQPort {
  public let rawValue: Int

  @inline(__always) public static var isStereo: Bool { true }
  @inline(__always) public init(index: Int) { rawValue = index }
}

extension BandSettings {
  /// The settings for values of the ports of a band.
  @inline(__always)
  public init(isStereo: Bool, _ value: (BandControl) -> Double) {
    self.init(
      isEnabled: value(.enabled) > 0, type: BandType(rawValue: Int(value(.type))) ?? .bell,
      frequency: value(.frequency), gain: value(.gain), q: value(.q), sections: Int(value(.slope)) / 12,
      channel: isStereo ? BandChannel(rawValue: Int(value(.channel))) ?? .stereo : .stereo,
      dynamics: BandDynamics(
        threshold: value(.threshold), range: value(.range), attack: value(.attack), release: value(.release),
        ratio: value(.ratio)))
  }
}

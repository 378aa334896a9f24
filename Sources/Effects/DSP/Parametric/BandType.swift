/// The kinds of filters that a band of the parametric equalizer can be.
public enum BandType: Int, Sendable {
  case bell, lowShelf, highShelf, lowpass, highpass, notch, bandpass, allpass, tilt

  /// Whether the gain of the band changes the response. At 0 dB such a band has no effect.
  @inline(__always) public var hasGain: Bool {
    switch self {
    case .bell, .lowShelf, .highShelf, .tilt: true
    default: false
    }
  }

  /// Whether the level of the input can move the gain.
  @inline(__always) public var canBeDynamic: Bool { self == .bell || self == .lowShelf || self == .highShelf }

  /// Whether the band has a slope: 12 to 48 dB per octave.
  @inline(__always) public var isCut: Bool { self == .lowpass || self == .highpass }
}

/// The parameters of a band.
public struct BandSettings: Sendable {
  public var isEnabled: Bool
  public var type: BandType
  /// In hertz.
  public var frequency: Double
  /// In decibels. Filters without gain ignore it.
  public var gain: Double
  /// The Q of the Audio EQ Cookbook; for a lowpass and a highpass the amplitude at the cutoff.
  public var q: Double
  /// The number of sections of a lowpass or a highpass, 1 to 4: 12 dB per octave each.
  public var sections: Int
  public var channel: BandChannel
  /// Bands of types that cannot be dynamic ignore it.
  public var dynamics: BandDynamics

  public init(
    isEnabled: Bool, type: BandType, frequency: Double, gain: Double, q: Double, sections: Int = 1,
    channel: BandChannel = .stereo, dynamics: BandDynamics = .none
  ) {
    self.isEnabled = isEnabled
    self.type = type
    self.frequency = frequency
    self.gain = gain
    self.q = q
    self.sections = sections
    self.channel = channel
    self.dynamics = dynamics
  }

  /// Whether the level of the input moves the gain.
  @inline(__always) public var isDynamic: Bool { isEnabled && type.canBeDynamic && !dynamics.isStatic }

  /// The number of sections that process sound: 0 for a band that is off, or flat and static.
  @inline(__always)
  public var activeSections: Int {
    if !isEnabled || type.hasGain && gain == 0 && !isDynamic { return 0 }
    return type.isCut ? sections : 1
  }
}

/// The signal that a band of a stereo equalizer processes.
public enum BandChannel: Int, Sendable {
  case stereo, left, right, mid, side

  /// The part of the filter's difference (left, right) that is added to (left, right): the elements (1, 1), (2, 2) and (1, 2)
  /// of a symmetric matrix.
  @inline(__always)
  var matrix: SIMD8<Double> {
    switch self {
    case .stereo: SIMD8(1, 1, 0, 0, 0, 0, 0, 0)
    case .left: SIMD8(1, 0, 0, 0, 0, 0, 0, 0)
    case .right: SIMD8(0, 1, 0, 0, 0, 0, 0, 0)
    case .mid: SIMD8(0.5, 0.5, 0.5, 0, 0, 0, 0, 0)
    case .side: SIMD8(0.5, 0.5, -0.5, 0, 0, 0, 0, 0)
    }
  }
}

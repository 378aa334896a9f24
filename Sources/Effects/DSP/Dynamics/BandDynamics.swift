/// How the level of the input moves the gain of a bell or a shelf.
///
/// The gain moves from its static value G towards G + `range`. If the level L in the band is above `threshold`, the change is
/// ```
/// range < 0:  -(L - threshold)·(1 - 1/ratio)      the level of the band rises by 1/ratio decibels a decibel
/// range > 0:   (L - threshold)·(ratio - 1)        it rises by ratio decibels a decibel
/// ```
/// and at most `range`. With G = 0, a negative range compresses downwards and a positive one expands upwards. With G = -range,
/// they compress and expand what is below the level at which the change ends: upward compression and downward expansion.
public struct BandDynamics: Sendable {
  /// In decibels; a sine of full scale has 0 dB.
  public var threshold: Double
  /// In decibels. 0 is a static band.
  public var range: Double
  /// The time in which the change covers 63 % of the way away from 0, in milliseconds.
  public var attack: Double
  /// The time in which it covers 63 % of the way back, in milliseconds.
  public var release: Double
  /// 1 or above. 1 is a static band.
  public var ratio: Double

  public init(threshold: Double, range: Double, attack: Double, release: Double, ratio: Double) {
    self.threshold = threshold
    self.range = range
    self.attack = attack
    self.release = release
    self.ratio = ratio
  }

  /// A static band.
  public static var none: BandDynamics {
    BandDynamics(threshold: 0, range: 0, attack: 10, release: 100, ratio: 1)
  }

  @inline(__always) var isStatic: Bool { range == 0 || ratio <= 1 }

  /// The part of the range by which a steady level changes the gain, per decibel above the threshold.
  @inline(__always) var slope: Double { (range < 0 ? 1 - 1 / ratio : ratio - 1) / max(abs(range), 1e-9) }

  @inline(__always)
  static func == (a: BandDynamics, b: BandDynamics) -> Bool {
    a.threshold == b.threshold && a.range == b.range && a.attack == b.attack && a.release == b.release
      && a.ratio == b.ratio
  }
}

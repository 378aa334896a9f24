/// What is left of a sound that has died away: a decay that went on would end in subnormal numbers, which cost a processor
/// many times as much as others.
enum Silence {
  /// What is not above this in magnitude, -500 dB, is taken for silence.
  @inline(__always)
  static var level: Double { 0x1p-83 }
  /// A sum with this is this where a number is silence: `level` is half the distance to its neighbours.
  @inline(__always)
  static var grain: Double { 0x1.8p-30 }
}

extension Double {
  /// The same number, or 0 where it is silence.
  @inline(__always)
  var heard: Double { abs(self) > Silence.level ? self : 0 }
}

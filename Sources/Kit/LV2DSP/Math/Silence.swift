/// The level below which a decaying sound becomes zero. Without it, the decay ends in subnormal numbers, which cost a
/// processor many times the time of normal ones.
package enum Silence {
  /// -500 dB. Values up to this magnitude are silence.
  @inline(__always) package static var threshold: Double { 0x1p-83 }
  /// `rounding` plus a silent value equals `rounding`: `threshold` is half the distance to its neighbors.
  @inline(__always) package static var rounding: Double { 0x1.8p-30 }
}

extension Double {
  /// The value, or 0 if it is silence.
  @inline(__always) package var flushed: Double { abs(self) > Silence.threshold ? self : 0 }
}

extension SIMD4<Double> {
  /// The values, with 0 in each lane that is silence.
  @inline(__always)
  package var flushed: Self { flushed(Self(repeating: Silence.rounding)) }

  /// The values, with 0 in each lane whose sum with `rounding` is `rounding`.
  @inline(__always)
  package func flushed(_ rounding: Self) -> Self {
    Self.zero.replaced(by: self, where: self + rounding, differsFrom: rounding)
  }
}

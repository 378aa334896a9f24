/// A seeded random number generator that produces the same sequence for the same seed on every machine.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014, figure 17.
/// Not cryptographic; its quality is sufficient for test signals and dither.
@frozen
public struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  @inlinable
  public init(seed: UInt64) { state = seed }

  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number with uniform distribution in [0, 1), with 24 random bits.
  @inlinable
  public mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

  /// A number with uniform distribution in [-1, 1), with 24 random bits.
  @inlinable
  public mutating func sample() -> Float { Float(Int32(truncatingIfNeeded: next()) >> 8) * 0x1p-23 }

  /// A number with uniform distribution in [-1, 1], with 32 random bits rounded to a `Float`.
  @inlinable
  public mutating func noise() -> Float { Float(Int32(truncatingIfNeeded: next() >> 32)) * 0x1p-31 }

  /// A number with triangular distribution in [-2, 2]: the sum of two numbers with uniform distribution.
  @inlinable
  public mutating func triangularNoise() -> Float {
    let bits = next()
    let (low, high) = (Int32(truncatingIfNeeded: bits), Int32(truncatingIfNeeded: bits >> 32))
    return (Float(low) + Float(high)) * 0x1p-31
  }
}

/// Uniform white noise from SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
/// OOPSLA 2014): fast, repeatable, and good enough for dither.
struct RandomSamples {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next sample, in -1 ..< 1.
  mutating func next() -> Float { Float(Int32(truncatingIfNeeded: bits() >> 32)) * 0x1p-31 }

  /// The next sample of triangular distribution, in -2 ..< 2: the sum of two uniform ones.
  mutating func nextTriangular() -> Float {
    let bits = bits()
    let (low, high) = (Int32(truncatingIfNeeded: bits), Int32(truncatingIfNeeded: bits >> 32))
    return (Float(low) + Float(high)) * 0x1p-31
  }

  private mutating func bits() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// The memory of one `Biquad` in one channel.
struct BiquadState {
  var band = 0.0
  var low = 0.0

  /// Below this, -500 dB, a state is taken for silence: the rest of a decay would end in subnormal numbers, which cost
  /// a processor many times as much as others.
  private static var silence: Double { 1e-25 }

  /// One frame.
  @inline(__always)
  mutating func next(_ input: Double, _ biquad: Biquad) -> Double {
    let output = fused(fused(biquad.direct * input, biquad.lowGain, low), biquad.bandGain, band)
    // In this order each state waits for two operations, on itself or on the other.
    let (rise, fall) = (biquad.frequency * band, biquad.frequency * low)
    low = fused(biquad.leak * input, 1 - biquad.leak, low) + rise
    band = fused(biquad.frequency * input, 1 - biquad.damping, band) - fall
    return output
  }

  /// Drops what is left of a sound that has died away.
  @inline(__always)
  mutating func settle() {
    if abs(band) < Self.silence && abs(low) < Self.silence {
      band = 0
      low = 0
    }
  }
}

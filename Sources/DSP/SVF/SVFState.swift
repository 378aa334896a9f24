/// The memory of one `Biquad` in one channel.
struct BiquadState {
  var band = 0.0
  var low = 0.0

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
    if abs(band) < Silence.level && abs(low) < Silence.level {
      band = 0
      low = 0
    }
  }
}

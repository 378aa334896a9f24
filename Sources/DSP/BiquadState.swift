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
    // In this order `band` waits for one operation on itself, and for two on `low`.
    let force = fused(biquad.frequency * input, -biquad.frequency, low)
    low = fused(low, biquad.frequency, band)
    band = fused(force, 1 - biquad.damping, band)
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

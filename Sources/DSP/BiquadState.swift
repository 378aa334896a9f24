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
    let output = biquad.direct * input + (biquad.bandGain * band + biquad.lowGain * low)
    let nextLow = low + biquad.frequency * band
    band = (band - biquad.damping * band) + biquad.frequency * (input - low)
    low = nextLow
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

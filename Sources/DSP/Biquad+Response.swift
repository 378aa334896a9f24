extension Biquad {
  /// The transfer function on the unit circle, at `angle` radians a frame, 0 to pi.
  ///
  /// Written in u = z - 1 = -2sin²(angle/2) + i·sin(angle), which keeps its digits at low angles:
  /// H = direct + (bandGain·frequency·u + lowGain·frequency²) / (u² + damping·u + frequency²).
  public func response(at angle: Double) -> (real: Double, imaginary: Double) {
    let half = sine(angle / 2)
    let u = (real: -2 * half * half, imaginary: sine(angle))
    let square = frequency * frequency
    let numerator = (
      real: bandGain * frequency * u.real + lowGain * square, imaginary: bandGain * frequency * u.imaginary
    )
    let denominator = (
      real: u.real * u.real - u.imaginary * u.imaginary + damping * u.real + square,
      imaginary: 2 * u.real * u.imaginary + damping * u.imaginary
    )
    let norm = denominator.real * denominator.real + denominator.imaginary * denominator.imaginary
    return (
      direct + (numerator.real * denominator.real + numerator.imaginary * denominator.imaginary) / norm,
      (numerator.imaginary * denominator.real - numerator.real * denominator.imaginary) / norm
    )
  }
}

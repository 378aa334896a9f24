extension Biquad {
  /// The transfer function on the unit circle, at `angle` radians a frame, 0 to pi.
  ///
  /// Written in u = z - 1 = -2sin²(angle/2) + i·sin(angle), which keeps its digits at low angles:
  /// H = direct + (bandGain·frequency·u + lowGain(leak·u + square)) / (u² + (damping + leak)u + square), with
  /// square = frequency² + damping·leak.
  public func response(at angle: Double) -> (real: Double, imaginary: Double) {
    let half = sine(angle / 2)
    let u = (real: -2 * half * half, imaginary: sine(angle))
    let square = frequency * frequency + damping * leak
    let (slope, decay) = (bandGain * frequency + lowGain * leak, damping + leak)
    let numerator = (real: slope * u.real + lowGain * square, imaginary: slope * u.imaginary)
    let denominator = (
      real: u.real * u.real - u.imaginary * u.imaginary + decay * u.real + square,
      imaginary: 2 * u.real * u.imaginary + decay * u.imaginary
    )
    let norm = denominator.real * denominator.real + denominator.imaginary * denominator.imaginary
    return (
      direct + (numerator.real * denominator.real + numerator.imaginary * denominator.imaginary) / norm,
      (numerator.imaginary * denominator.real - numerator.real * denominator.imaginary) / norm
    )
  }
}

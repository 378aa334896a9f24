import CMath

// The only calls out of the signal code. `no_performance_analysis` exempts them from the compiler's proof.
// SAFETY: glibc's double-precision sin, cos and atan2 neither allocate nor lock.

@_semantics("no_performance_analysis") @inline(never) package func sine(_ x: Double) -> Double { CMath.sin(x) }

@_semantics("no_performance_analysis") @inline(never) package func cosine(_ x: Double) -> Double { CMath.cos(x) }

@_semantics("no_performance_analysis") @inline(never)
package func arcTangent(_ y: Double, _ x: Double) -> Double { CMath.atan2(y, x) }

/// The amplitude ratio of a level in decibels: 10^(decibels/20).
@inline(__always) package func amplitude(decibels: Double) -> Double { exponential(decibels * 0.11512925464970228) }

/// The square root. The compiler cannot analyze the standard library's function across modules, so this one uses a vector.
@inline(__always) package func squareRoot(_ x: Double) -> Double { SIMD2(repeating: x).squareRoots[0] }

/// The sine and the cosine of one angle.
package struct SineCosine {
  package let sine, cosine: Double

  /// Evaluates the minimax polynomial of sin(x)/x in x² on [0, π/2], for the angle and for its complement at once.
  ///
  /// The relative error of the polynomial is 5.1e-14. With rounding, the error of both results is below 1e-13.
  ///
  /// - Parameter angle: radians, 0 to π/2.
  @inline(__always)
  package init(angle: Double) {
    let x = SIMD2(angle, 0.5 * Double.pi - angle)
    let y = x * x
    let z = y * y
    let first: SIMD2<Double> = 0.9999999999999496 - 0.16666666666466673 * y
    let second: SIMD2<Double> = 0.00833333332035835 - 0.00019841266683130672 * y
    let third: SIMD2<Double> = 2.7556952912858047e-06 - 2.503026818882279e-08 * y
    let low = first + z * second
    let high = third + z * 1.54112197466489e-10
    let wave = x * (low + z * z * high)
    sine = wave[0]
    cosine = wave[1]
  }
}

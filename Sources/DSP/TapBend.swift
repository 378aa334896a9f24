/// How the weights of four of an `Interpolator`'s taps bend away from the straight line between two samples, a lane for
/// each tap, the oldest first: coefficients of a quadratic in g, the fraction less a half.
struct TapBend {
  let constant: SIMD4<Double>
  let linear: SIMD4<Double>
  let square: SIMD4<Double>
}

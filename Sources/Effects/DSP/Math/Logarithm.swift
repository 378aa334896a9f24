extension SIMD8<Float> {
  /// The levels of powers in decibels: 10·log₁₀(power), within 2e-5 for levels within 100 dB.
  ///
  /// With power = 2^k·m, and m between √½ and √2, ln m is 2·artanh(s) with s = (m - 1)/(m + 1). The first omitted term of the
  /// series is below 2·0.1716^9/9 = 3e-8. The largest part of the error is the rounding of the sum.
  ///
  /// The numbers are 0 or above. Below 1e-30 the result is -300.
  @inline(__always)
  var decibelsOfPower: SIMD8<Float> {
    let (exponent, mantissa) = larger(SIMD8(repeating: 1e-30)).exponentAndMantissa
    let one = SIMD8<Float>(repeating: 1)
    let s = (mantissa - one) / (mantissa + one)
    let square = s * s
    let high = SIMD8<Float>(repeating: 1.0 / 5).adding(square, times: SIMD8(repeating: 1.0 / 7))
    let series = one.adding(square, times: SIMD8(repeating: 1.0 / 3).adding(square, times: high))
    return (SIMD8(repeating: 3.010_299_957) * exponent).adding(SIMD8(repeating: 8.685_889_638) * s, times: series)
  }
}

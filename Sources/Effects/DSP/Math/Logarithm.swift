/// The level of a power in decibels: 10·log₁₀(power), within 1e-8.
///
/// With power = 2^k·m, and m between √½ and √2, ln m is 2·artanh(s) with s = (m - 1)/(m + 1). The first omitted term of the
/// series is below 2·0.1716^11/11 = 7e-10.
///
/// - Parameter power: 0 or above. Below 1e-30 the result is -300.
@inline(__always)
func decibels(power: Double) -> Double {
  let power = max(power, 1e-30)
  // The offset makes the mantissa of √½ the first one of its exponent.
  let bits = power.bitPattern &- 0x3fe6_a09e_667f_3bcd
  let exponent = Double(Int64(bitPattern: bits) >> 52)
  let mantissa = Double(bitPattern: (bits & 0x000f_ffff_ffff_ffff) &+ 0x3fe6_a09e_667f_3bcd)
  let s = (mantissa - 1) / (mantissa + 1)
  let square = s * s
  let series = 1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square * (1.0 / 9))))
  return 3.010299956639812 * exponent + 8.685889638065037 * s * series
}

/// e to the power of x, within 1.2 units in the last place.
///
/// The function of libm would require glibc 2.29. With k = round(x/ln 2) and r = x - k·ln 2, the result is 2^k·e^r, and |r| is at
/// most 0.3466. The remainder of the Taylor polynomial of degree 13 is 0.3466^14/14! = 4.1e-18. If e^r is below 1, its last
/// place is 2^-53. In this unit, the error of the last sum is at most 0.5, of the sum in it 0.25, of r 0.25, of the products
/// 0.15, and of the remainder 0.04. Above 1 the unit is twice as large.
///
/// - Parameter x: at most 700. Below -700 the result is e^-700.
@inline(never)
package func exponential(_ x: Double) -> Double {
  let x = max(x, -700)
  // The sum rounds to a whole number, which is in its low bits.
  let rounding = 0x1.8p52
  let sum = x * 1.4426950408889634 + rounding
  let k = sum - rounding
  // The first part of ln 2 has 31 bits. Its product with k is exact.
  let r = x - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33
  // The terms from r² on, the even ones in one lane and the odd ones in the other.
  let square = SIMD2(repeating: r * r)
  let first = SIMD2(1.0 / 2, 1.0 / 6).adding(SIMD2(1.0 / 24, 1.0 / 120), times: square)
  let second = SIMD2(1.0 / 720, 1.0 / 5040).adding(SIMD2(1.0 / 40_320, 1.0 / 362_880), times: square)
  let third = SIMD2(1.0 / 3_628_800, 1.0 / 39_916_800).adding(
    SIMD2(1.0 / 479_001_600, 1.0 / 6_227_020_800), times: square)
  let fourth = square * square
  let terms = first.adding(second.adding(third, times: fourth), times: fourth)
  let power = 1 + r.adding(r * r, times: terms[0].adding(r, times: terms[1]))
  return power * Double(bitPattern: (sum.bitPattern &+ 1023) << 52)
}

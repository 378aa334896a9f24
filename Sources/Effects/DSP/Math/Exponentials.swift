import Builtin

extension SIMD4<Double> {
  /// e to the power of each lane: the operations of `exponential(_:)` for numbers within 700.
  @inline(__always)
  var exponentials: SIMD4<Double> {
    let rounding = SIMD4(repeating: 0x1.8p52)
    let sum = self * 1.4426950408889634 + rounding
    let k = sum - rounding
    let r = self - k * 0x1.62e42feep-1 - k * 0x1.a39ef35793c76p-33
    let square = r * r
    let fourth = square * square
    @inline(__always)
    func terms(_ c: (Double, Double, Double, Double, Double, Double)) -> SIMD4<Double> {
      func sum(_ a: Double, _ b: Double) -> SIMD4<Double> {
        SIMD4(repeating: a).adding(SIMD4(repeating: b), times: square)
      }
      return sum(c.0, c.1).adding(sum(c.2, c.3).adding(sum(c.4, c.5), times: fourth), times: fourth)
    }
    let even = terms((1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40_320, 1.0 / 3_628_800, 1.0 / 479_001_600))
    let odd = terms((1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362_880, 1.0 / 39_916_800, 1.0 / 6_227_020_800))
    return (1 + r.adding(square, times: even.adding(r, times: odd))) * sum.powersOfTwo
  }

  /// 2 to the power of the whole numbers in the low bits.
  @inline(__always)
  private var powersOfTwo: SIMD4<Double> {
    let bits = Builtin.bitcast_Vec4xFPIEEE64_Vec4xInt64(_storage._value)
    let biased = Builtin.add_Vec4xInt64(bits, SIMD4<Int64>(repeating: 1023)._storage._value)
    let exponents = Builtin.shl_Vec4xInt64(biased, SIMD4<Int64>(repeating: 52)._storage._value)
    var result = self
    result._storage._value = Builtin.bitcast_Vec4xInt64_Vec4xFPIEEE64(exponents)
    return result
  }
}

/// The fitted functions of the lowpass's zeros at one rate: polynomials in the square of the frequency.
///
/// Lanes are the coefficients of s and s², s = (z - 1)/(z + 1), and what is to be added to each times 1/(1 + q²/4).
/// A section alone has its zeros. Where there are several, what that leaves would add up, so each has a share of its own
/// that makes up for it; from 88.2 kHz on there is nothing to make up for.
struct LowpassZeroTable {
  private typealias Zeros = FittedPolynomial<SIMD4<Double>>

  // Tuples and not an array, of which the compiler would make a copy to take one element.
  private let one: Zeros
  private let two: (Zeros, Zeros)
  private let three: (Zeros, Zeros, Zeros)
  private let four: (Zeros, Zeros, Zeros, Zeros)

  /// - Parameter offset: that of the band.
  init(offset: Double) {
    let single = Self.single(offset)
    // 1 at 44.1 kHz, and 0 from 88.2 kHz on, where the offset is -0.552.
    let distance = max(0, 1 + offset * 1.812_961_262_389_652_5)
    let weight = distance * distance
    one = single
    two = (
      single.adding(Self.section0of2(offset), times: weight), single.adding(Self.section1of2(offset), times: weight)
    )
    three = (
      single.adding(Self.section0of3(offset), times: weight), single.adding(Self.section1of3(offset), times: weight),
      single.adding(Self.section2of3(offset), times: weight)
    )
    four = (
      single.adding(Self.section0of4(offset), times: weight), single.adding(Self.section1of4(offset), times: weight),
      single.adding(Self.section2of4(offset), times: weight), single.adding(Self.section3of4(offset), times: weight)
    )
  }

  /// - Parameters:
  ///   - index: of the section, 0 to count - 1.
  ///   - count: of sections, 1 to 4.
  ///   - square: that of the point.
  @inline(__always)
  func zeros(_ index: Int, of count: Int, at square: Double) -> SIMD4<Double> {
    polynomial(index, of: count).value(at: square)
  }

  @inline(__always)
  private func polynomial(_ index: Int, of count: Int) -> Zeros {
    switch (count, index) {
    case (2, 0): two.0
    case (2, _): two.1
    case (3, 0): three.0
    case (3, 1): three.1
    case (3, _): three.2
    case (4, 0): four.0
    case (4, 1): four.1
    case (4, 2): four.2
    case (4, _): four.3
    default: one
    }
  }
}

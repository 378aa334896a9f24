/// The fitted functions of the lowpass's zeros at one rate: polynomials in the square of the frequency.
///
/// Lanes are the coefficients of s and s², s = (z - 1)/(z + 1), and what is to be added to each times 1/(1 + q²/4).
/// A section alone has its zeros. Where there are several, what that leaves would add up, so each has a share of its own
/// that makes up for it; from 88.2 kHz on there is nothing to make up for.
struct LowpassZeroTable {
  private let sections: InlineArray<10, FittedPolynomial<SIMD4<Double>>>

  /// - Parameter offset: that of the band.
  init(offset: Double) {
    let single = Self.single(offset)
    // 1 at 44.1 kHz, and 0 from 88.2 kHz on, where the offset is -0.552.
    let distance = max(0, 1 + offset * 1.812_961_262_389_652_5)
    let weight = distance * distance
    sections = [
      single,
      single.adding(Self.section0of2(offset), times: weight),
      single.adding(Self.section1of2(offset), times: weight),
      single.adding(Self.section0of3(offset), times: weight),
      single.adding(Self.section1of3(offset), times: weight),
      single.adding(Self.section2of3(offset), times: weight),
      single.adding(Self.section0of4(offset), times: weight),
      single.adding(Self.section1of4(offset), times: weight),
      single.adding(Self.section2of4(offset), times: weight),
      single.adding(Self.section3of4(offset), times: weight),
    ]
  }

  /// - Parameters:
  ///   - index: of the section, 0 to count - 1.
  ///   - count: of sections, 1 to 4.
  ///   - square: that of the point.
  @inline(__always)
  func zeros(_ index: Int, of count: Int, at square: Double) -> SIMD4<Double> {
    sections[count * (count - 1) / 2 + index].value(at: square)
  }
}

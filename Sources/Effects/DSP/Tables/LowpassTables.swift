/// The fitted functions of the lowpass's poles at one rate: polynomials in `MatchedFrequency.square`.
///
/// The lanes are e₁ and e₂/square, divided by the spread, and a term for each that is multiplied by 1/(1 + q²/4).
enum LowpassPoleTable {}

/// The fitted functions of the lowpass's zeros at one rate: polynomials in `MatchedFrequency.square`.
///
/// The lanes are the coefficients of s and s², and a term for each that is multiplied by 1/(1 + q²/4). The variable is
/// s = (z - 1)/(z + 1). The errors of equal sections would add up in a cascade. Its sections therefore have corrections,
/// which decrease with the rate and are 0 from 88.2 kHz on.
struct LowpassZeroTable {
  private typealias Zeros = FittedPolynomial<SIMD4<Double>>

  // Tuples, because the compiler would copy a whole array to read one element.
  private let one: Zeros
  private let two: (Zeros, Zeros)
  private let three: (Zeros, Zeros, Zeros)
  private let four: (Zeros, Zeros, Zeros, Zeros)

  /// - Parameter offset: `MatchedBand.offset`.
  init(offset: Double) {
    let single = Self.single(offset)
    // 1 at 44.1 kHz, and 0 from 88.2 kHz on, where the offset is -0.552.
    let distance = max(0, 1 + offset * 1.812_961_262_389_652_5)
    let weight = distance * distance
    func corrected(_ correction: (Double) -> Zeros) -> Zeros { single.adding(correction(offset), times: weight) }
    one = single
    two = (corrected(Self.section0of2), corrected(Self.section1of2))
    three = (corrected(Self.section0of3), corrected(Self.section1of3), corrected(Self.section2of3))
    four = (
      corrected(Self.section0of4), corrected(Self.section1of4), corrected(Self.section2of4), corrected(Self.section3of4)
    )
  }

  /// Section `index` of `count`, as in `LowpassDesign.section(_:of:corner:q:)`, at a `MatchedFrequency.square`.
  @inline(__always)
  func zeros(_ index: Int, of count: Int, at square: Double) -> SIMD4<Double> {
    let polynomial =
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
    return polynomial.value(at: square)
  }
}

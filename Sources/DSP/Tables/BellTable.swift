/// The fitted functions of the bell at one rate: polynomials in the square of the frequency.
struct BellTable {
  /// Lanes are e₁ and e₂: constant, gentle, sharp, wide.
  private let smooth: FittedPolynomial<SIMD8<Double>>
  /// Lanes are e₁ and e₂: narrow, narrow and gentle.
  private let narrow: FittedPolynomial<SIMD4<Double>>

  /// - Parameter offset: that of the band.
  init(offset: Double) {
    smooth = Self.smooth(offset)
    narrow = Self.narrow(offset)
  }

  /// - Parameters:
  ///   - square: that of the point.
  ///   - q: the bell's.
  @inline(__always)
  func shape(at square: Double, q: Double) -> BellShape {
    let a = smooth.value(at: square)
    let b = narrow.value(at: square)
    // How fast parts of e₁ and e₂ fade with Q²: "gentle" and "sharp".
    let fade = 1 / (1 + SIMD2(0.122, 1.131) * (q * q))
    return BellShape(
      base: a.lowHalf.lowHalf + a.lowHalf.highHalf * fade[0] + a.highHalf.lowHalf * fade[1],
      wide: a.highHalf.highHalf, narrow: b.lowHalf + b.highHalf * fade[0])
  }
}

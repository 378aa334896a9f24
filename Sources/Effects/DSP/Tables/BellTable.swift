/// The fitted functions of the bell at one rate: polynomials in `MatchedFrequency.square`.
struct BellTable {
  /// The lanes are e₁ and e₂ of the constant, gentle, sharp and wide terms.
  private let smooth: FittedPolynomial<SIMD8<Double>>
  /// The lanes are e₁ and e₂ of the narrow terms: constant and gentle.
  private let narrow: FittedPolynomial<SIMD4<Double>>

  /// - Parameter offset: `MatchedBand.offset`.
  init(offset: Double) {
    smooth = Self.smooth(offset)
    narrow = Self.narrow(offset)
  }

  /// The terms of a bell.
  ///
  /// - Parameter q: the Q of the bell.
  @inline(__always)
  func shape(at center: MatchedFrequency, q: Double) -> BellShape {
    let a = smooth.value(at: center.square)
    let b = self.narrow.value(at: center.square)
    // The gentle and the sharp terms decrease with Q².
    let fade = 1 / (1 + SIMD2(0.122, 1.131) * (q * q))
    let base = a.lowHalf.lowHalf + a.lowHalf.highHalf * fade[0] + a.highHalf.lowHalf * fade[1]
    return BellShape(
      center: center, base: base, wide: a.highHalf.highHalf, narrow: b.lowHalf + b.highHalf * fade[0])
  }
}

/// What the bells of one frequency and one Q have in common at all gains: the terms of the numerator and the denominator. With q² of
/// a factor,
/// ```
/// (e₁, e₂/square) = spread·(base + wide/(1 + 0.264q²) + narrow/(1 + 130q²))
/// ```
struct BellShape {
  let center: MatchedFrequency
  let base, wide, narrow: SIMD2<Double>

  /// The numerator and the denominator of a bell.
  ///
  /// - Parameter squares: q² of the numerator and of the denominator.
  @inline(__always)
  func factors(_ squares: SIMD2<Double>) -> MatchedFactors {
    let wideFade = 1 / (1 + 0.264 * squares)
    let narrowFade = 1 / (1 + 130 * squares)
    let scaled = center.spread * squares
    return MatchedFactors(
      excess: scaled * (base[0] + wide[0] * wideFade + narrow[0] * narrowFade),
      curve: center.square * scaled * (base[1] + wide[1] * wideFade + narrow[1] * narrowFade))
  }
}

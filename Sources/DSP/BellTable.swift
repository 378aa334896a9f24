/// The fitted functions of the bell at one rate: polynomials in the square of the frequency.
struct BellTable {
  /// How fast parts of e₁ and e₂ fade with the square of a factor's q: `wide` and `narrow`; with the square of the
  /// bell's Q: `gentle` and `sharp`.
  static var wide: Double { 0.264 }
  static var narrow: Double { 130 }
  private static var gentle: Double { 0.122 }
  private static var sharp: Double { 1.131 }

  /// Lanes are e₁ and e₂: constant, gentle, sharp, wide; and narrow, narrow and gentle.
  private let smooth: InlineArray<7, SIMD8<Double>>
  private let narrow: InlineArray<7, SIMD4<Double>>

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
    var a = smooth[6]
    var b = narrow[6]
    for power in stride(from: 5, through: 0, by: -1) {
      a = smooth[power] + square * a
      b = narrow[power] + square * b
    }
    let gentle = 1 / (1 + Self.gentle * q * q)
    let sharp = 1 / (1 + Self.sharp * q * q)
    return BellShape(
      base: a.lowHalf.lowHalf + a.lowHalf.highHalf * gentle + a.highHalf.lowHalf * sharp,
      wide: a.highHalf.highHalf, narrow: b.lowHalf + b.highHalf * gentle)
  }
}

/// The coefficients of a section as a function of the position between two gains: base + p·(c₁ + (p - p₁)·(c₂ + (p - p₂)·(…))).
///
/// Newton's polynomial of degree five through the designs at six gains. The section therefore has the response of its design at
/// every gain, within 0.02 dB for 24 dB, and a gain that moves needs no design.
struct GainCurve {
  static var degree: Int { 5 }
  /// The positions of the designs, denser at the ends (Chebyshev). The first one is 0.
  static var positions: InlineArray<6, Double> {
    [0, 0.09549150281252627, 0.3454915028125263, 0.6545084971874737, 0.9045084971874737, 1]
  }

  /// c₁ to c₅, as `SVFCoefficients.vector`s.
  var coefficients = InlineArray<5, SIMD8<Double>>(repeating: .zero)

  /// A section that is the base at all positions.
  init() {}

  /// - Parameter designs: the vectors at the positions.
  init(_ designs: InlineArray<6, SIMD8<Double>>) {
    let positions = Self.positions
    var differences = designs
    for order in 1...Self.degree {
      for index in stride(from: Self.degree, through: order, by: -1) {
        differences[index] =
          (differences[index] - differences[index - 1])
          * (1 / (positions[index] - positions[index - order]))
      }
      coefficients[order - 1] = differences[order]
    }
  }

  /// What is added to the base at a position from 0 to 1. At 0 it is exactly 0.
  @inline(__always)
  func change(at position: Double) -> SIMD8<Double> {
    let p = Self.positions
    var sum = coefficients[4]
    sum = coefficients[3].adding(sum, times: SIMD8(repeating: position - p[4]))
    sum = coefficients[2].adding(sum, times: SIMD8(repeating: position - p[3]))
    sum = coefficients[1].adding(sum, times: SIMD8(repeating: position - p[2]))
    sum = coefficients[0].adding(sum, times: SIMD8(repeating: position - p[1]))
    return sum * position
  }
}

/// A `GainCurve` that moves smoothly to a new one: the lowpasses of `Smoother`, on the grid of the dynamics.
struct MovingGainCurve {
  private var stages = InlineArray<5, GainCurve>(repeating: GainCurve())
  private var target = GainCurve()
  private let coefficient: Double
  private let settlingPoints: Int
  private var remaining = 0
  /// Whether the curve or its target changes the base.
  private(set) var isActive = false

  /// - Parameter grid: the distance of two points of the grid in seconds.
  init(grid: Double) {
    coefficient = 1 - exponential(-grid * 11.605 / Smoother.settlingTime)
    settlingPoints = Int(32 * Smoother.settlingTime / 11.605 / grid) + 5
  }

  mutating func setTarget(_ curve: GainCurve, isActive: Bool, immediately: Bool) {
    target = curve
    if isActive { self.isActive = true }
    if immediately { return jump() }
    remaining = settlingPoints
  }

  /// Moves to the curve that is the base at all positions.
  mutating func fadeOut() { if isActive { setTarget(GainCurve(), isActive: false, immediately: false) } }

  mutating func jump() {
    stages = InlineArray(repeating: target)
    remaining = 0
    isActive = !target.isZero
  }

  /// Whether the curve equals its target.
  var isSteady: Bool { remaining == 0 }

  /// The curve, if it equals its target.
  var steadyCurve: GainCurve { target }

  /// Advances to the next point of the grid, and returns the change of the base there.
  @inline(never)
  mutating func next(_ position: Double) -> SIMD8<Double> {
    if remaining > 0 {
      remaining -= 1
      if remaining == 0 { jump() } else { step() }
    }
    return stages[4].change(at: position)
  }

  private mutating func step() {
    let factor = SIMD8(repeating: coefficient)
    for term in 0..<GainCurve.degree {
      for stage in stride(from: 4, through: 0, by: -1) {
        let source = stage == 0 ? target.coefficients[term] : stages[stage - 1].coefficients[term]
        let value = stages[stage].coefficients[term]
        stages[stage].coefficients[term] = value.adding(source - value, times: factor)
      }
    }
  }
}

extension GainCurve {
  /// Whether the section is the base at all positions.
  var isZero: Bool {
    for index in 0..<Self.degree where coefficients[index] != .zero { return false }
    return true
  }
}

/// Fits a section to an analog prototype at one sample rate, for all types without fitted tables.
///
/// On the unit circle, the squared magnitude of a section is a quotient of two quadratics in u = tan²(w/2)/tan²(w₀/2)
/// (M. Vicanek, Matched second order digital filters, section 2). The fit starts with the quotient that results from the prototype if
/// w² is replaced by the function w₀²·u(1 + c)/(1 + c·u) that is exact at 0 Hz and at w₀. Damped Gauss-Newton steps then minimize
/// the squared relative errors at 28 frequencies, and further steps with increasing weights of the largest errors minimize the
/// maximum (C. L. Lawson). Their number is fixed, so the time is bounded, and the result is a continuous function of the parameters.
///
/// The variables are the logarithms of the coefficients of `MatchedFactors`, so all poles and zeros stay inside the unit circle.
struct SectionFit: Sendable {
  /// The number of steps.
  private static var steps: Int { 10 }
  /// The number of steps of a section in a series. Further steps would move the errors of all sections to the same frequencies.
  private static var stepsInSeries: Int { 5 }
  /// The number of steps that minimize the squared errors.
  private static var plainSteps: Int { 4 }

  private let period: Double
  /// The upper edge of the band in radians per frame.
  private let edge: Double
  /// w² and tan²(w/2) at twelve equidistant frequencies up to the edge.
  private let squares, tangents: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// - Parameter rate: sample rate in hertz, above 0.
  init(rate: Double) {
    period = 1 / rate
    let edge = Double.pi * min(MatchedBand.widest, 40_000 / rate)
    self.edge = edge
    func point(_ index: Int) -> (Double, Double) {
      let angle = edge * Double(index) / 12
      return (angle * angle, Self.squaredTangent(0.5 * angle))
    }
    func points(_ first: Int) -> (SIMD4<Double>, SIMD4<Double>) {
      let (a, b, c, d) = (point(first), point(first + 1), point(first + 2), point(first + 3))
      return (SIMD4(a.0, b.0, c.0, d.0), SIMD4(a.1, b.1, c.1, d.1))
    }
    let (low, middle, high) = (points(1), points(5), points(9))
    squares = (low.0, middle.0, high.0)
    tangents = (low.1, middle.1, high.1)
  }

  @inline(__always)
  private static func squaredTangent(_ angle: Double) -> Double {
    let wave = SineCosine(angle: angle)
    let tangent = wave.sine / wave.cosine
    return tangent * tangent
  }

  /// The section that fits a prototype.
  ///
  /// - Parameters:
  ///   - frequency: hertz, above 0. The limit is 0.49 of the rate.
  ///   - q: the larger Q of the prototype.
  ///   - isInSeries: whether the section is one of several in a filter.
  @inline(never)
  func section(
    _ prototype: BandPrototype, frequency: Double, q: Double, isInSeries: Bool = false
  ) -> SVFCoefficients {
    let center = 2 * Double.pi * min(frequency * period, 0.49)
    let square = Self.squaredTangent(0.5 * center)
    var points = FitPoints()
    let (inverse, scale) = (1 / (center * center), 1 / square)
    points.set(0, squares.0 * inverse, tangents.0 * scale, prototype)
    points.set(1, squares.1 * inverse, tangents.1 * scale, prototype)
    points.set(2, squares.2 * inverse, tangents.2 * scale, prototype)
    let width = 0.5 / max(q, 0.4)
    for group in 0..<4 {
      let (near, ratio) = Self.distances(group, of: prototype)
      func angle(_ lane: Int) -> Double { min(center * ratio * exponential(near[lane] * width), edge) }
      let angles = SIMD4(angle(0), angle(1), angle(2), angle(3))
      func tangent(_ lane: Int) -> Double { Self.squaredTangent(0.5 * angles[lane]) }
      points.set(
        3 + group, angles * angles * inverse, SIMD4(tangent(0), tangent(1), tangent(2), tangent(3)) * scale, prototype)
    }
    var factors = FitFactors(prototype, curvature: max(4 * square * inverse - 1, 0))
    for step in 0..<(isInSeries ? Self.stepsInSeries : Self.steps) {
      factors.improve(&points, changesWeights: step >= Self.plainSteps)
    }
    return factors.coefficients(tangent: squareRoot(square), gain: prototype.gain)
  }

  /// The logarithms of four frequencies near one of the prototype, in relation to its bandwidth, and that frequency.
  @inline(__always)
  private static func distances(_ group: Int, of prototype: BandPrototype) -> (SIMD4<Double>, Double) {
    let (first, second) = prototype.frequencies
    if first == second {
      return switch group {
      case 0: (SIMD4(-7, -5, -3.6, -2.6), 1)
      case 1: (SIMD4(-1.8, -1.2, -0.7, -0.25), 1)
      case 2: (SIMD4(0.25, 0.7, 1.2, 1.8), 1)
      default: (SIMD4(2.6, 3.6, 5, 7), 1)
      }
    }
    return (
      group & 1 == 0 ? SIMD4(-3.4, -1.8, -0.9, -0.25) : SIMD4(0.25, 0.9, 1.8, 3.4), group < 2 ? first : second
    )
  }
}

/// The frequencies of a fit, the squared magnitudes of the prototype there, and the weights of their errors.
struct FitPoints {
  static var groups: Int { 7 }

  private(set) var variables = InlineArray<7, SIMD4<Double>>(repeating: .zero)
  private(set) var targets = InlineArray<7, SIMD4<Double>>(repeating: .zero)
  var weights = InlineArray<7, SIMD4<Double>>(repeating: .zero)
  var errors = InlineArray<7, SIMD4<Double>>(repeating: .zero)

  /// - Parameters:
  ///   - y: (w/w₀)².
  ///   - u: tan²(w/2)/tan²(w₀/2).
  @inline(__always)
  mutating func set(_ group: Int, _ y: SIMD4<Double>, _ u: SIMD4<Double>, _ prototype: BandPrototype) {
    let (n, d) = (prototype.numerator, prototype.denominator)
    variables[group] = u
    let target = (n.0 + y * (n.1 + y * n.2)) / (d.0 + y * (d.1 + y * d.2))
    targets[group] = target
    // A relative error at a zero of the prototype has no meaning.
    weights[group] = target / (target + SIMD4(repeating: 1e-9))
  }
}

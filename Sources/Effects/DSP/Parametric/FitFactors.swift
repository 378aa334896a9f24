/// The section during a fit: level·(zero² + (numeratorFirst² - 2·zero·numeratorSecond)u + numeratorSecond²·u²) in relation to the same for
/// the denominator, whose `zero` is 1.
struct FitFactors {
  /// The damping of the steps, in relation to the diagonal of the normal equations.
  private static var damping: Double { 1e-3 }
  /// The smallest factor by which a step changes a weight.
  private static var leastFactor: Double { 0.03 }

  private var numeratorFirst, numeratorSecond, first, second: Double
  /// The numerator at 0 Hz: 1, or 0 for a filter with zeros there.
  private let zero: Double
  private var level = 1.0
  private let hasFixedZeros: Bool

  /// The start of the fit: w² is replaced by w₀²·u(1 + curvature)/(1 + curvature·u).
  init(_ prototype: BandPrototype, curvature c: Double) {
    /// The coefficients of u and u² of a quadratic in y, times (1 + c·u)².
    func mapped(_ p: (Double, Double, Double)) -> (Double, Double) {
      (2 * c * p.0 + p.1 * (1 + c), c * c * p.0 + p.1 * c * (1 + c) + p.2 * (1 + c) * (1 + c))
    }
    let (n, d) = (mapped(prototype.numerator), mapped(prototype.denominator))
    zero = prototype.numerator.0
    hasFixedZeros = prototype.hasFixedZeros
    second = squareRoot(max(d.1, 1e-30))
    first = squareRoot(max(d.0 + 2 * second, 1e-30))
    numeratorSecond = hasFixedZeros ? 1 : squareRoot(max(n.1, 1e-30))
    numeratorFirst = hasFixedZeros ? 0 : squareRoot(max(n.0 + 2 * zero * numeratorSecond, 0))
  }

  /// Makes a step of the fit.
  ///
  /// - Parameter changesWeights: whether to raise the weights of the largest errors first.
  @inline(__always)
  mutating func improve(_ points: inout FitPoints, changesWeights: Bool) {
    var equations = NormalEquations()
    let (n1, n2) = (numeratorFirst * numeratorFirst, numeratorSecond * numeratorSecond)
    let (d1, d2) = (first * first, second * second)
    if changesWeights { raiseWeights(&points) }
    for group in 0..<FitPoints.groups {
      let u = points.variables[group]
      let square = u * u
      let n = level * (zero + (n1 - 2 * zero * numeratorSecond) * u + n2 * square)
      let d = 1 + (d1 - 2 * second) * u + d2 * square
      let target = points.targets[group] * d
      // Nearly the logarithm of the ratio.
      let error = 2 * (n - target) / (n + target + SIMD4(repeating: 1e-200))
      points.errors[group] = error
      let (overN, overD) = (SIMD4(repeating: 2 * level) / (n + SIMD4(repeating: 1e-200)), SIMD4(repeating: -2) / d)
      let zeros =
        hasFixedZeros
        ? (SIMD4(repeating: 1), SIMD4<Double>.zero)
        : (n1 * u * overN, (n2 * square - zero * numeratorSecond * u) * overN)
      equations.add(
        (d1 * u * overD, (d2 * square - second * u) * overD, zeros.0, zeros.1), error, weight: points.weights[group])
    }
    let step = equations.solution(damping: Self.damping)
    first *= exponential(step[0])
    second *= exponential(step[1])
    if hasFixedZeros {
      level *= exponential(step[2])
    } else {
      numeratorFirst *= exponential(step[2])
      numeratorSecond *= exponential(step[3])
    }
  }

  /// Multiplies each weight by the square root of the size of its last error in relation to the largest one. With the size
  /// itself, the weights oscillate between the frequencies.
  @inline(__always)
  private func raiseWeights(_ points: inout FitPoints) {
    var largest = 1e-24
    for group in 0..<FitPoints.groups {
      let error = points.errors[group]
      let squares = error * error
      largest = max(largest, max(max(squares[0], squares[1]), max(squares[2], squares[3])))
    }
    let scale = 1 / largest
    for group in 0..<FitPoints.groups {
      let error = points.errors[group]
      let factor = (error * error * scale).squareRoots.squareRoots
      points.weights[group] = points.weights[group] * (Self.leastFactor + factor)
    }
  }

  /// - Parameters:
  ///   - tangent: tan(w₀/2).
  ///   - gain: the amplitude of the whole response.
  func coefficients(tangent: Double, gain: Double) -> SVFCoefficients {
    let amplitude = gain * (hasFixedZeros ? squareRoot(level) : 1)
    return SVFCoefficients(
      numerator: (amplitude * zero, amplitude * numeratorFirst, amplitude * numeratorSecond), first: first,
      second: second,
      tangent: tangent)
  }
}

/// The normal equations of four variables.
struct NormalEquations {
  private typealias Sums = SIMD4<Double>
  // The lower triangle, row by row.
  private var h00 = Sums.zero
  private var (h10, h11) = (Sums.zero, Sums.zero)
  private var (h20, h21, h22) = (Sums.zero, Sums.zero, Sums.zero)
  private var (h30, h31, h32, h33) = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)
  private var (g0, g1, g2, g3) = (Sums.zero, Sums.zero, Sums.zero, Sums.zero)

  /// Adds four errors with their derivatives.
  @inline(__always)
  mutating func add(
    _ slopes: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>), _ errors: SIMD4<Double>,
    weight: SIMD4<Double>
  ) {
    let (a, b, c, d) = slopes
    let (wa, wb, wc, wd) = (weight * a, weight * b, weight * c, weight * d)
    h00 += wa * a
    h10 += wb * a
    h11 += wb * b
    h20 += wc * a
    h21 += wc * b
    h22 += wc * c
    h30 += wd * a
    h31 += wd * b
    h32 += wd * c
    h33 += wd * d
    g0 += wa * errors
    g1 += wb * errors
    g2 += wc * errors
    g3 += wd * errors
  }

  @inline(__always) private static func sum(_ x: Sums) -> Double { (x[0] + x[1]) + (x[2] + x[3]) }

  /// The step that minimizes the sum of the squares, limited to 0.7 in each variable (Cholesky's factors without roots).
  @inline(never)
  func solution(damping: Double) -> SIMD4<Double> {
    let factor = 1 + damping
    func diagonal(_ x: Sums) -> Double { Self.sum(x) * factor + 1e-12 }
    let d0 = diagonal(h00)
    let l10 = Self.sum(h10) / d0
    let (l20, l30) = (Self.sum(h20) / d0, Self.sum(h30) / d0)
    let d1 = diagonal(h11) - l10 * l10 * d0
    let l21 = (Self.sum(h21) - l20 * l10 * d0) / d1
    let l31 = (Self.sum(h31) - l30 * l10 * d0) / d1
    let d2 = diagonal(h22) - l20 * l20 * d0 - l21 * l21 * d1
    let l32 = (Self.sum(h32) - l30 * l20 * d0 - l31 * l21 * d1) / d2
    let d3 = diagonal(h33) - l30 * l30 * d0 - l31 * l31 * d1 - l32 * l32 * d2
    let y0 = -Self.sum(g0)
    let y1 = -Self.sum(g1) - l10 * y0
    let y2 = -Self.sum(g2) - l20 * y0 - l21 * y1
    let y3 = -Self.sum(g3) - l30 * y0 - l31 * y1 - l32 * y2
    let x3 = y3 / d3
    let x2 = y2 / d2 - l32 * x3
    let x1 = y1 / d1 - l21 * x2 - l31 * x3
    let x0 = y0 / d0 - l10 * x1 - l20 * x2 - l30 * x3
    func limited(_ x: Double) -> Double { max(-0.7, min(0.7, x)) }
    return SIMD4(limited(x0), limited(x1), limited(x2), limited(x3))
  }
}

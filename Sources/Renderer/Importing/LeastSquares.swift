import Glibc

/// Bells, and two shelves if wanted, whose sum and a constant come closest to levels: one band after the other where the
/// difference is largest, then all of them by the method of Levenberg and Marquardt.
struct LeastSquares {
  private(set) var filters: [EQFilter] = []
  /// In decibels.
  private(set) var offset: Double
  private let target: [Double]
  private let grid: [Double]

  init(_ target: [Double], _ grid: [Double], _ count: Int, hasShelves: Bool) {
    (self.target, self.grid) = (target, grid)
    offset = target.sorted()[target.count / 2]
    if hasShelves, count > 2 {
      filters = [
        EQFilter(kind: .lowShelf, frequency: 100, gain: target[0] - offset, q: 0.7),
        EQFilter(kind: .highShelf, frequency: 8000, gain: target[target.count - 1] - offset, q: 0.7),
      ]
      limit()
      refine(steps: 20)
    }
    while filters.count < count {
      let residuals = residuals.prefix(grid.count)
      let worst = residuals.indices.max { abs(residuals[$0]) < abs(residuals[$1]) }!
      filters.append(EQFilter(kind: .bell, frequency: grid[worst], gain: -residuals[worst], q: 1.4))
      limit()
      refine(steps: 12)
    }
    refine(steps: 150)
  }

  /// The sum of the squares of all residuals.
  var error: Double { residuals.reduce(0) { $0 + $1 * $1 } }

  /// The differences from the target, and a small part of each gain, so that bands do not raise what others lower.
  private var residuals: [Double] {
    grid.indices.map { index in filters.reduce(offset - target[index]) { $0 + $1.level(at: grid[index]) } }
      + filters.map { Self.gainWeight * $0.gain }
  }

  private static let gainWeight = 0.02

  /// The offset, and logarithm of the frequency, gain and logarithm of Q of each filter.
  private var parameters: [Double] {
    get { [offset] + filters.flatMap { [log($0.frequency), $0.gain, log($0.q)] } }
    set {
      offset = newValue[0]
      for index in filters.indices {
        filters[index].frequency = exp(newValue[1 + 3 * index])
        filters[index].gain = newValue[2 + 3 * index]
        filters[index].q = exp(newValue[3 + 3 * index])
      }
    }
  }

  private mutating func limit() {
    func limited(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      min(max(value, range.lowerBound), range.upperBound)
    }
    for index in filters.indices {
      filters[index].frequency = limited(filters[index].frequency, EQFit.frequencies)
      filters[index].gain = limited(filters[index].gain, EQFit.gains)
      // A shelf of higher Q has peaks, and a narrow bell between two points could have any gain.
      filters[index].q = limited(filters[index].q, filters[index].kind == .bell ? 0.2...10 : 0.2...1.2)
    }
  }

  private mutating func refine(steps: Int) {
    var damping = 1e-2
    var present = error
    for _ in 0..<steps {
      let (start, residuals) = (parameters, residuals)
      guard let step = Self.step(jacobian, residuals, damping) else { return }
      var next = self
      next.parameters = zip(start, step).map { $0 - $1 }
      next.limit()
      let error = next.error
      if error < present {
        self = next
        if present - error < 1e-9 * present { return }
        (present, damping) = (error, max(damping / 4, 1e-9))
      } else {
        damping *= 4
        if damping > 1e9 { return }
      }
    }
  }

  /// The derivatives of the differences by each parameter.
  private var jacobian: [[Double]] {
    let distance = 1e-5
    let ofFilters = filters.enumerated().flatMap { index, filter in
      let levels = grid.map(filter.level)
      var moved = [filter, filter, filter]
      moved[0].frequency *= exp(distance)
      moved[1].gain += distance
      moved[2].q *= exp(distance)
      return moved.enumerated().map { parameter, filter in
        zip(grid, levels).map { (filter.level(at: $0) - $1) / distance }
          + filters.indices.map { $0 == index && parameter == 1 ? Self.gainWeight : 0 }
      }
    }
    return [grid.map { _ in 1 } + filters.map { _ in 0 }] + ofFilters
  }

  /// Solves (JᵀJ + damping·diagonal) step = Jᵀr.
  private static func step(_ jacobian: [[Double]], _ residuals: [Double], _ damping: Double) -> [Double]? {
    func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    var matrix = jacobian.map { row in jacobian.map { product(row, $0) } + [product(row, residuals)] }
    for index in matrix.indices { matrix[index][index] += damping * (matrix[index][index] + 1e-6) }
    for pivot in matrix.indices {
      let best = (pivot..<matrix.count).max { abs(matrix[$0][pivot]) < abs(matrix[$1][pivot]) }!
      matrix.swapAt(pivot, best)
      guard abs(matrix[pivot][pivot]) > 1e-14 else { return nil }
      for row in matrix.indices where row != pivot {
        let factor = matrix[row][pivot] / matrix[pivot][pivot]
        if factor == 0 { continue }
        for column in pivot...matrix.count { matrix[row][column] -= factor * matrix[pivot][column] }
      }
    }
    return matrix.indices.map { matrix[$0][matrix.count] / matrix[$0][$0] }
  }
}

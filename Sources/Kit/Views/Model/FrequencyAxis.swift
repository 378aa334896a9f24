import CMath

/// A logarithmic axis of frequencies.
public struct FrequencyAxis {
  /// The ends of the axis in hertz.
  public let range: ClosedRange<Double>
  private let start: Double
  private let decades: Double

  public init(_ range: ClosedRange<Double> = 20...20_000) {
    self.range = range
    start = log10(range.lowerBound)
    decades = log10(range.upperBound) - start
  }

  /// The place of a frequency: 0 at the lower end, 1 at the upper end.
  public func position(_ frequency: Double) -> Double { (log10(max(frequency, 1e-9)) - start) / decades }

  /// The frequency at a place.
  public func frequency(_ position: Double) -> Double { exp10(start + position * decades) }

  /// The lines of the grid, from the lower end on: 1, 2, 3 ... 9 in each decade.
  ///
  /// - Parameter body: gets the frequency and its leading digit.
  func forEachLine(_ body: (_ frequency: Double, _ digit: Int) -> Void) {
    var decade = 1.0
    while decade <= range.upperBound {
      for digit in 1...9 {
        let frequency = decade * Double(digit)
        if frequency >= range.lowerBound * 0.999 && frequency <= range.upperBound * 1.001 { body(frequency, digit) }
      }
      decade *= 10
    }
  }
}

/// A linear axis of levels in decibels.
public struct LevelAxis {
  /// The ends of the axis in decibels.
  public let range: ClosedRange<Double>
  /// The distance of the lines with a number, in decibels.
  public let step: Double

  public init(_ range: ClosedRange<Double>, step: Double) {
    self.range = range
    self.step = step
  }

  /// The height of the axis in decibels.
  public var span: Double { range.upperBound - range.lowerBound }

  /// The place of a level: 0 at the lower end, 1 at the upper end; limited to -1...2, because cairo limits coordinates.
  public func position(_ level: Double) -> Double { max(-1, min(2, (level - range.lowerBound) / span)) }
}

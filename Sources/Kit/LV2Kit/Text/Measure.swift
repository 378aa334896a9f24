/// What a unit measures, and its size.
package enum Measure {
  /// In hertz.
  case frequency(Double)
  /// In seconds.
  case time(Double)
  /// In octaves.
  case interval(Double)

  /// The measure of a unit, or nil if numbers in it are not converted.
  package init?(_ unit: Unit) {
    switch unit {
    case .hertz: self = .frequency(1)
    case .beatsPerMinute: self = .frequency(1.0 / 60)
    case .seconds: self = .time(1)
    case .milliseconds: self = .time(0.001)
    case .octaves: self = .interval(1)
    case .semitones: self = .interval(1.0 / 12)
    case .cents: self = .interval(1.0 / 1200)
    default: return nil
    }
  }

  /// Converts a number in this unit to another one, or returns nil. A frequency becomes its period.
  package func convert(_ number: Double, to other: Measure) -> Double? {
    switch (self, other) {
    case (.frequency(let size), .frequency(let otherSize)), (.time(let size), .time(let otherSize)),
      (.interval(let size), .interval(let otherSize)):
      number * (size / otherSize)
    case (.frequency(let size), .time(let otherSize)), (.time(let size), .frequency(let otherSize)):
      1 / (size * otherSize) / number
    default: nil
    }
  }
}

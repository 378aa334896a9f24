import CMath
import LV2Kit

/// Movements of a value by steps of keys and wheels, and over a part of the range.
extension ControlPort {
  private var isLogarithmic: Bool { if case .logarithmic = scale { minimum > 0 } else { false } }

  /// The value after a movement over a part of the range: 1 is from the minimum to the maximum.
  public func moved(_ value: Float, by part: Double) -> Float {
    guard isLogarithmic else { return Float(Double(value) + part * Double(maximum - minimum)) }
    return Float(Double(value) * exp10(part * log10(Double(maximum / minimum))))
  }

  /// The part of the range below a value, 0 to 1.
  public func position(_ value: Float) -> Double {
    guard isLogarithmic else { return Double((value - minimum) / (maximum - minimum)) }
    return log10(Double(value / minimum)) / log10(Double(maximum / minimum))
  }

  /// The value after some steps: a semitone for frequencies and times, 0.5 dB for levels, one step of an enumeration, and
  /// a hundredth of the range otherwise.
  ///
  /// - Parameters:
  ///   - steps: the number of steps, negative for lower values.
  ///   - isFine: whether a step is a tenth. It has no effect on enumerations, integers and toggles.
  public func stepped(_ value: Float, by steps: Double, isFine: Bool) -> Float {
    let size = steps * (isFine ? 0.1 : 1)
    switch (scale, unit) {
    case (.steps(let step), _): return value + Float(steps) * step
    case (.integers, _), (.choice, _), (.toggle, _): return value + Float(steps)
    case (.logarithmic, .hertz), (.logarithmic, .milliseconds): return Float(Double(value) * exp2(size / 12))
    case (_, .decibels): return value + Float(0.5 * size)
    case (_, .percent): return value + Float(size)
    default: return moved(value, by: 0.01 * size)
    }
  }
}

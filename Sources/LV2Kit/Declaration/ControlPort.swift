/// The declaration of one control port.
///
/// This is the only place that holds the port's symbol, range and default value: the compiled plug-in and the Turtle
/// files are both generated from it.
public struct ControlPort: Sendable {
  /// Whether the host or the plug-in writes the value.
  public enum Direction: Sendable { case input, output }

  public let direction: Direction
  /// The port symbol: a C identifier, unique in the plug-in.
  ///
  /// Do not change a symbol after a release: sessions and automation refer to it.
  public let symbol: StaticString
  /// The label that hosts show beside the control.
  public let name: StaticString
  public let minimum: Float
  public let maximum: Float
  /// The default value of an input, in `minimum...maximum`.
  public let initial: Float
  public let unit: Unit
  public let scale: Scale
  /// The text after the number in the label of each scale point. It applies to the scale `.steps` only.
  public let stepLabel: StaticString
  /// A description of one or two sentences, for the user of the plug-in.
  public let comment: StaticString

  /// Declares a control input, a value that the host sets.
  ///
  /// Hosts may send any value: the effect reads values outside `range` as the nearest bound, and NaN as `initial`.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - range: the minimum and the maximum, in `unit`.
  ///   - initial: the default value, within `range`.
  ///   - unit: the unit of `range` and `initial`.
  ///   - scale: how hosts map the range to a knob.
  ///   - stepLabel: the text after the number of each step.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  @inline(__always)
  public static func input(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, initial: Float, unit: Unit = .none,
    scale: Scale = .linear, stepLabel: StaticString = "", comment: StaticString
  ) -> ControlPort {
    ControlPort(
      direction: .input, symbol: symbol, name: name, minimum: range.lowerBound, maximum: range.upperBound,
      initial: initial, unit: unit, scale: scale, stepLabel: stepLabel, comment: comment)
  }

  /// Declares a control output, a value that the effect writes once in each cycle.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - range: the minimum and the maximum, in `unit`; the kit limits what the effect writes to it.
  ///   - unit: the unit of `range`.
  ///   - scale: how hosts map the range to a meter.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  @inline(__always)
  public static func output(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, unit: Unit = .none,
    scale: Scale = .linear, comment: StaticString
  ) -> ControlPort {
    ControlPort(
      direction: .output, symbol: symbol, name: name, minimum: range.lowerBound, maximum: range.upperBound,
      initial: range.lowerBound, unit: unit, scale: scale, stepLabel: "", comment: comment)
  }

  /// Returns a valid value of the port: `initial` if `value` is NaN, or else the nearest value within the bounds.
  ///
  /// If the scale is `.steps`, the result is a whole multiple of the step.
  @inline(__always)
  public func sanitized(_ value: Float) -> Float {
    guard value == value else { return initial }
    let limited = value < minimum ? minimum : value > maximum ? maximum : value
    if case .steps(let step) = scale { return (limited / step).rounded() * step }
    return limited
  }
}

/// The unit of a control port, from the LV2 Units vocabulary.
public enum Unit: Sendable {
  /// A pure number, such as Q.
  case none
  case hertz, decibels, milliseconds, percent
}

/// How a host maps the range of a control to a knob or a fader.
public enum Scale: Sendable {
  case linear
  /// Equal distances are equal ratios (pprops:logarithmic). Both bounds must be above zero.
  case logarithmic
  /// Only whole multiples of `step` are valid (lv2:enumeration); the kit rounds to the nearest.
  ///
  /// Each multiple within the range has a scale point, labelled with its number and the port's `stepLabel`.
  case steps(of: Float)
}

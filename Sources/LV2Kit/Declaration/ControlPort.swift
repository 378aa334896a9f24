/// The declaration of one control port: the only place where its symbol, range and default are written down.
///
/// The compiled plug-in reads the range and the default, `lv2ttl` reads all of it and writes the Turtle.
public struct ControlPort: Sendable {
  public enum Direction: Sendable { case input, output }

  public let direction: Direction
  /// A C identifier, unique in the plug-in. It never changes once released: sessions and automation refer to it.
  public let symbol: StaticString
  /// What a musician reads beside the knob.
  public let name: StaticString
  public let minimum: Float
  public let maximum: Float
  /// The value of a fresh instance, within the bounds.
  public let initial: Float
  public let unit: Unit
  public let scale: Scale
  /// What follows the number in the label of a scale point, where `scale` is `.steps`.
  public let stepLabel: StaticString
  /// One or two sentences for a musician.
  public let comment: StaticString

  /// A control that the host sets. Values outside `range` are limited to it, and NaN reads as `initial`.
  @inline(__always)
  public static func input(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, initial: Float, unit: Unit = .none,
    scale: Scale = .linear, stepLabel: StaticString = "", comment: StaticString
  ) -> ControlPort {
    ControlPort(
      direction: .input, symbol: symbol, name: name, minimum: range.lowerBound, maximum: range.upperBound,
      initial: initial, unit: unit, scale: scale, stepLabel: stepLabel, comment: comment)
  }

  /// A value that the plug-in shows: written once in every `run`, within `range`.
  @inline(__always)
  public static func output(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, unit: Unit = .none,
    scale: Scale = .linear, comment: StaticString
  ) -> ControlPort {
    ControlPort(
      direction: .output, symbol: symbol, name: name, minimum: range.lowerBound, maximum: range.upperBound,
      initial: range.lowerBound, unit: unit, scale: scale, stepLabel: "", comment: comment)
  }

  /// What an effect may compute with: `value` within the bounds, on a step where there are steps, never NaN.
  @inline(__always)
  public func sanitised(_ value: Float) -> Float {
    guard value == value else { return initial }
    let limited = value < minimum ? minimum : value > maximum ? maximum : value
    if case .steps(let step) = scale { return (limited / step).rounded() * step }
    return limited
  }
}

/// The declaration of one port of a ``ControlSet``.
///
/// This is the only place that holds the port's symbol, range and default value: the compiled plug-in and the Turtle
/// files are both generated from it.
public struct ControlPort: Sendable {
  public enum Kind: Sendable {
    /// One value in each cycle, which the host sets.
    case input
    /// One value in each cycle, which the effect writes.
    case output
    /// One value for each frame, which another plug-in writes: a control voltage.
    case cvInput
    /// One value for each frame, which the effect writes.
    case cvOutput
  }

  public let kind: Kind
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
  public let smoothing: Smoothing
  /// The name of the group of controls to which the port belongs, or an empty string.
  public let group: StaticString
  /// A description of one or two sentences, for the user of the plug-in.
  public let comment: StaticString
  public let properties: PortProperties
  #if !hasFeature(Embedded)
    /// The labels of the values 0, 1, 2 ... of a choice.
    private(set) var choices: [String] = []
    private(set) var location: SourceLocation?
  #endif

  @inline(__always)
  private init(
    _ kind: Kind, _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, initial: Float, unit: Unit,
    scale: Scale, stepLabel: StaticString = "", smoothing: Smoothing = .none,
    properties: PortProperties = PortProperties(),
    group: StaticString, comment: StaticString
  ) {
    self.kind = kind
    self.symbol = symbol
    self.name = name
    minimum = range.lowerBound
    maximum = range.upperBound
    self.initial = initial
    self.unit = unit
    self.scale = scale
    self.stepLabel = stepLabel
    self.smoothing = smoothing
    self.group = group
    self.comment = comment
    self.properties = properties
  }

  @inline(__always)
  private func located(_ file: StaticString, _ line: Int) -> ControlPort {
    #if hasFeature(Embedded)
      return self
    #else
      var port = self
      port.location = SourceLocation(file: file, line: line)
      return port
    #endif
  }

  // MARK: Control inputs

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
  ///   - smoothing: how fast the value that ``Block/ramp(_:)`` returns follows the port.
  ///   - properties: further properties, for hosts.
  ///   - group: the name of a group of related controls.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func input(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, initial: Float, unit: Unit = .none,
    scale: Scale = .linear, stepLabel: StaticString = "", smoothing: Smoothing = .none,
    properties: PortProperties = PortProperties(), group: StaticString = "", comment: StaticString,
    file: StaticString = #filePath, line: Int = #line
  ) -> ControlPort {
    ControlPort(
      .input, symbol, name, range, initial: initial, unit: unit, scale: scale, stepLabel: stepLabel,
      smoothing: smoothing, properties: properties, group: group, comment: comment
    ).located(file, line)
  }

  /// Declares a control input with whole numbers.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - range: the minimum and the maximum, in `unit`.
  ///   - initial: the default value, within `range`.
  ///   - unit: the unit of `range` and `initial`.
  ///   - properties: further properties, for hosts.
  ///   - group: the name of a group of related controls.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func integer(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Int>, initial: Int, unit: Unit = .none,
    properties: PortProperties = PortProperties(), group: StaticString = "", comment: StaticString,
    file: StaticString = #filePath, line: Int = #line
  ) -> ControlPort {
    ControlPort(
      .input, symbol, name, Float(range.lowerBound)...Float(range.upperBound), initial: Float(initial), unit: unit,
      scale: .integers, properties: properties, group: group, comment: comment
    ).located(file, line)
  }

  /// Declares a switch, whose value is 0 or 1.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - initial: the default value.
  ///   - properties: further properties, for hosts.
  ///   - group: the name of a group of related controls.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func toggle(
    _ symbol: StaticString, _ name: StaticString, initial: Bool, properties: PortProperties = PortProperties(),
    group: StaticString = "", comment: StaticString, file: StaticString = #filePath, line: Int = #line
  ) -> ControlPort {
    ControlPort(
      .input, symbol, name, 0...1, initial: initial ? 1 : 0, unit: .none, scale: .toggle, properties: properties,
      group: group, comment: comment
    ).located(file, line)
  }

  /// Declares a choice between the cases of an enumeration, whose labels hosts show.
  ///
  /// ``Block/choice(_:as:)`` returns the case.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - options: the enumeration.
  ///   - initial: the default value.
  ///   - properties: further properties, for hosts.
  ///   - group: the name of a group of related controls.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func choice<Options: Choice>(
    _ symbol: StaticString, _ name: StaticString, of options: Options.Type, initial: Options,
    properties: PortProperties = PortProperties(), group: StaticString = "", comment: StaticString,
    file: StaticString = #filePath, line: Int = #line
  ) -> ControlPort {
    var port = ControlPort(
      .input, symbol, name, 0...Float(Options.count - 1), initial: Float(initial.rawValue), unit: .none,
      scale: .choice, properties: properties, group: group, comment: comment)
    #if !hasFeature(Embedded)
      port.choices = (0..<Options.count).compactMap { Options(rawValue: $0)?.label.description }
    #endif
    return port.located(file, line)
  }

  // MARK: Other ports

  /// Declares a control output, a value that the effect writes once in each cycle.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - range: the minimum and the maximum, in `unit`; the kit limits what the effect writes to it.
  ///   - unit: the unit of `range`.
  ///   - scale: how hosts map the range to a meter.
  ///   - group: the name of a group of related controls.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func output(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, unit: Unit = .none,
    scale: Scale = .linear, group: StaticString = "", comment: StaticString, file: StaticString = #filePath,
    line: Int = #line
  ) -> ControlPort {
    ControlPort(
      .output, symbol, name, range, initial: range.lowerBound, unit: unit, scale: scale, group: group,
      comment: comment
    ).located(file, line)
  }

  /// Declares a CV input: a control with one value for each frame, which ``Block/cv(_:)`` returns.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - range: the minimum and the maximum, in `unit`. The kit limits the values to it.
  ///   - initial: the value while the port is not connected.
  ///   - unit: the unit of `range`.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func cvInput(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, initial: Float, unit: Unit = .none,
    comment: StaticString, file: StaticString = #filePath, line: Int = #line
  ) -> ControlPort {
    ControlPort(
      .cvInput, symbol, name, range, initial: initial, unit: unit, scale: .linear, group: "", comment: comment
    ).located(file, line)
  }

  /// Declares a CV output, which the effect writes through ``Block/cvOutput(_:)``.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in.
  ///   - name: the label that hosts show.
  ///   - range: the minimum and the maximum, in `unit`.
  ///   - unit: the unit of `range`.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func cvOutput(
    _ symbol: StaticString, _ name: StaticString, _ range: ClosedRange<Float>, unit: Unit = .none,
    comment: StaticString, file: StaticString = #filePath, line: Int = #line
  ) -> ControlPort {
    ControlPort(
      .cvOutput, symbol, name, range, initial: range.lowerBound, unit: unit, scale: .linear, group: "",
      comment: comment
    ).located(file, line)
  }

  /// Returns a valid value of the port: `initial` if `value` is NaN, or else the nearest value within the bounds.
  ///
  /// Steps, integers, toggles and choices are rounded to the nearest valid value.
  @inline(__always)
  public func sanitized(_ value: Float) -> Float {
    guard value == value else { return initial }
    let limited = value < minimum ? minimum : value > maximum ? maximum : value
    switch scale {
    case .linear, .logarithmic: return limited
    case .steps(let step): return (limited / step).rounded() * step
    case .integers, .choice: return limited.rounded()
    case .toggle: return limited > 0 ? 1 : 0
    }
  }
}

/// The options of a choice: an enumeration whose raw values count from 0.
public protocol Choice: RawRepresentable, Sendable where RawValue == Int {
  /// The label that hosts show.
  var label: StaticString { get }
}

extension Choice {
  /// The number of options. The optimizer folds it to a constant.
  @inline(__always)
  static var count: Int {
    var count = 0
    while Self(rawValue: count) != nil { count &+= 1 }
    return count
  }
}

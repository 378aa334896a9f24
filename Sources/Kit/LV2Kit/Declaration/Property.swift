/// The properties of an effect: an enumeration whose raw values count from 0. It has at most ``Limits/propertyCount``
/// cases.
///
/// A property is a value without a port. The host saves it in its sessions and presets, and can show and change it
/// through the messages of the LV2 patch extension.
public protocol PropertySet: RawRepresentable, Sendable where RawValue == Int {
  /// The declaration of this property.
  var declaration: Property { get }
  /// Whether there are no properties: true for ``NoProperties`` alone.
  static var isEmpty: Bool { get }
}

/// The properties of an effect without properties.
public struct NoProperties: PropertySet {
  public let rawValue: Int
  @inline(__always) public init?(rawValue: Int) { return nil }
  @inline(__always) public static var isEmpty: Bool { true }
  public var declaration: Property { .text("none", "None", comment: "Does not exist.") }
}

extension PropertySet {
  @inline(__always) public static var isEmpty: Bool { false }

  /// The bit of the property in sets of properties.
  @inline(__always) var bit: UInt32 { 1 << UInt32(rawValue) }
}

/// The declaration of one property of a ``PropertySet``. Its URI is that of the plug-in, "#" and the symbol.
public struct Property: Sendable {
  public enum Kind: Sendable {
    /// A number with the range, the unit and the scale of a control input.
    case control
    case text
    /// The path of a file.
    case file
  }

  public let kind: Kind
  /// The symbol, the label and the comment; for `.control` also the range.
  public let control: ControlPort

  /// The type of a value in the atom vocabulary.
  package enum ValueType {
    case float, int, bool, string, path
  }

  /// The type in which the value is saved and sent.
  package var valueType: ValueType {
    switch kind {
    case .text: return .string
    case .file: return .path
    case .control:
      switch control.scale {
      case .linear, .logarithmic: return .float
      case .toggle: return .bool
      case .integers, .choice, .steps: return .int
      }
    }
  }

  @inline(__always)
  private init(_ kind: Kind, _ control: ControlPort) {
    self.kind = kind
    self.control = control
  }

  /// Declares a number, a switch or a choice.
  ///
  /// - Parameter control: a control input without smoothing. Its symbol is not that of a port.
  @inline(__always)
  public static func control(_ control: ControlPort) -> Property { Property(.control, control) }

  /// Declares a text of at most ``Limits/textLength`` bytes in UTF-8. It is empty at first.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in. Do not change it after a release: sessions refer to it.
  ///   - name: the label that hosts show.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func text(
    _ symbol: StaticString, _ name: StaticString, comment: StaticString, file: StaticString = #filePath,
    line: Int = #line
  ) -> Property {
    Property(.text, .input(symbol, name, 0...1, initial: 0, comment: comment, file: file, line: line))
  }

  /// Declares a file that the effect reads. The path is empty at first.
  ///
  /// - Parameters:
  ///   - symbol: a C identifier, unique in the plug-in. Do not change it after a release: sessions refer to it.
  ///   - name: the label that hosts show.
  ///   - comment: a description of one or two sentences, for the user of the plug-in.
  ///   - file: the file of a mistake that is reported.
  ///   - line: the line of the mistake.
  @inline(__always)
  public static func file(
    _ symbol: StaticString, _ name: StaticString, comment: StaticString, file: StaticString = #filePath,
    line: Int = #line
  ) -> Property {
    Property(.file, .input(symbol, name, 0...1, initial: 0, comment: comment, file: file, line: line))
  }
}

#if !hasFeature(Embedded)
  extension Property.ValueType {
    /// The name in the atom vocabulary.
    package var name: String {
      switch self {
      case .float: "Float"
      case .int: "Int"
      case .bool: "Bool"
      case .string: "String"
      case .path: "Path"
      }
    }
  }
#endif

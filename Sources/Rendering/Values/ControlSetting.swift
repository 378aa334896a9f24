/// The setting of one control: `symbol=value`.
public struct ControlSetting: Hashable, Sendable {
  public var symbol: String
  /// A number, a scale point's label, breakpoints, or `@` and the path of a breakpoint file.
  public var text: String
  /// The path of a breakpoint file, or nil.
  var file: String? { text.hasPrefix("@") ? String(text.dropFirst()) : nil }

  /// Parses `symbol=value`.
  ///
  /// - Returns: nil if the text before the first `=` is not an LV2 symbol (a C identifier).
  public init?(_ argument: String) {
    guard let equals = argument.firstIndex(of: "=") else { return nil }
    let symbol = argument[..<equals]
    guard let first = symbol.first, first.isLetter || first == "_",
      symbol.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    else { return nil }
    self.symbol = String(symbol)
    text = String(argument[argument.index(after: equals)...])
  }
}

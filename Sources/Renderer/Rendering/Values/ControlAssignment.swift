/// The setting of one control: `symbol=value`.
public struct ControlAssignment: Hashable, Sendable {
  public var symbol: String
  /// A number, a scale point's label, breakpoints, or `@` and the path of a breakpoint file.
  public var text: String
  /// The path of a breakpoint file, or nil.
  var file: String? { text.hasPrefix("@") ? String(text.dropFirst()) : nil }

  /// Nil if the text before the first `=` is not an LV2 symbol (a C identifier).
  public init?(_ argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, let first = parts[0].first, first.isLetter || first == "_",
      parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    else { return nil }
    (symbol, text) = (parts[0], parts[1])
  }
}

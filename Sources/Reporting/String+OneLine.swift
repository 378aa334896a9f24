extension String {
  /// The text with what a terminal or a line-wise reader would take for more than text replaced: a plug-in chooses its
  /// name, its URI and what it says as it likes.
  ///
  /// Space for tabs and whatever ends a line, U+FFFD for other control characters and for those that change the direction
  /// of writing.
  public var onOneLine: String {
    guard unicodeScalars.contains(where: \.isDisruptive) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      result.unicodeScalars.append(scalar.isDisruptive ? (scalar.properties.isWhitespace ? " " : "\u{fffd}") : scalar)
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isDisruptive: Bool {
    switch self {
    case "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}": true
    default: [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
  }
}

extension String {
  /// The text without control characters: a plug-in chooses its name, URI and messages freely, and these could forge
  /// lines or send terminal escape sequences.
  ///
  /// A space replaces tabs and line ends. U+FFFD replaces other control characters and those that change the direction
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

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

  /// The words of the text in lines of at most `width` columns, each indented by `indent` spaces.
  ///
  /// Control characters are replaced as in `onOneLine`. A longer word has a line of its own.
  public func wrapped(indent: Int = 0, width: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    for word in onOneLine.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(margin + word)
      }
    }
    return lines.joined(separator: "\n")
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

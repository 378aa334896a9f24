/// Text in XML and HTML.
enum Markup {
  /// The text with the characters replaced that mean something in markup, in content and in quoted attributes.
  ///
  /// What XML 1.0 forbids altogether (section 2.2: most control characters, U+FFFE and U+FFFF) becomes U+FFFD: a
  /// plug-in chooses its name as it likes.
  static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\0"..<" ", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

enum Markup {
  /// The text for Markdown, in which `<key>` would be an element of HTML, which readers leave out. Code stays as it is.
  static func markdown(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    let escaped = parts.enumerated().map { $0 % 2 == 0 ? $1.replacing("<", with: "\\<") : $1 }
    return escaped.joined(separator: "`")
  }

  /// The text escaped for content and for quoted attributes.
  ///
  /// U+FFFD replaces characters that XML 1.0 forbids (section 2.2: most control characters, U+FFFE and U+FFFF), which the
  /// name of a plug-in can contain.
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

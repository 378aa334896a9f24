extension String {
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

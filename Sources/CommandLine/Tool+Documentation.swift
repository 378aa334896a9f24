import Support

extension Tool {
  /// If the arguments are `--generate FILE`, returns the file with its generated parts written anew; otherwise nil.
  ///
  /// The name decides what is generated: a manual page (`.1`), whose sections COMMANDS and OPTIONS are replaced, or the
  /// completion of a shell (`.bash`, `.fish`, or a leading `_` for zsh).
  ///
  /// - Throws: `UsageError` for a page that cannot be read, and for another name.
  public func generatedFile(_ arguments: [String]) throws(UsageError) -> String? {
    guard arguments.count == 3, arguments[1] == "--generate" else { return nil }
    let path = arguments[2]
    let file = path.split(separator: "/").last ?? ""
    switch file {
    case "\(name).bash": return bashCompletion
    case "\(name).fish": return fishCompletion
    case "_\(name)": return zshCompletion
    case "\(name).1": return replacingSections(of: String(decoding: try readFile(path), as: UTF8.self))
    default: throw UsageError("\(path) is not a page or completion of \(name)")
    }
  }

  /// The page with the contents of its sections COMMANDS and OPTIONS replaced by those of the table.
  private func replacingSections(of page: String) -> String {
    let heading = "\n.SH "
    let sections = page.split(separator: heading).filter { !$0.hasPrefix("COMMANDS") }.map { section in
      section.hasPrefix("OPTIONS") ? manualSections.dropFirst(heading.count - 1).dropLast() : section
    }
    return sections.joined(separator: heading)
  }
}

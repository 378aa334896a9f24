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

  /// The sections COMMANDS (if there are commands) and OPTIONS of the manual page, as roff for man(7).
  private var manualSections: String {
    var text = ""
    if !commands.isEmpty {
      text += ".SH COMMANDS\n"
      for command in commands {
        text += ".TP\n\\fB\(command.name)\\fR \\fI\(command.arguments.roff)\\fR\n"
        text += Self.sentences(command.summary, command.details)
      }
    }
    text += ".SH OPTIONS\n"
    for section in sections {
      text += ".SS \"\(section.title.roff)\"\n"
      for option in section.options { text += ".TP\n\(Self.head(option))\n\(body(option, section))" }
    }
    return text
  }

  private static func head(_ option: ToolOption<Name>) -> String {
    guard option.name != nil else { return "\\fI\((option.metavariable ?? "").roff)\\fR" }
    return option.spellings.map { "\\fB\($0.roff)\\fR" }.joined(separator: ", ")
      + option.documentedValue { "\\fI\($0.roff)\\fR" }
  }

  private func body(_ option: ToolOption<Name>, _ section: ToolSection<Name>) -> String {
    var details = option.details
    if let value = option.defaultValue { details += " Default: \(value)." }
    if option.isRepeatable { details += " The option can be repeated." }
    if let commands = option.commands { details += " Commands: \(commands.joined(separator: ", "))." }
    return Self.sentences(option.summary, details)
  }

  /// A line for each sentence.
  private static func sentences(_ summary: String, _ details: String) -> String {
    let text = summary.prefix(1).uppercased() + summary.dropFirst() + ". " + details
    return text.split(separator: " ").joined(separator: " ").roff.replacing(". ", with: ".\n") + "\n"
  }
}

extension String {
  /// The text with roff's special characters escaped and `` `literal words` `` in bold.
  fileprivate var roff: String {
    var result = ""
    var isBold = false
    for character in self {
      switch character {
      case "`":
        isBold.toggle()
        result += isBold ? "\\fB" : "\\fR"
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return result
  }
}

import Support

extension Tool {
  /// The text that `--help` prints, at most 80 columns wide.
  public var help: String {
    var text = ""
    for (index, form) in usage.enumerated() { text += (index == 0 ? "Usage: " : "       ") + "\(name) \(form)\n" }
    text += "\n\(summary.wrapped(width: 80))\n"
    if !commands.isEmpty {
      text += "\nCommands\n"
      for command in commands { text += Self.row("  \(command.name) \(command.arguments)", command.summary) }
    }
    for section in sections {
      text += "\n\(section.title)\n"
      for option in section.options { text += Self.row(head(option), description(option, section)) }
    }
    return text + "\n\(notes)\n"
  }

  /// `  -f, --format NAME`.
  private func head(_ option: ToolOption<Name>) -> String {
    guard option.name != nil else { return "      \(option.metavariable ?? "")" }
    return "  \(option.letter.map { "-\($0), " } ?? "    ")\(option.longSpelling)\(option.documentedValue(\.self))"
  }

  private func description(_ option: ToolOption<Name>, _ section: ToolSection<Name>) -> String {
    var text = option.summary.replacing("`", with: "")
    if let value = option.defaultValue { text += " (default: \(value))" }
    if let commands = option.commands, commands != section.commands { text += " [\(commands.joined(separator: ", "))]" }
    return text
  }

  /// A term and its description in two columns.
  private static func row(_ term: String, _ description: String) -> String {
    let column = 25
    let lines = description.wrapped(indent: column, width: 80)
    let isBeside = term.count + 2 <= column
    return "\(term)\(isBeside ? String(lines.dropFirst(term.count)) : "\n\(lines)")\n"
  }
}

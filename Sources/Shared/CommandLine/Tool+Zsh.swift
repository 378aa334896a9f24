extension Tool {
  var zshCompletion: String {
    let function = "_\(name)"
    var script = "#compdef \(name)\n# zsh completion for \(name), generated from its option table.\n\n"
    if let option = contextOption {
      script += """
        \(function)_context() {
          local index
          for ((index = CURRENT - 1; index > 1; index--)); do
            if [[ $words[index-1] == (\(option.spellings.joined(separator: "|"))) ]]; then
              print -r -- $words[index]
              return
            fi
          done
        }\n\n
        """
    }
    for (name, pipeline, isPrefix) in pipelines {
      script += "\(function)_\(name)() {\n"
      if pipeline.contains("$context") { script += "  local context=$(\(function)_context)\n" }
      if pipeline.contains("$current") { script += "  local current=$PREFIX\n" }
      script += """
          local -a candidates=(${${(f)"$(\(pipeline))"}%%$'\\t'*})
          compadd "$@"\(isPrefix ? " -S ''" : "") -a candidates
        }\n\n
        """
    }
    if commands.isEmpty {
      script += "_arguments -s"
      for option in options { script += " \\\n  \(zshSpecification(option))" }
      return script + " \\\n  \(zshOperands(operands, name: "operand"))\n"
    }
    script += """
      local command=${words[(r)(\(commands.map(\.name).joined(separator: "|")))]}
      local -a operands options
      case $command in\n
      """
    for (command, operands) in [("", [])] + commands.map({ ($0.name, $0.operands) }) {
      script += "  \(command.isEmpty ? "''" : command))\n"
      if !operands.isEmpty { script += "    operands=(\(zshOperands(operands, name: "argument")))\n" }
      script += "    options=(\n"
      for option in options(of: command) { script += "      \(zshSpecification(option))\n" }
      script += "    ) ;;\n"
    }
    let offers = commands.map { "\($0.name)\\:\"\($0.summary.inZshText)\"" }.joined(separator: "\n    ")
    return script + """
      esac

      _arguments -s $options \\
        '1:command:((\(offers)))' \\
        $operands

      """
  }

  /// An option as _arguments takes it.
  private func zshSpecification(_ option: ToolOption<Name>) -> String {
    let spellings = option.spellings
    let excluded = (spellings.count > 1 ? spellings : []) + opposites(of: option.longSpelling)
    let prefix = option.isRepeatable ? "*" : excluded.isEmpty ? "" : "(\(excluded.joined(separator: " ")))"
    var rest = "[\(option.summary.inZshText)]"
    if let metavariable = option.metavariable {
      let (start, separator) = option.takesNextWord ? ("", ":") : ("=-", "::")
      let message = metavariable.prefix { $0 != "[" }.lowercased()
      rest = "\(start)\(rest)\(separator)\(message):\(zshAction(option.completion))"
    }
    guard spellings.count > 1 else { return (prefix + spellings[0] + rest).inQuotes }
    return (prefix.isEmpty ? "" : prefix.inQuotes) + "{\(spellings.joined(separator: ","))}" + rest.inQuotes
  }

  /// `--no-x` for `--x`, and the reverse, if the tool has both.
  private func opposites(of spelling: String) -> [String] {
    let other = spelling.hasPrefix("--no-") ? "--" + spelling.dropFirst(5) : "--no-" + spelling.dropFirst(2)
    return options.map(\.longSpelling).filter { $0 == other }
  }

  private func zshOperands(_ completions: [Completion], name: String) -> String {
    "*:\(name):\(zshAction(completions))".inQuotes
  }

  private func zshAction(_ completions: [Completion]) -> String {
    let actions = completions.map { completion in
      switch completion {
      case .words(let words): "(\(words.joined(separator: " ")))"
      case .files: "_files"
      case .directories: "_files -/"
      case .lines(let lines, _, let isList, _): "\(isList ? "_sequence " : "")_\(name)_\(lines)"
      }
    }
    return actions.count < 2 ? actions.joined() : "{ \(actions.joined(separator: "; ")) }"
  }
}

extension String {
  /// The text inside the brackets of a specification.
  fileprivate var inZshText: String { replacing("`", with: "").replacing("[", with: "\\[").replacing("]", with: "\\]") }

  fileprivate var inQuotes: String { "'" + replacing("'", with: "'\\''") + "'" }
}

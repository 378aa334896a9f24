extension Tool {
  /// The completion of zsh.
  var zshCompletion: String {
    let function = "_\(name)"
    var script = "#compdef \(name)\n# zsh completion for \(name), generated from its option table.\n\n"
    if let option = namedOptions.first(where: { $0.option.name == context && context != nil }) {
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
      script += """
          local -a candidates=(${${(f)"$(\(pipeline))"}%%$'\\t'*})
          compadd "$@"\(isPrefix ? " -S ''" : "") -a candidates
        }\n\n
        """
    }
    if commands.isEmpty {
      script += "_arguments -s"
      for (option, spellings) in namedOptions { script += " \\\n  \(zshSpecification(option, spellings))" }
      return script + " \\\n  \(zshOperands(operands, name: "operand"))\n"
    }
    script += """
      local command=${words[(r)(\(commands.map(\.name).joined(separator: "|")))]}
      local -a operands options
      case $command in\n
      """
    for command in [nil] + commands.map(Optional.some) {
      let accepted = namedOptions.filter { option, _ in
        let accepting = commands(accepting: option)
        return command.map { accepting.contains($0.name) } ?? accepting.isEmpty
      }
      script += "  \(command?.name ?? "''"))\n"
      if let command, !command.operands.isEmpty {
        script += "    operands=(\(zshOperands(command.operands, name: "argument")))\n"
      }
      script += "    options=(\n"
      for (option, spellings) in accepted { script += "      \(zshSpecification(option, spellings))\n" }
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
  private func zshSpecification(_ option: ToolOption<Name>, _ spellings: [String]) -> String {
    let opposite = Self.opposite(of: spellings[spellings.count - 1], in: namedOptions.flatMap(\.spellings))
    let excluded = (spellings.count > 1 ? spellings : []) + (opposite.map { [$0] } ?? [])
    let prefix = option.isRepeatable ? "*" : excluded.isEmpty ? "" : "(\(excluded.joined(separator: " ")))"
    var rest = "[\(option.summary.inZshText)]"
    if let metavariable = option.metavariable {
      let isAttached = !option.takesNextWord
      rest =
        (isAttached ? "=-" : "") + rest + (isAttached ? "::" : ":") + metavariable.prefix { $0 != "[" }.lowercased()
        + ":"
      rest += zshAction(option.completion)
    }
    guard spellings.count > 1 else { return (prefix + spellings[0] + rest).inQuotes }
    return (prefix.isEmpty ? "" : prefix.inQuotes) + "{\(spellings.joined(separator: ","))}" + rest.inQuotes
  }

  /// `--no-x` for `--x`, and the reverse, if the tool has both.
  private static func opposite(of spelling: String, in all: [String]) -> String? {
    let other = spelling.hasPrefix("--no-") ? "--" + spelling.dropFirst(5) : "--no-" + spelling.dropFirst(2)
    return all.contains(other) ? other : nil
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
  fileprivate var inZshText: String {
    replacing("`", with: "").replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  fileprivate var inQuotes: String { "'" + replacing("'", with: "'\\''") + "'" }
}

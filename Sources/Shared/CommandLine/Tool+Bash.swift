extension Tool {
  var bashCompletion: String {
    let function = "_\(name)"
    var script = "# bash completion for \(name), generated from its option table.\n\n"
    for (name, pipeline, _) in pipelines { script += "\(function)_\(name)() { \(pipeline); }\n" }
    script += """

      # Offers the lines of standard input that start with the current word, without descriptions.
      \(function)_offer() {
        local line
        while IFS= read -r line; do
          line=${line%%$'\\t'*}
          [[ -n $line && $line == "$current"* ]] && COMPREPLY+=("${line// /\\\\ }")
        done
      }

      \(function)() {
        # A URI contains colons, so the line is split at spaces only.
        local words=() current previous context= command= index
        read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
        [[ ${COMP_LINE:COMP_POINT-1:1} == ' ' ]] && words+=('')
        current=${words[${#words[@]} - 1]}
        previous=${words[${#words[@]} - 2]}
        for ((index = 1; index < ${#words[@]} - 1; index++)); do
          case ${words[index]} in\n
      """
    script += bashCase(6, commands.map(\.name), "[[ -z $command ]] && command=${words[index]}")
    script += bashCase(6, contextOption?.spellings ?? [], "context=${words[index + 1]}")
    script += """
          esac
        done

        COMPREPLY=()
        case $previous in\n
      """
    let valued = options.filter(\.takesNextWord)
    for option in valued where !option.completion.isEmpty {
      script += bashCase(4, option.spellings, bashOffers(option.completion))
    }
    script += bashCase(4, valued.filter(\.completion.isEmpty).flatMap(\.spellings), "")
    script += "    *)\n      if [[ $current == -* ]]; then\n"
    if commands.isEmpty {
      script += "        \(bashWords(options.map(\.longSpelling)))\n      else\n"
      script += "        \(bashOffers(operands))\n      fi ;;\n"
    } else {
      script += "        case $command in\n"
      for command in [""] + commands.map(\.name) {
        let accepted = options(of: command).map(\.longSpelling)
        if !accepted.isEmpty { script += bashCase(10, [command.isEmpty ? "''" : command], bashWords(accepted)) }
      }
      script += "        esac\n      else\n        case $command in\n"
      script += bashCase(10, ["''"], bashWords(commands.map(\.name)))
      for command in commands where !command.operands.isEmpty {
        script += bashCase(10, [command.name], bashOffers(command.operands))
      }
      script += "        esac\n      fi ;;\n"
    }
    return script + """
        esac
        # The shell splits words at colons and expects only the part after the last one.
        if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
          COMPREPLY=("${COMPREPLY[@]#"${current%"${current##*:}"}"}")
        fi
      }

      complete -F \(function) \(name)

      """
  }

  /// A line of a `case` statement; empty without patterns.
  private func bashCase(_ indent: Int, _ patterns: [String], _ body: String) -> String {
    let line = "\(patterns.joined(separator: " | "))) \(body)\(body.isEmpty ? "" : " ");;\n"
    return patterns.isEmpty ? "" : String(repeating: " ", count: indent) + line
  }

  private func bashWords(_ words: [String]) -> String {
    "_\(name)_offer < <(printf '%s\\n' \(words.joined(separator: " ")))"
  }

  private func bashOffers(_ completions: [Completion]) -> String {
    completions.map { completion in
      switch completion {
      case .words(let words): bashWords(words)
      case .files: "_\(name)_offer < <(compgen -f -- \"$current\")"
      case .directories: "_\(name)_offer < <(compgen -d -- \"$current\")"
      case .lines(let lines, _, _, let isPrefix):
        "_\(name)_offer < <(_\(name)_\(lines))\(isPrefix ? "; [[ ${#COMPREPLY[@]} -gt 0 ]] && compopt -o nospace 2>/dev/null" : "")"
      }
    }.joined(separator: "; ")
  }
}

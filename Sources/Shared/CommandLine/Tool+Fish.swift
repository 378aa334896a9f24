extension Tool {
  var fishCompletion: String {
    let function = "__\(name)"
    var script = "# fish completion for \(name), generated from its option table.\n\n"
    if let option = contextOption {
      script += """
        function \(function)_context
            set -l words (commandline -opc)
            set -l context
            for index in (seq 2 (count $words))
                if contains -- $words[(math $index - 1)] \(option.spellings.joined(separator: " "))
                    set context $words[$index]
                end
            end
            test -n "$context"; and echo $context
        end\n\n
        """
    }
    for (name, pipeline, _) in pipelines {
      let context = pipeline.contains("$context") ? "    set -l context (\(function)_context); or return\n" : ""
      let current = pipeline.contains("$current") ? "    set -l current (commandline -ct)\n" : ""
      script += "function \(function)_\(name)\n\(context)\(current)    \(pipeline)\nend\n\n"
    }
    if commands.isEmpty {
      script += fishOperands(operands, condition: nil)
    } else {
      script += """
        function \(function)_needs_command
            not __fish_seen_subcommand_from \(commands.map(\.name).joined(separator: " "))
        end

        complete -c \(name) -f\n
        """
      for command in commands {
        script +=
          "complete -c \(name) -n \(function)_needs_command -a \(command.name) -d \(command.summary.inFishText)\n"
      }
      for command in commands { script += fishOperands(command.operands, condition: fishCondition([command.name])) }
    }
    for option in options {
      script += "complete -c \(name)"
      if !commands.isEmpty { script += " -n \(fishCondition(commands(accepting: option)))" }
      if let letter = option.letter { script += " -s \(letter)" }
      script += " -l \(option.longSpelling.dropFirst(2))"
      if option.takesNextWord { script += option.completion.contains(.files) ? " -r -F" : " -x" }
      let candidates = option.completion.map(fishCandidates).filter { !$0.isEmpty }
      if !candidates.isEmpty { script += " -a '\(candidates.joined(separator: " "))'" }
      script += " -d \(option.summary.inFishText)\n"
    }
    return script
  }

  private func fishCondition(_ commands: [String]) -> String {
    commands.isEmpty ? "__\(name)_needs_command" : "'__fish_seen_subcommand_from \(commands.joined(separator: " "))'"
  }

  private func fishOperands(_ completions: [Completion], condition: String?) -> String {
    completions.map { completion in
      let start = "complete -c \(name)\(condition.map { " -n \($0)" } ?? "")"
      return completion == .files
        ? (condition == nil ? "" : "\(start) -F\n") : "\(start) -a '\(fishCandidates(completion))'\n"
    }.joined()
  }

  private func fishCandidates(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): words.joined(separator: " ")
    case .files: ""
    case .directories: "(__fish_complete_directories)"
    case .lines(let lines, _, let isList, _):
      isList ? "(__fish_complete_list , __\(name)_\(lines))" : "(__\(name)_\(lines))"
    }
  }
}

extension String {
  fileprivate var inFishText: String { "'" + replacing("`", with: "").replacing("'", with: "\\'") + "'" }
}

/// The names of a tool's options, each the long name without its hyphens.
public typealias OptionName = CaseIterable & Hashable & RawRepresentable<String> & Sendable

/// A command-line tool, described once. The parser, `--help`, the manual page's OPTIONS section and the completions of
/// bash, zsh and fish are generated from it.
///
/// Texts can contain `` `literal words` ``, which the manual page prints in bold.
public struct Tool<Name: OptionName>: Sendable {
  public var name: String
  public var version: String
  /// The arguments after the name, one line for each form.
  public var usage: [String]
  /// What the tool does, in one or two sentences.
  public var summary: String
  /// Empty if the tool has no subcommands.
  public var commands: [ToolCommand] = []
  /// What shells offer for an operand, if the tool has no subcommands.
  public var operands: [Completion] = []
  public var sections: [ToolSection<Name>]
  /// The last value of this option is `$context` in the pipelines of completions.
  public var context: Name?
  public var notes: String

  public init(
    name: String, version: String, usage: [String], summary: String, commands: [ToolCommand] = [],
    operands: [Completion] = [], context: Name? = nil, sections: [ToolSection<Name>], notes: String
  ) {
    (self.name, self.version, self.usage, self.summary, self.commands) = (name, version, usage, summary, commands)
    (self.operands, self.context, self.sections, self.notes) = (operands, context, sections, notes)
    let described = Set(sections.flatMap(\.options).compactMap(\.name))
    precondition(described.count == Name.allCases.count, "an option is not in the table of \(name)")
  }

  /// The commands that accept an option; empty if the option belongs to none in particular.
  func commands(accepting option: ToolOption<Name>) -> [String] {
    let section = sections.first { section in section.options.contains { $0.name == option.name } }
    return option.commands ?? section?.commands ?? []
  }

  /// The options that a command accepts; for an empty name, those that belong to no command in particular.
  func options(of command: String) -> [ToolOption<Name>] {
    options.filter { accepts($0, command) }
  }

  private func accepts(_ option: ToolOption<Name>, _ command: String) -> Bool {
    let accepting = commands(accepting: option)
    return command.isEmpty ? accepting.isEmpty : accepting.contains(command)
  }

  public func accepts(_ name: Name, command: String) -> Bool {
    options.first { $0.name == name }.map { accepts($0, command) } ?? false
  }

  /// Whether the option has no value.
  public func isFlag(_ name: Name) -> Bool { options.first { $0.name == name }?.value == ToolOption.Value.none }

  /// The long names of an option without their hyphens, the present one first.
  public func names(of name: Name) -> [String] { options.first { $0.name == name }?.longNames ?? [] }

  /// Whether an option has, or had, this long name.
  public func hasOption(named name: String) -> Bool { options.contains { $0.longNames.contains(name) } }

  /// The distinct pipelines of the tool, in the order of the table.
  var pipelines: [(name: String, pipeline: String, isPrefix: Bool)] {
    let all = (sections.flatMap(\.options).map(\.completion) + commands.map(\.operands) + [operands]).joined()
    var names: Set<String> = []
    return all.compactMap { completion in
      guard case .lines(let name, let pipeline, _, let isPrefix) = completion, names.insert(name).inserted else {
        return nil
      }
      return (name, pipeline, isPrefix)
    }
  }

  /// All options, without the operands that the table also documents.
  var options: [ToolOption<Name>] { sections.flatMap(\.options).filter { $0.name != nil } }

  var contextOption: ToolOption<Name>? { options.first { $0.name == context && context != nil } }
}

public struct ToolCommand: Sendable {
  public var name: String
  public var arguments: String
  /// A phrase without a period.
  public var summary: String
  /// Further sentences for the manual page.
  public var details: String
  /// What shells offer for an operand.
  public var operands: [Completion]

  public init(_ name: String, _ arguments: String, _ summary: String, details: String = "", operands: [Completion] = [])
  {
    (self.name, self.arguments, self.summary) = (name, arguments, summary)
    (self.details, self.operands) = (details, operands)
  }
}

public struct ToolSection<Name: OptionName>: Sendable {
  public var title: String
  /// The commands that accept the options, unless an option names its own.
  public var commands: [String]
  public var options: [ToolOption<Name>]

  public init(_ title: String, commands: [String] = [], _ options: [ToolOption<Name>]) {
    (self.title, self.commands, self.options) = (title, commands, options)
  }
}

/// An option, or an operand that is documented with the options.
public struct ToolOption<Name: OptionName>: Sendable {
  public enum Value: Equatable, Sendable {
    case none
    /// The metavariable, such as `HZ`.
    case required(String)
    /// Only in the form `--option=VALUE`.
    case optional(String)
  }

  /// Nil for an operand.
  public var name: Name?
  public var letter: Character?
  public var value: Value
  /// A phrase without a period, for `--help` and completions.
  public var summary: String
  public var defaultValue: String?
  /// Further sentences for the manual page.
  public var details: String
  /// The commands that accept the option, if these are not the commands of its section.
  public var commands: [String]?
  public var isRepeatable: Bool
  /// An earlier name, which is accepted but not documented.
  public var formerName: String?
  /// What shells offer for the value.
  public var completion: [Completion]

  public init(
    _ name: Name?, _ letter: Character? = nil, _ value: Value = .none, _ summary: String,
    default defaultValue: String? = nil, details: String = "", commands: [String]? = nil, isRepeatable: Bool = false,
    formerName: String? = nil, _ completion: Completion...
  ) {
    (self.name, self.letter, self.value, self.summary) = (name, letter, value, summary)
    (self.defaultValue, self.details, self.commands) = (defaultValue, details, commands)
    (self.isRepeatable, self.formerName, self.completion) = (isRepeatable, formerName, completion)
  }

  /// An operand, such as `SYMBOL=VALUE`.
  public static func operand(_ form: String, _ summary: String, details: String = "") -> ToolOption {
    ToolOption(nil, nil, .required(form), summary, details: details)
  }

  /// The value as it is documented behind the name, ` HZ` or `[=GAIN]`, with a style for the metavariable.
  func documentedValue(_ style: (String) -> String) -> String {
    switch value {
    case .none: ""
    case .required(let name): " \(style(name))"
    case .optional(let name): "[=\(style(name))]"
    }
  }

  /// `--format`; empty for an operand.
  var longSpelling: String { name.map { "--\($0.rawValue)" } ?? "" }

  /// The long names without their hyphens, the present one first; none for an operand.
  var longNames: [String] { [name?.rawValue, formerName].compactMap(\.self) }

  /// The names as a shell user types them: `-f`, `--format`.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + [longSpelling] }

  /// The metavariable of the value; nil if there is no value.
  var metavariable: String? {
    switch value {
    case .none: nil
    case .required(let name), .optional(let name): name
    }
  }

  /// Whether shells offer values for the word after the option.
  var takesNextWord: Bool {
    switch value {
    case .none: false
    case .required: true
    case .optional: !completion.isEmpty
    }
  }
}

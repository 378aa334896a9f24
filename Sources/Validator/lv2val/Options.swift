import CommandLine
import Engine
import Glibc
import Model
import Support

struct Options {
  enum Color: String, CaseIterable { case auto, always, never }

  /// Nil for `--help` and `--version`.
  private(set) var command: ValidatorCommand?
  /// The operands after the command.
  private(set) var arguments: [String] = []
  private(set) var selection = Selection()
  private(set) var settings = Report.Settings()
  /// Nil if `--fail-on` is not given.
  private(set) var failOn: Severity?
  /// The formats of the report and their places; never empty.
  private(set) var outputs: [ReportOutput] = []
  /// The folder for the pictures of user interfaces; nil if none are written.
  private(set) var pictures: String?
  /// Labels or URIs.
  private(set) var presets: [String] = []
  private(set) var color = Color.auto
  private var given: [ValidatorOption] = []
  private var formats: [String] = []
  private var output: String?

  /// - Parameter arguments: all of them, the first of which is the name of the program.
  /// - Throws: `UsageError` for an unknown command, an option that the command does not accept, and an invalid value.
  init(_ arguments: [String]) throws(UsageError) {
    settings.jobs = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    var values: [(option: ValidatorOption, value: String)] = []
    for argument in try tool.parse(arguments) {
      switch argument {
      case .operand(let text): self.arguments.append(text)
      case .option(let option, let value): values.append((option, value ?? ""))
      }
    }
    given = values.map(\.option)
    if !has(.help) && !has(.version) {
      try takeCommand()
      values = try OptionSources.values(for: command?.rawValue ?? "", given: values)
      given = values.map(\.option)
    }
    for (option, value) in values { try apply(option, value) }
    settings.failOn = failOn ?? .error
    outputs = try ReportOutput.outputs(formats: formats, output: output)
  }

  /// Whether the option is given, on the command line or elsewhere.
  func has(_ option: ValidatorOption) -> Bool { given.contains(option) }

  private mutating func takeCommand() throws(UsageError) {
    guard !arguments.isEmpty else { throw UsageError("no command given; see 'lv2val --help'") }
    let name = arguments.removeFirst()
    command = ValidatorCommand(rawValue: name)
    guard command != nil else { throw UsageError("unknown command '\(name)'; see 'lv2val --help'") }
    if let option = given.first(where: { !tool.accepts($0, command: name) }) {
      throw UsageError("\(name) has no option --\(option.rawValue); see 'lv2val --help'")
    }
  }

  private mutating func apply(_ option: ValidatorOption, _ value: String) throws(UsageError) {
    switch option {
    case .only:
      let patterns = value.split(separator: ",").map(String.init)
      // An empty list would select all checks.
      if patterns.isEmpty { throw UsageError("--only requires the id of a check or a glob; see 'lv2val checks'") }
      selection.only += patterns
    case .skip: selection.skip += value.split(separator: ",").map(String.init)
    case .strictness: settings.strictness = try Options.number(option, value, CheckLevel.all)
    case .profile: _ = try Options.choice(option, value) as Profile
    case .rates: settings.rates = try Options.list(option, value, 8_000...384_000)
    case .blocks: settings.blocks = try Options.list(option, value, 1...8192)
    case .repetitions: settings.repetitions = try Options.number(option, value, 1...10_000)
    case .randomize: settings.isRandomized = true
    case .jobs: settings.jobs = try Options.number(option, value, 1...1024)
    case .timeout: settings.timeout = try Options.number(option, value, 0.1...86_400)
    case .seed: settings.seed = try Options.number(option, value, 0...UInt32.max)
    case .rate: settings.rate = try Options.number(option, value, 8_000...384_000)
    case .block: settings.block = try Options.number(option, value, 1...8192)
    case .failOn: failOn = try Options.choice(option, value) as Severity
    case .shard:
      guard let shard = Report.Shard(value) else {
        throw UsageError(option, requires: "a part such as 2/8", not: value)
      }
      settings.shard = shard
    case .format: formats.append(value)
    case .output: output = value
    case .baseline: settings.baseline = value
    case .file: settings.file = try Options.file(value)
    case .display: settings.display = value
    case .pictures: pictures = value
    case .preset: presets.append(value)
    case .color: color = try Options.choice(option, value)
    case .all, .markdown, .measure, .inProcess, .gdb, .verbose, .quiet, .version, .help: break
    }
  }

  private static func file(_ text: String) throws(UsageError) -> Report.File {
    guard let separator = text.firstIndex(of: "="), separator > text.startIndex else {
      throw UsageError(ValidatorOption.file, requires: "the URI of a parameter and a path, KEY=PATH", not: text)
    }
    let path = String(text[text.index(after: separator)...])
    guard let absolute = resolvedPath(path), access(absolute, R_OK) == 0 else {
      throw UsageError("--file: \(path) does not exist or cannot be read")
    }
    return Report.File(key: String(text[..<separator]), path: absolute)
  }

  private static func number<T: LosslessStringConvertible & Comparable>(
    _ option: ValidatorOption, _ text: String, _ range: ClosedRange<T>
  ) throws(UsageError) -> T {
    guard let value = T(text), range.contains(value) else {
      throw UsageError(option, requires: "a number from \(range.lowerBound) to \(range.upperBound)", not: text)
    }
    return value
  }

  private static func list<T: LosslessStringConvertible & Comparable>(
    _ option: ValidatorOption, _ text: String, _ range: ClosedRange<T>
  ) throws(UsageError) -> [T] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return try words.map { word throws(UsageError) in try number(option, word, range) }
  }

  static func choice<T: RawRepresentable & CaseIterable>(
    _ option: ValidatorOption, _ text: String
  ) throws(UsageError) -> T where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      let names = T.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(option, requires: "one of \(names)", not: text)
    }
    return value
  }
}

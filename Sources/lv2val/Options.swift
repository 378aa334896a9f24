import CommandLine
import Glibc
import Support
import ValidationEngine
import ValidationModel

/// The parsed command line.
struct Options {
  enum Color: String, CaseIterable { case auto, always, never }

  /// Nil for `--help` and `--version`.
  private(set) var command: Command?
  /// The operands after the command.
  private(set) var arguments: [String] = []
  private(set) var selection = Selection()
  private(set) var all = false
  private(set) var jobs = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// In seconds.
  private(set) var timeout = 60.0
  private(set) var seed: UInt32 = 1
  /// In hertz.
  private(set) var rate = 48_000.0
  /// In frames.
  private(set) var block = 256
  /// Nil if `--fail-on` is not given.
  private(set) var failOn: Severity?
  /// Nil for all plug-ins.
  private(set) var shard: Report.Shard?
  /// The directory of an older version of the bundle, for manifest.compat.
  private(set) var baseline: String?
  /// The formats of the report and their places; never empty.
  private(set) var outputs: [ReportOutput] = []
  /// Labels or URIs.
  private(set) var presets: [String] = []
  /// Whether to measure the plug-ins for plots in every format.
  private(set) var measures = false
  private(set) var inProcess = false
  private(set) var markdown = false
  private(set) var verbose = false
  private(set) var quiet = false
  private(set) var color = Color.auto
  private(set) var wantsHelp = false

  /// - Parameter arguments: all of them, the first of which is the name of the program.
  /// - Throws: `UsageError` for an unknown command, an option that the command does not accept, and an invalid value.
  init(_ arguments: [String]) throws(UsageError) {
    var given: [Option] = []
    var formats: [String] = []
    var output: String?
    for argument in try tool.parse(arguments) {
      switch argument {
      case .operand(let text): self.arguments.append(text)
      case .option(let option, let value):
        given.append(option)
        switch option {
        case .format: formats.append(value ?? "")
        case .output: output = value
        default: try apply(option, value ?? "")
        }
      }
    }
    outputs = try ReportOutput.outputs(formats: formats, output: output)
    if !wantsHelp && !given.contains(.version) { try takeCommand(given) }
  }

  /// The settings of a run, as the report repeats them.
  var settings: Report.Settings {
    Report.Settings(
      seed: seed, rate: rate, block: block, timeout: timeout, jobs: jobs, failOn: failOn ?? .error, shard: shard,
      baseline: baseline)
  }

  private mutating func takeCommand(_ given: [Option]) throws(UsageError) {
    guard !arguments.isEmpty else { throw UsageError("no command given; see 'lv2val --help'") }
    let name = arguments.removeFirst()
    command = Command(rawValue: name)
    guard command != nil else { throw UsageError("unknown command '\(name)'; see 'lv2val --help'") }
    if let option = given.first(where: { !tool.accepts($0, command: name) }) {
      throw UsageError("\(name) has no option --\(option.rawValue); see 'lv2val --help'")
    }
  }

  private mutating func apply(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .only:
      let patterns = value.split(separator: ",").map(String.init)
      // An empty list would select all checks.
      if patterns.isEmpty { throw UsageError("--only requires the id of a check or a glob; see 'lv2val checks'") }
      selection.only += patterns
    case .skip: selection.skip += value.split(separator: ",").map(String.init)
    case .all: all = true
    case .jobs: jobs = try Options.number(option, value, 1...1024)
    case .timeout: timeout = try Options.number(option, value, 0.1...86_400)
    case .seed: seed = try Options.number(option, value, 0...UInt32.max)
    case .rate: rate = try Options.number(option, value, 8_000...384_000)
    case .block: block = try Options.number(option, value, 1...8192)
    case .failOn: failOn = try Options.choice(option, value) as Severity
    case .shard: shard = try Options.shard(value)
    case .baseline: baseline = value
    case .markdown: markdown = true
    case .measure: measures = true
    case .preset: presets.append(value)
    case .inProcess: inProcess = true
    case .verbose: verbose = true
    case .quiet: quiet = true
    case .color: color = try Options.choice(option, value)
    case .help: wantsHelp = true
    case .version, .format, .output: break
    }
  }

  private static func number<T: LosslessStringConvertible & Comparable>(
    _ option: Option, _ text: String, _ range: ClosedRange<T>
  ) throws(UsageError) -> T {
    guard let value = T(text), range.contains(value) else {
      throw UsageError(option, requires: "a number from \(range.lowerBound) to \(range.upperBound)", not: text)
    }
    return value
  }

  /// Parses a part such as `2/8`.
  private static func shard(_ text: String) throws(UsageError) -> Report.Shard {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], 1...10_000 ~= count, 1...count ~= index
    else { throw UsageError(Option.shard, requires: "a part such as 2/8", not: text) }
    return Report.Shard(index: index, count: count)
  }

  /// The case with this name.
  static func choice<T: RawRepresentable & CaseIterable>(
    _ option: Option, _ text: String
  ) throws(UsageError) -> T where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      let names = T.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(option, requires: "one of \(names)", not: text)
    }
    return value
  }
}

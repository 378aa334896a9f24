import CGetopt
import Glibc
import Checks
import Reporting
import Sandbox

/// The command line, understood.
struct Options {
  enum Color: String, CaseIterable { case auto, always, never }

  /// Nil where help or the version is wanted.
  private(set) var command: Command?
  /// What follows the command and is no option.
  private(set) var arguments: [String] = []
  var selection = Selection()
  var all = false
  var jobs = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// In seconds.
  var timeout = 60.0
  var seed: UInt32 = 1
  /// In hertz.
  var rate = 48_000.0
  /// In frames.
  var block = 256
  /// Nil where the command line does not say.
  var failOn: Severity?
  /// Nil for all plug-ins.
  var shard: Report.Shard?
  /// The directory of an older version of the bundle, for manifest.compat.
  var baseline: String?
  /// The forms of the report and where they go; never empty.
  private(set) var outputs: [ReportOutput] = []
  /// Labels or URIs.
  var presets: [String] = []
  /// Whether to measure for plots, whatever the format.
  var measures = false
  var inProcess = false
  /// Whether the checks are to be listed as docs/checks.md.
  var markdown = false
  var verbose = false
  var quiet = false
  var color = Color.auto
  var wantsHelp = false
  var wantsVersion = false
  private var formats: [String] = []
  private var output: String?

  /// - Throws: `UsageError` for what is no command, no option of it, or has a value out of its range.
  init(_ arguments: [String]) throws(UsageError) {
    let strings = CStrings(arguments)
    let names = OptionTable()
    var state = getopt_state(index: 1, value: nil)
    var given: [OptionTable.Option] = []
    while true {
      let before = state.index
      let found = getopt_next(
        Int32(arguments.count), strings.pointers, OptionTable.shortNames, names.pointer, &state)
      if found == -1 { break }
      guard let option = OptionTable.Option(rawValue: found) else {
        let word = arguments[min(Int(max(before, state.index - 1)), arguments.count - 1)]
        throw UsageError(
          found == Int32(UInt8(ascii: ":"))
            ? "\(word) wants a value" : "there is no option '\(word)'; see 'lv2val --help'")
      }
      try apply(option, state.value.map { String(cString: $0) } ?? "")
      given.append(option)
    }
    let rest = (Int(state.index)..<arguments.count).map { String(cString: strings.pointers[$0]!) }
    self.arguments = Array(rest.dropFirst())
    outputs = try ReportOutput.outputs(formats: formats, output: output)
    if !wantsHelp && !wantsVersion { command = try Options.command(rest.first, given) }
  }

  private static func command(_ name: String?, _ given: [OptionTable.Option]) throws(UsageError) -> Command {
    guard let name else { throw UsageError("which command? See 'lv2val --help'") }
    guard let command = Command(rawValue: name) else {
      throw UsageError("there is no command '\(name)'; see 'lv2val --help'")
    }
    if let stranger = given.first(where: { !command.options.contains($0) }) {
      throw UsageError("\(command) has no option --\(stranger.name); see 'lv2val --help'")
    }
    return command
  }

  private mutating func apply(_ option: OptionTable.Option, _ value: String) throws(UsageError) {
    switch option {
    case .only:
      let patterns = value.split(separator: ",").map(String.init)
      // Nothing would mean everything.
      if patterns.isEmpty { throw UsageError("--only wants the id of a check or a glob; 'lv2val checks' lists them") }
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
    case .format: formats.append(value)
    case .output: output = value
    case .baseline: baseline = value
    case .markdown: markdown = true
    case .measure: measures = true
    case .preset: presets.append(value)
    case .inProcess: inProcess = true
    case .verbose: verbose = true
    case .quiet: quiet = true
    case .color: color = try Options.choice(option, value)
    case .help: wantsHelp = true
    case .version: wantsVersion = true
    }
  }

  private static func number<T: LosslessStringConvertible & Comparable>(
    _ option: OptionTable.Option, _ text: String, _ range: ClosedRange<T>
  ) throws(UsageError) -> T {
    guard let value = T(text), range.contains(value) else {
      throw UsageError("--\(option.name) wants a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return value
  }

  /// A part such as `2/8`.
  private static func shard(_ text: String) throws(UsageError) -> Report.Shard {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], 1...10_000 ~= count, 1...count ~= index
    else { throw UsageError("--shard wants a part such as 2/8, not '\(text)'") }
    return Report.Shard(index: index, count: count)
  }

  /// The case that a value names.
  static func choice<T: RawRepresentable & CaseIterable>(
    _ option: OptionTable.Option, _ text: String
  ) throws(UsageError) -> T where T.RawValue == String {
    guard let value = T(rawValue: text) else {
      let names = T.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--\(option.name) is one of \(names), not '\(text)'")
    }
    return value
  }
}

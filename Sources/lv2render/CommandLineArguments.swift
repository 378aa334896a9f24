import CGetopt
import Glibc
import Rendering

/// What the command line asks for.
enum Command {
  case render(RenderRequest)
  case listPresets(String)
  case listControls(String, rate: Int)
  case help
  case version
}

/// The command line, read with getopt_long in the order in which it stands: settings belong to the plug-in before them.
struct CommandLineArguments {
  private enum Option: Int32, CaseIterable {
    case positional = 1
    case plugin = 256
    case preset, input, tone, noise, a4, seconds, fade, level, channels, seed, rate, tail, maxTail, format, encoding
    case bits, dither, noDither, quality, normalize, block, timeout, listPresets, listControls, quiet, verbose, raw
    case version, help

    /// Its long name, the letter that stands for it, and whether it takes an argument.
    var spelling: (name: String, letter: Character?, argument: Int32) {
      let (none, required, optional) = (no_argument, required_argument, optional_argument)
      return switch self {
      case .positional: ("", nil, none)
      case .plugin: ("plugin", "p", required)
      case .preset: ("preset", nil, required)
      case .input: ("input", "i", required)
      case .raw: ("raw", nil, required)
      case .tone: ("tone", nil, required)
      case .noise: ("noise", nil, none)
      case .a4: ("a4", nil, required)
      case .seconds: ("seconds", nil, required)
      case .fade: ("fade", nil, required)
      case .level: ("level", nil, required)
      case .channels: ("channels", nil, required)
      case .seed: ("seed", nil, required)
      case .rate: ("rate", "r", required)
      case .tail: ("tail", nil, required)
      case .maxTail: ("max-tail", nil, required)
      case .format: ("format", "f", required)
      case .encoding: ("encoding", "e", required)
      case .bits: ("bits", "b", required)
      case .dither: ("dither", nil, none)
      case .noDither: ("no-dither", nil, none)
      case .quality: ("quality", nil, required)
      case .normalize: ("normalize", nil, optional)
      case .block: ("block", nil, required)
      case .timeout: ("timeout", nil, required)
      case .listPresets: ("list-presets", nil, optional)
      case .listControls: ("list-controls", nil, optional)
      case .quiet: ("quiet", "q", none)
      case .verbose: ("verbose", "v", none)
      case .version: ("version", "V", none)
      case .help: ("help", "h", none)
      }
    }
  }

  private(set) var command = Command.help
  private(set) var quiet = false
  private(set) var verbose = false

  private var request = RenderRequest(inputs: [], output: "", plugins: [])
  private var tones: [String] = []
  private var a4 = 440.0
  private var paths: [String] = []
  private var list: Option?
  private var listURI = ""

  /// - Throws: `RenderError.usage`.
  init(_ arguments: [String]) throws(RenderError) {
    var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for argument in argv { free(argument) } }
    let spellings = Option.allCases.dropFirst().map(\.spelling)
    let names = spellings.map { strdup($0.name) }
    defer { for name in names { free(name) } }
    var table = zip(Option.allCases.dropFirst(), zip(spellings, names)).map { option, spelling in
      CGetopt.option(name: spelling.1, has_arg: spelling.0.argument, flag: nil, val: option.rawValue)
    }
    table.append(CGetopt.option())
    // "-" gives operands in their place, as option 1; ":" tells a missing argument from an unknown option.
    let letters =
      "-:"
      + spellings.compactMap { spelling in
        spelling.letter.map { String($0) + (spelling.argument == required_argument ? ":" : "") }
      }.joined()
    let byLetter = Dictionary(
      uniqueKeysWithValues: Option.allCases.compactMap { option in
        option.spelling.letter.map { (Int32($0.asciiValue ?? 0), option) }
      })
    var state = getopt_state(index: 1, value: nil)
    while case let code = getopt_next(Int32(arguments.count), &argv, letters, table, &state), code != -1 {
      if code == Int32(UInt8(ascii: "?")) || code == Int32(UInt8(ascii: ":")) {
        let culprit = argv[Int(state.index) - 1].map { String(cString: $0) } ?? ""
        throw .usage(
          code == Int32(UInt8(ascii: "?")) ? "there is no option '\(culprit)'" : "\(culprit) needs an argument")
      }
      guard let option = Option(rawValue: code) ?? byLetter[code] else { throw .internal("option \(code)") }
      try take(option, state.value.map { String(cString: $0) } ?? "")
    }
    for index in Int(state.index)..<arguments.count { paths.append(arguments[index]) }
    try conclude()
  }

  private mutating func take(_ option: Option, _ argument: String) throws(RenderError) {
    switch option {
    case .positional: try takeOperand(argument)
    case .plugin: request.plugins.append(.init(argument))
    case .preset: try withPlugin("--preset") { $0.preset = argument }
    case .input: request.inputs.append(Self.input(argument))
    case .raw:
      guard let layout = RawLayout(argument) else {
        throw .usage("--raw: '\(argument)' is no encoding, channels and rate such as 16,2,44100")
      }
      request.raw = layout
    case .tone: tones.append(argument)
    case .noise: request.inputs.append(.init(.noise))
    case .a4: a4 = try number(option, argument, 1...100_000)
    case .seconds: request.length = try time(option, argument)
    case .fade: request.fade = try time(option, argument)
    case .level: request.level = try decibels(option, argument)
    case .channels: request.channels = Int(try number(option, argument, 1...1024, whole: true))
    case .seed: request.seed = UInt64(try number(option, argument, 0...9e15, whole: true))
    case .rate: request.rate = Int(try number(option, argument, 1...Double(RenderRequest.highestRate), whole: true))
    case .tail: request.tail = .fixed(try time(option, argument))
    case .maxTail: request.tail = .untilSilence(limit: try time(option, argument))
    case .format: request.format = argument
    case .encoding: request.encoding = argument
    case .bits:
      guard ["8", "16", "20", "24", "32"].contains(argument) else {
        throw .usage("--bits is 8, 16, 20, 24 or 32, not '\(argument)'; for others see --encoding")
      }
      request.encoding = argument
    case .dither: request.dither = true
    case .noDither: request.dither = false
    case .quality: request.quality = try number(option, argument, 0...1)
    case .normalize: request.normalize = argument.isEmpty ? Decibels(0) : try decibels(option, argument)
    case .block: request.blockLength = Int(try number(option, argument, 1...65536, whole: true))
    case .timeout: request.patience = Int(try number(option, argument, 1...86400, whole: true))
    case .listPresets, .listControls: (list, listURI) = (option, argument)
    case .quiet: quiet = true
    case .verbose: verbose = true
    case .version, .help: list = list ?? option
    }
  }

  /// An operand after a plug-in that reads as `symbol=value` is a setting; every other one is a file.
  private mutating func takeOperand(_ argument: String) throws(RenderError) {
    if !request.plugins.isEmpty, let setting = ControlSetting(argument) {
      request.plugins[request.plugins.count - 1].settings.append(setting)
    } else {
      paths.append(argument)
    }
  }

  private mutating func conclude() throws(RenderError) {
    // `--list-presets URI`, `--list-presets=URI` and `-p URI --list-presets` are all meant.
    let listed = listURI.isEmpty ? request.plugins.last?.uri ?? paths.first ?? "" : listURI
    if let list, list == .listPresets || list == .listControls, listed.isEmpty {
      throw .usage("--\(list.spelling.name) needs the URI of a plug-in")
    }
    switch list {
    case .help:
      command = .help
      return
    case .version:
      command = .version
      return
    case .listPresets:
      command = .listPresets(listed)
      return
    case .listControls:
      command = .listControls(listed, rate: request.rate ?? 48_000)
      return
    default: break
    }
    for text in tones {
      guard let frequency = Pitch.frequency(text, a4: a4) else {
        throw .usage("--tone: '\(text)' is neither a frequency nor a note such as A4 or C#3")
      }
      request.inputs.append(.init(.tone(frequency)))
    }
    guard let output = paths.popLast() else { throw .usage("no output file; try lv2render --help") }
    request.output = output
    guard paths.count <= 1 else {
      throw .usage("'\(paths[1])' is one file too many: further inputs are given with -i")
    }
    if let path = paths.first { request.inputs.insert(Self.input(path), at: 0) }
    if request.inputs.isEmpty {
      guard !request.plugins.isEmpty else { throw .usage("no input file; try lv2render --help") }
      request.inputs = [.init(.nothing)]
    }
    command = .render(request)
  }

  /// Reads `FILE` or `FILE:-3dB`; a file of that whole name comes first.
  private static func input(_ argument: String) -> RenderRequest.Input {
    if access(argument, F_OK) != 0, argument.lowercased().hasSuffix("db"), let colon = argument.lastIndex(of: ":"),
      let gain = Decibels(argument[argument.index(after: colon)...])
    {
      return .init(.file(String(argument[..<colon])), gain: gain)
    }
    return .init(.file(argument))
  }

  private mutating func withPlugin(
    _ option: String, _ change: (inout RenderRequest.Plugin) -> Void
  ) throws(RenderError) {
    guard !request.plugins.isEmpty else { throw .usage("\(option) belongs to a plug-in: it comes after -p") }
    change(&request.plugins[request.plugins.count - 1])
  }

  private func time(_ option: Option, _ argument: String) throws(RenderError) -> TimePoint {
    guard let time = TimePoint(argument) else {
      throw .usage("--\(option.spelling.name): '\(argument)' is no time such as 2, 10ms, 1:30 or 48000f")
    }
    return time
  }

  private func decibels(_ option: Option, _ argument: String) throws(RenderError) -> Decibels {
    guard let decibels = Decibels(argument) else {
      throw .usage("--\(option.spelling.name): '\(argument)' is no gain such as -3dB")
    }
    return decibels
  }

  private func number(
    _ option: Option, _ argument: String, _ range: ClosedRange<Double>, whole: Bool = false
  ) throws(RenderError) -> Double {
    guard let value = Double(argument), range.contains(value), !whole || value.rounded() == value else {
      let bounds = "\(range.lowerBound.plain) to \(range.upperBound.plain)"
      throw .usage("--\(option.spelling.name): '\(argument)' is no \(whole ? "whole " : "")number from \(bounds)")
    }
    return value
  }
}

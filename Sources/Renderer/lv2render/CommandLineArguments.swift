import Glibc
import Rendering
import Support

/// What the command line requests.
enum RenderCommand {
  case render(RenderRequest)
  case renderAll(Batch)
  case compare(RenderRequest, RenderRequest.Comparison)
  case listPresets(String)
  case listControls(String, rate: Int)
  case help
  case version
}

/// The parsed command line. The arguments are processed in their order, since settings belong to the plug-in before them.
struct CommandLineArguments {
  private(set) var command = RenderCommand.help
  private(set) var quiet = false
  private(set) var verbose = false

  private var request = RenderRequest()
  private var reference: RenderRequest.Comparison.Reference?
  private var tolerance: Decibels?
  private var difference: String?
  private var folder: String?
  private var jobs: Int?
  /// The arguments but the input files and the options of a batch, for the process of each file.
  private var shared: [String] = []
  private var tones: [String] = []
  private var a4 = 440.0
  private var paths: [String] = []
  private var list: RenderOption?
  private var listURI = ""

  /// - Throws: `UsageError`.
  init(_ arguments: [String]) throws(UsageError) {
    for argument in try tool.parse(arguments) {
      switch argument {
      case .option(let option, let value):
        try take(option, value ?? "")
        if option != .into && option != .jobs { shared.append("--\(option.rawValue)" + (value.map { "=\($0)" } ?? "")) }
      case .operand(let operand):
        // After a plug-in, an operand of the form `SYMBOL=VALUE` is a setting. Every other operand is a file.
        if !request.plugins.isEmpty, let setting = ControlAssignment(operand) {
          request.plugins[request.plugins.count - 1].settings.append(setting)
          shared.append(operand)
        } else {
          paths.append(operand)
        }
      }
    }
    command = try conclude()
  }

  private mutating func take(_ option: RenderOption, _ argument: String) throws(UsageError) {
    switch option {
    case .plugin: request.plugins.append(.init(argument))
    case .preset:
      guard !request.plugins.isEmpty else { throw UsageError("--preset requires a plug-in before it (-p)") }
      request.plugins[request.plugins.count - 1].preset = argument
      request.plugins[request.plugins.count - 1].state = nil
    case .state:
      guard !request.plugins.isEmpty else { throw UsageError("--state requires a plug-in before it (-p)") }
      request.plugins[request.plugins.count - 1].state = argument
      request.plugins[request.plugins.count - 1].preset = nil
    case .sideChain: request.sideChain = argument
    case .midi: request.midi = argument
    case .notes:
      request.notes = try value(option, argument, requires: "notes such as 'C4@0+1s E4@500ms+2s,90'", NoteList.init)
    case .tempo: request.tempo = try number(option, argument, 1...1000)
    case .input: request.inputs.append(Self.input(argument))
    case .raw:
      request.raw = try value(
        option, argument, requires: "encoding, channels and rate such as 16,2,44100", RawLayout.init)
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
      request.encoding = try value(option, argument, requires: "8, 16, 20, 24 or 32") {
        ["8", "16", "20", "24", "32"].contains($0) ? $0 : nil
      }
    case .dither: request.dither = true
    case .noDither: request.dither = false
    case .quality: request.quality = try number(option, argument, 0...1)
    case .normalize: request.normalize = argument.isEmpty ? Decibels(0) : try decibels(option, argument)
    case .into: folder = argument
    case .jobs: jobs = Int(try number(option, argument, 1...1024, whole: true))
    case .against: reference = .bundle(argument)
    case .reference: reference = .file(argument)
    case .tolerance: tolerance = try decibels(option, argument)
    case .diff: difference = argument
    case .block: request.blockLength = Int(try number(option, argument, 1...65536, whole: true))
    case .timeout: request.timeout = Int(try number(option, argument, 1...86400, whole: true))
    case .listPresets, .listControls: (list, listURI) = (option, argument)
    case .quiet: quiet = true
    case .verbose: verbose = true
    case .version, .help: list = list ?? option
    }
  }

  private mutating func conclude() throws(UsageError) -> RenderCommand {
    if list == .help { return .help }
    if list == .version { return .version }
    if let list {
      // The forms are `--list-presets URI`, `--list-presets=URI` and `-p URI --list-presets`.
      let uri = listURI.isEmpty ? request.plugins.last?.uri ?? paths.first ?? "" : listURI
      guard !uri.isEmpty else { throw UsageError("--\(list.rawValue) requires the URI of a plug-in") }
      return list == .listPresets ? .listPresets(uri) : .listControls(uri, rate: request.rate ?? 48_000)
    }
    for tone in tones {
      let frequency = try value(.tone, tone, requires: "a frequency such as 440 or a note such as A4") {
        Pitch.frequency($0, a4: a4)
      }
      request.inputs.append(.init(.tone(frequency)))
    }
    if let folder { return try conclude(into: folder) }
    guard jobs == nil else { throw UsageError("--jobs requires --into") }
    if let reference { return try conclude(comparingWith: reference) }
    guard tolerance == nil && difference == nil else {
      throw UsageError("--tolerance and --diff require --against or --reference")
    }
    guard let output = paths.popLast() else { throw UsageError("no output file given; see 'lv2render --help'") }
    request.output = output
    try takeInput()
    if request.inputs.isEmpty && request.plugins.isEmpty {
      throw UsageError("no input file given; see 'lv2render --help'")
    }
    return .render(request)
  }

  private mutating func conclude(
    comparingWith reference: RenderRequest.Comparison.Reference
  ) throws(UsageError) -> RenderCommand {
    if paths.count == 2 { throw UsageError("'\(paths[1])' is an extra operand; a comparison writes no output") }
    try takeInput()
    guard !request.plugins.isEmpty else { throw UsageError("a comparison requires a plug-in (-p)") }
    var comparison = RenderRequest.Comparison(reference)
    if let tolerance { comparison.tolerance = tolerance }
    comparison.difference = difference
    return .compare(request, comparison)
  }

  private func conclude(into folder: String) throws(UsageError) -> RenderCommand {
    guard reference == nil else { throw UsageError("--into writes files, and a comparison writes none") }
    guard !paths.isEmpty else { throw UsageError("no input file given; see 'lv2render --help'") }
    return .renderAll(try Batch(paths, into: folder, shared, jobs: jobs))
  }

  /// The first operand is a file of the mix.
  private mutating func takeInput() throws(UsageError) {
    guard paths.count <= 1 else { throw UsageError("'\(paths[1])' is an extra operand; use -i for further inputs") }
    if let path = paths.first { request.inputs.insert(Self.input(path), at: 0) }
  }

  /// Parses `FILE` or `FILE:GAIN`. An existing file with the whole name has priority.
  private static func input(_ argument: String) -> RenderRequest.Input {
    if access(argument, F_OK) != 0, argument.lowercased().hasSuffix("db"), let colon = argument.lastIndex(of: ":"),
      let gain = Decibels(argument[argument.index(after: colon)...])
    {
      return .init(.file(String(argument[..<colon])), gain: gain)
    }
    return .init(.file(argument))
  }

  private func value<Value>(
    _ option: RenderOption, _ argument: String, requires expected: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value {
    guard let value = parse(argument) else { throw UsageError(option, requires: expected, not: argument) }
    return value
  }

  private func time(_ option: RenderOption, _ argument: String) throws(UsageError) -> TimePoint {
    try value(option, argument, requires: "a time such as 2, 10ms, 1:30 or 48000f", TimePoint.init)
  }

  private func decibels(_ option: RenderOption, _ argument: String) throws(UsageError) -> Decibels {
    try value(option, argument, requires: "a gain such as -3dB", Decibels.init)
  }

  private func number(
    _ option: RenderOption, _ argument: String, _ range: ClosedRange<Double>, whole: Bool = false
  ) throws(UsageError) -> Double {
    let bounds = "\(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    return try value(option, argument, requires: "\(whole ? "an integer" : "a number") from \(bounds)") {
      Double($0).flatMap { range.contains($0) && (!whole || $0.rounded() == $0) ? $0 : nil }
    }
  }
}

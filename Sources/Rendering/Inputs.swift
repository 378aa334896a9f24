/// What the request reads from, opened; and the rate that follows from it.
struct Inputs {
  let request: RenderRequest
  /// In hertz.
  let rate: Int
  /// Of the mix; 0 where the first plug-in makes the sound.
  let channels: Int
  let files: [FileSource]

  /// - Throws: `RenderError.input` or `usage`.
  init(_ request: RenderRequest) throws(RenderError) {
    self.request = request
    var files: [FileSource] = []
    var widths: [Int] = []
    var standardInputs = 0
    for path in request.plugins.flatMap(\.settings).compactMap(\.file) {
      try Self.keep(path, from: request.output, as: "a breakpoint file")
    }
    for input in request.inputs {
      switch input.source {
      case .file(let path):
        try Self.keep(StandardStream.input.location(path), from: request.output, as: "the input")
        if StandardStream.input.isMeant(by: path) { standardInputs += 1 }
        guard standardInputs < 2 else { throw .usage("standard input can be read once, and is given twice") }
        files.append(try Self.open(path, raw: request.raw))
        widths.append(files[files.count - 1].channels)
      case .tone, .noise: widths.append(request.channels)
      case .nothing: break
      }
    }
    self.files = files
    channels = widths.max() ?? 0
    rate = request.rate ?? files.first?.rate ?? 48_000
    guard (1...RenderRequest.highestRate).contains(rate) else {
      throw .usage("\(rate) Hz is no sample rate: 1 to \(RenderRequest.highestRate)")
    }
    if files.count < request.inputs.count && request.length == nil {
      throw .usage("--seconds says how long a tone, noise or a plug-in without input lasts, and is missing")
    }
  }

  /// Refuses an output that is a file to be read.
  private static func keep(_ path: String, from output: String, as role: String) throws(RenderError) {
    guard !ReplacedFile.areSame(path, StandardStream.output.location(output)) else {
      throw .usage("\(output) is \(role): lv2render never writes over what it reads")
    }
  }

  private static func open(_ path: String, raw: RawLayout?) throws(RenderError) -> FileSource {
    let isRaw = RawLayout.applies(to: path) || (raw != nil && StandardStream.input.isMeant(by: path))
    guard isRaw else { return try FileSource(path: path) }
    guard let raw else { throw .usage("\(path) has no header: say how to read it, as in --raw 16,2,44100") }
    let format = try SoundFormat.choose(
      path: path, container: "raw", encoding: raw.encoding, source: nil, channels: raw.channels, rate: raw.rate)
    return try FileSource(path: path, raw: (format, raw))
  }

  func mixer(blockLength: Int) throws(RenderError) -> Mixer {
    var sources: [(source: any SoundSource, gain: Float, name: String)] = []
    var unused = files[...]
    for input in request.inputs {
      switch input.source {
      case .file:
        let file = unused.removeFirst()
        let source: any SoundSource =
          file.rate == rate ? file : try ResampledSource(file, from: file.rate, to: rate)
        sources.append((source, input.gain.factor, file.path))
      case .tone(let frequency):
        guard frequency < Double(rate) / 2 else {
          throw .usage("a tone of \(frequency.plain) Hz is not below half the sample rate of \(rate) Hz")
        }
        sources.append((generated(.tone(frequency)), input.gain.factor, "--tone"))
      case .noise: sources.append((generated(.noise(seed: request.seed)), input.gain.factor, "--noise"))
      case .nothing: break
      }
    }
    return try Mixer(sources, silence: length, blockLength: blockLength)
  }

  private var length: Int { request.length?.frames(rate: rate) ?? 0 }

  private func generated(_ signal: GeneratedSource.Signal) -> GeneratedSource {
    GeneratedSource(
      signal, channels: request.channels, frames: length, fade: request.fade.frames(rate: rate),
      level: request.level.factor, rate: rate)
  }
}

import Performing

/// The inputs of a request after opening, and the sample rate that follows from them.
struct RenderInputs {
  let request: RenderRequest
  /// In hertz.
  let rate: Int
  /// Channels of the mix; 0 without input, for a generator plug-in.
  let mainChannels: Int
  let files: [FileSource]
  private let sideChain: FileSource?
  /// What is played to the plug-ins.
  let performance: Performance

  /// - Throws: `RenderError.input` or `usage`.
  init(_ request: RenderRequest) throws(RenderError) {
    self.request = request
    try request.checkFiles()
    var files: [FileSource] = []
    for case .file(let path) in request.inputs.map(\.source) { files.append(try Self.open(path, raw: request.raw)) }
    self.files = files
    let generatesSound = files.count < request.inputs.count
    sideChain = try request.sideChain.map { (path) throws(RenderError) in try Self.open(path, raw: request.raw) }
    guard sideChain == nil || !request.plugins.isEmpty else { throw .usage("--side-chain requires a plug-in (-p).") }
    mainChannels = (files.map(\.channels) + (generatesSound ? [request.channels] : [])).max() ?? 0
    rate = request.rate ?? files.first?.rate ?? 48_000
    guard (1...RenderRequest.highestRate).contains(rate) else {
      throw .usage("The sample rate of \(rate) Hz is not in the range 1 to \(RenderRequest.highestRate) Hz.")
    }
    performance = try Self.performance(request, rate: rate)
    if request.length == nil, generatesSound || (files.isEmpty && performance.length == 0) {
      throw .usage("--tone, --noise and plug-ins without input require a length; set --seconds, --midi or --notes.")
    }
  }

  var sideChainChannels: Int { sideChain?.channels ?? 0 }
  /// The channels of the mix and of the side chain after it.
  var channels: Int { mainChannels + sideChainChannels }

  /// What the MIDI file and the notes of a request are at a sample rate.
  private static func performance(_ request: RenderRequest, rate: Int) throws(RenderError) -> Performance {
    var performance = Performance(beatsPerMinute: request.tempo ?? 120)
    if let path = request.midi {
      let bytes = try SmallFile.bytes(of: path, kind: "MIDI file")
      do throws(MIDIFile.Failure) {
        performance = try MIDIFile(bytes).performance(rate: rate, beatsPerMinute: request.tempo)
      } catch { throw .input(path: path, reason: "The file cannot be played: \(error)") }
    }
    if let notes = request.notes { performance.add(notes.notes(rate: rate)) }
    if let length = request.length { performance.cut(at: length.frames(rate: rate)) }
    return performance
  }

  private static func open(_ path: String, raw: RawLayout?) throws(RenderError) -> FileSource {
    let isRaw = path.lowercased().hasSuffix(".raw") || (raw != nil && StandardStream.input.isMeant(by: path))
    guard isRaw else { return try FileSource(path: path) }
    guard let raw else { throw .usage("\(path) has no header; give its layout, for example --raw 16,2,44100.") }
    let format = try SoundFormat.choose(
      path: path, container: "raw", encoding: raw.encoding, source: nil, channels: raw.channels, rate: raw.rate)
    return try FileSource(path: path, raw: (format, raw))
  }

  func mixer(blockLength: Int) throws(RenderError) -> Mixer {
    var sources: [Mixer.Input] = []
    var unused = files[...]
    for input in request.inputs {
      switch input.source {
      case .file:
        let file = unused.removeFirst()
        sources.append((try atRate(file), input.gain.factor, file.path))
      case .tone(let frequency):
        guard frequency < Double(rate) / 2 else {
          throw .usage("--tone: \(frequency.shortText) Hz is not below half the sample rate of \(rate) Hz.")
        }
        sources.append((generated(frequency), input.gain.factor, "--tone"))
      case .noise: sources.append((generated(nil), input.gain.factor, "--noise"))
      }
    }
    // The end of a file is not that of what is played.
    if !sources.isEmpty && performance.length > 0 { sources.append((SilentSource(frames: performance.length), 1, "")) }
    return try Mixer(
      sources, sideChain: sideChain.map { (file) throws(RenderError) in (try atRate(file), 1, file.path) },
      silence: request.length == nil ? performance.length : length, blockLength: blockLength)
  }

  private func atRate(_ file: FileSource) throws(RenderError) -> any SoundSource {
    file.rate == rate ? file : try ResampledSource(file, from: file.rate, to: rate)
  }

  private var length: Int { request.length?.frames(rate: rate) ?? 0 }

  private func generated(_ frequency: Double?) -> GeneratedSource {
    GeneratedSource(
      frequency: frequency, seed: request.seed, channels: request.channels, frames: length,
      fade: request.fade.frames(rate: rate), level: request.level.factor, rate: rate)
  }
}

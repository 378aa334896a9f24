import CProcess
import CSndfile
import Glibc

/// A container and an encoding of samples, as libsndfile numbers them.
struct SoundFormat: Hashable, Sendable {
  /// The word that libsndfile takes.
  var code: Int32

  private static let containers: [(names: [String], code: Int, usual: [Int])] = [
    (["wav", "wave"], SF_FORMAT_WAV, [SF_FORMAT_PCM_24]), (["wavex"], SF_FORMAT_WAVEX, [SF_FORMAT_PCM_24]),
    (["rf64"], SF_FORMAT_RF64, [SF_FORMAT_PCM_24]), (["w64"], SF_FORMAT_W64, [SF_FORMAT_PCM_24]),
    (["flac"], SF_FORMAT_FLAC, [SF_FORMAT_PCM_24]),
    (["aiff", "aif", "aifc"], SF_FORMAT_AIFF, [SF_FORMAT_PCM_24]), (["caf"], SF_FORMAT_CAF, [SF_FORMAT_PCM_24]),
    (["ogg", "oga"], SF_FORMAT_OGG, [SF_FORMAT_VORBIS]), (["opus"], SF_FORMAT_OGG, [SF_FORMAT_OPUS]),
    (["mp3"], SF_FORMAT_MPEG, [SF_FORMAT_MPEG_LAYER_III]), (["au", "snd"], SF_FORMAT_AU, [SF_FORMAT_PCM_24]),
    (["raw"], SF_FORMAT_RAW, [SF_FORMAT_FLOAT]), (["avr"], SF_FORMAT_AVR, [SF_FORMAT_PCM_16]),
    (["htk"], SF_FORMAT_HTK, [SF_FORMAT_PCM_16]), (["iff", "svx", "8svx"], SF_FORMAT_SVX, [SF_FORMAT_PCM_16]),
    (["mat4"], SF_FORMAT_MAT4, [SF_FORMAT_FLOAT]), (["mat", "mat5"], SF_FORMAT_MAT5, [SF_FORMAT_FLOAT]),
    (["mpc"], SF_FORMAT_MPC2K, [SF_FORMAT_PCM_16]), (["nist", "sph"], SF_FORMAT_NIST, [SF_FORMAT_PCM_24]),
    (["paf"], SF_FORMAT_PAF, [SF_FORMAT_PCM_24]), (["pvf"], SF_FORMAT_PVF, [SF_FORMAT_PCM_32]),
    (["sds"], SF_FORMAT_SDS, [SF_FORMAT_PCM_24]),
    (["sf", "ircam"], SF_FORMAT_IRCAM, [SF_FORMAT_FLOAT]), (["voc"], SF_FORMAT_VOC, [SF_FORMAT_PCM_16]),
    (["wve"], SF_FORMAT_WVE, [SF_FORMAT_ALAW]), (["xi"], SF_FORMAT_XI, [SF_FORMAT_DPCM_16]),
  ]

  /// In each row the first that the container takes is meant.
  private static let encodings: [(name: String, codes: [Int])] = [
    ("8", [SF_FORMAT_PCM_U8, SF_FORMAT_PCM_S8]), ("16", [SF_FORMAT_PCM_16, SF_FORMAT_ALAC_16]),
    ("20", [SF_FORMAT_ALAC_20]), ("24", [SF_FORMAT_PCM_24, SF_FORMAT_ALAC_24]),
    ("32", [SF_FORMAT_PCM_32, SF_FORMAT_ALAC_32]), ("float", [SF_FORMAT_FLOAT]), ("double", [SF_FORMAT_DOUBLE]),
    ("ulaw", [SF_FORMAT_ULAW]), ("alaw", [SF_FORMAT_ALAW]), ("ima-adpcm", [SF_FORMAT_IMA_ADPCM]),
    ("ms-adpcm", [SF_FORMAT_MS_ADPCM]), ("gsm610", [SF_FORMAT_GSM610]), ("g721-32", [SF_FORMAT_G721_32]),
    ("g723-24", [SF_FORMAT_G723_24]), ("g723-40", [SF_FORMAT_G723_40]), ("nms-adpcm-16", [SF_FORMAT_NMS_ADPCM_16]),
    ("nms-adpcm-24", [SF_FORMAT_NMS_ADPCM_24]), ("nms-adpcm-32", [SF_FORMAT_NMS_ADPCM_32]),
    ("dwvw-16", [SF_FORMAT_DWVW_16]), ("dwvw-24", [SF_FORMAT_DWVW_24]),
    ("dpcm-8", [SF_FORMAT_DPCM_8]), ("dpcm-16", [SF_FORMAT_DPCM_16]), ("alac-16", [SF_FORMAT_ALAC_16]),
    ("alac-20", [SF_FORMAT_ALAC_20]), ("alac-24", [SF_FORMAT_ALAC_24]), ("alac-32", [SF_FORMAT_ALAC_32]),
    ("vorbis", [SF_FORMAT_VORBIS]), ("opus", [SF_FORMAT_OPUS]), ("mp3", [SF_FORMAT_MPEG_LAYER_III]),
  ]

  /// The names that `--format` takes.
  static let containerNames = containers.map(\.names[0])
  /// The names that `--encoding` takes.
  static let encodingNames = encodings.map(\.name)

  /// Chooses the format of the output.
  ///
  /// - Parameters:
  ///   - path: its extension names the container where `container` is nil.
  ///   - source: the first input's format, whose encoding is kept where nothing else was asked for.
  /// - Throws: `RenderError.usage` for unknown names and combinations that libsndfile does not write, or would write
  ///   with another rate.
  static func choose(
    path: String, container: String?, encoding: String?, source: SoundFormat?, channels: Int, rate: Int
  ) throws(RenderError) -> SoundFormat {
    let suffix = path.split(separator: "/").last.flatMap { name in
      name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    }
    guard let name = container ?? suffix else {
      throw .usage("\(path): no extension says which format to write; use --format")
    }
    guard name.lowercased() != "sd2" else {
      throw .usage("sd2 keeps its header in a second file, which lv2render does not write: use aiff or caf")
    }
    guard let row = containers.first(where: { $0.names.contains(name.lowercased()) }) else {
      throw .usage("'\(name)' is no known format" + Suggestion.text(for: name, among: containerNames))
    }
    var candidates = row.usual
    if let encoding {
      guard let found = encodings.first(where: { $0.name == encoding.lowercased() }) else {
        throw .usage("'\(encoding)' is no known encoding" + Suggestion.text(for: encoding, among: encodingNames))
      }
      candidates = found.codes
    } else if let source, row.names[0] != "opus" {
      let kin = encodings.first { $0.codes.contains(source.encoding) }?.codes ?? []
      candidates = [source.encoding] + kin + candidates
    }
    candidates += encoding == nil ? [SF_FORMAT_PCM_16] : []
    // libsndfile reads MPEG in a WAV file, says that it writes it, and does not.
    for candidate in candidates where isMPEG(candidate) == (row.code == SF_FORMAT_MPEG) {
      var info = SF_INFO()
      info.channels = Int32(channels)
      info.samplerate = Int32(rate)
      info.format = Int32(row.code | candidate)
      guard sf_format_check(&info) != 0 else { continue }
      if row.code != SF_FORMAT_RAW { try tryRate(of: info, container: name) }
      return SoundFormat(code: info.format)
    }
    let asked = encoding.map { " with encoding '\($0)'" } ?? ""
    throw .usage("\(name) cannot hold \(channels) channels at \(rate) Hz\(asked)")
  }

  /// How far the rate that a file tells may lie from its own: a cent, so that nobody hears it.
  private static let rateTolerance = 0.0006

  /// Writes a frame into memory and reads what rate it has there: some encoders take few, and some containers have a
  /// field too small, or none.
  private static func tryRate(of wanted: SF_INFO, container: String) throws(RenderError) {
    let descriptor = memfd_create("lv2render", CPROCESS_MEMFD_CLOEXEC)
    guard descriptor >= 0 else { throw .internal("no memory file: \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    var info = wanted
    let silence = [Float](repeating: 0, count: Int(wanted.channels))
    let file = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0)
    let message = file == nil ? ": \(SoundFileMessage.text(nil))" : ""
    let isWritten = sf_writef_float(file, silence, 1) == 1
    guard sf_close(file) == 0 && isWritten else {
      throw .usage("\(container) cannot hold \(wanted.samplerate) Hz\(message); see --rate")
    }
    lseek(descriptor, 0, SEEK_SET)
    var written = SF_INFO()
    guard let file = sf_open_fd(descriptor, Int32(SFM_READ), &written, 0) else { return }
    sf_close(file)
    guard abs(Double(written.samplerate) / Double(wanted.samplerate) - 1) < rateTolerance else {
      throw .usage("\(container) cannot hold \(wanted.samplerate) Hz, it would say \(written.samplerate); see --rate")
    }
  }

  private static func isMPEG(_ encoding: Int) -> Bool {
    [SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III].contains(encoding)
  }

  private var encoding: Int { Int(code) & SF_FORMAT_SUBMASK }

  /// Whether samples beyond full scale survive.
  var isFloat: Bool { [SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE].contains(encoding) }

  /// The bits of a whole-number encoding, or nil.
  var bits: Int? {
    switch encoding {
    case SF_FORMAT_PCM_S8, SF_FORMAT_PCM_U8, SF_FORMAT_DPCM_8: 8
    case SF_FORMAT_PCM_16, SF_FORMAT_ALAC_16, SF_FORMAT_DPCM_16, SF_FORMAT_DWVW_16: 16
    case SF_FORMAT_ALAC_20: 20
    case SF_FORMAT_PCM_24, SF_FORMAT_ALAC_24, SF_FORMAT_DWVW_24: 24
    case SF_FORMAT_PCM_32, SF_FORMAT_ALAC_32: 32
    default: nil
    }
  }

  /// The bytes of a sample, at most.
  var sampleSize: Int { bits.map { ($0 + 7) / 8 } ?? (encoding == SF_FORMAT_DOUBLE ? 8 : 4) }

  private var container: Int { Int(code) & SF_FORMAT_TYPEMASK }

  /// The name by which `--format` takes the container.
  var containerName: String { Self.containers.first { $0.code == container }?.names[0] ?? "this format" }

  /// Whether it can be written from the beginning to the end, and is whole then. libsndfile also writes others to a pipe,
  /// with lengths that are wrong, or that it does not read again.
  var isStreamable: Bool {
    [
      SF_FORMAT_AU, SF_FORMAT_RAW, SF_FORMAT_OGG, SF_FORMAT_MPEG, SF_FORMAT_PVF, SF_FORMAT_IRCAM,
    ].contains { container == Int($0) }
  }

  var isRF64: Bool { container == SF_FORMAT_RF64 }

  var isW64: Bool { container == SF_FORMAT_W64 }

  var isRaw: Bool { container == SF_FORMAT_RAW }

  /// Whether it is AIFF, which cannot count beyond 4 GB and has no larger form.
  var isAIFF: Bool { container == SF_FORMAT_AIFF }

  /// Whether it is RIFF, which cannot count beyond 4 GB.
  var isRIFF: Bool {
    [SF_FORMAT_WAV, SF_FORMAT_WAVEX].contains { container == Int($0) }
  }

  var isMPEG: Bool { Self.isMPEG(encoding) }

  /// Whether it is Ogg, with whatever is in there.
  var isOgg: Bool { container == SF_FORMAT_OGG }

  /// The same encoding in RF64.
  var asRF64: SoundFormat { SoundFormat(code: Int32(encoding | SF_FORMAT_RF64)) }
}

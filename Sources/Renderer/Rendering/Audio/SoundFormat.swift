import CProcess
import CSndfile
import Glibc

/// A container and a sample encoding, with libsndfile's numbers.
struct SoundFormat: Hashable, Sendable {
  /// libsndfile's format word: `SF_FORMAT_` constants for container and encoding.
  var code: Int32

  /// Names and extensions, libsndfile's code, and the default encoding.
  private static let containers: [(names: [String], code: Int, encoding: Int)] = [
    (["wav", "wave"], SF_FORMAT_WAV, SF_FORMAT_PCM_24), (["wavex"], SF_FORMAT_WAVEX, SF_FORMAT_PCM_24),
    (["rf64"], SF_FORMAT_RF64, SF_FORMAT_PCM_24), (["w64"], SF_FORMAT_W64, SF_FORMAT_PCM_24),
    (["flac"], SF_FORMAT_FLAC, SF_FORMAT_PCM_24), (["aiff", "aif", "aifc"], SF_FORMAT_AIFF, SF_FORMAT_PCM_24),
    (["caf"], SF_FORMAT_CAF, SF_FORMAT_PCM_24), (["ogg", "oga"], SF_FORMAT_OGG, SF_FORMAT_VORBIS),
    (["opus"], SF_FORMAT_OGG, SF_FORMAT_OPUS), (["mp3"], SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III),
    (["au", "snd"], SF_FORMAT_AU, SF_FORMAT_PCM_24), (["raw"], SF_FORMAT_RAW, SF_FORMAT_FLOAT),
    (["avr"], SF_FORMAT_AVR, SF_FORMAT_PCM_16), (["htk"], SF_FORMAT_HTK, SF_FORMAT_PCM_16),
    (["iff", "svx", "8svx"], SF_FORMAT_SVX, SF_FORMAT_PCM_16), (["mat4"], SF_FORMAT_MAT4, SF_FORMAT_FLOAT),
    (["mat", "mat5"], SF_FORMAT_MAT5, SF_FORMAT_FLOAT), (["mpc"], SF_FORMAT_MPC2K, SF_FORMAT_PCM_16),
    (["nist", "sph"], SF_FORMAT_NIST, SF_FORMAT_PCM_24), (["paf"], SF_FORMAT_PAF, SF_FORMAT_PCM_24),
    (["pvf"], SF_FORMAT_PVF, SF_FORMAT_PCM_32), (["sds"], SF_FORMAT_SDS, SF_FORMAT_PCM_24),
    (["sf", "ircam"], SF_FORMAT_IRCAM, SF_FORMAT_FLOAT), (["voc"], SF_FORMAT_VOC, SF_FORMAT_PCM_16),
    (["wve"], SF_FORMAT_WVE, SF_FORMAT_ALAW), (["xi"], SF_FORMAT_XI, SF_FORMAT_DPCM_16),
  ]

  /// A name selects the first encoding in its row that the container supports.
  private static let encodings: [(name: String, codes: [Int])] = [
    ("8", [SF_FORMAT_PCM_U8, SF_FORMAT_PCM_S8]), ("16", [SF_FORMAT_PCM_16, SF_FORMAT_ALAC_16]),
    ("20", [SF_FORMAT_ALAC_20]), ("24", [SF_FORMAT_PCM_24, SF_FORMAT_ALAC_24]),
    ("32", [SF_FORMAT_PCM_32, SF_FORMAT_ALAC_32]), ("float", [SF_FORMAT_FLOAT]), ("double", [SF_FORMAT_DOUBLE]),
    ("ulaw", [SF_FORMAT_ULAW]), ("alaw", [SF_FORMAT_ALAW]), ("ima-adpcm", [SF_FORMAT_IMA_ADPCM]),
    ("ms-adpcm", [SF_FORMAT_MS_ADPCM]), ("gsm610", [SF_FORMAT_GSM610]), ("g721-32", [SF_FORMAT_G721_32]),
    ("g723-24", [SF_FORMAT_G723_24]), ("g723-40", [SF_FORMAT_G723_40]), ("nms-adpcm-16", [SF_FORMAT_NMS_ADPCM_16]),
    ("nms-adpcm-24", [SF_FORMAT_NMS_ADPCM_24]), ("nms-adpcm-32", [SF_FORMAT_NMS_ADPCM_32]),
    ("dwvw-16", [SF_FORMAT_DWVW_16]), ("dwvw-24", [SF_FORMAT_DWVW_24]), ("dpcm-8", [SF_FORMAT_DPCM_8]),
    ("dpcm-16", [SF_FORMAT_DPCM_16]), ("alac-16", [SF_FORMAT_ALAC_16]), ("alac-20", [SF_FORMAT_ALAC_20]),
    ("alac-24", [SF_FORMAT_ALAC_24]), ("alac-32", [SF_FORMAT_ALAC_32]), ("vorbis", [SF_FORMAT_VORBIS]),
    ("opus", [SF_FORMAT_OPUS]), ("mp3", [SF_FORMAT_MPEG_LAYER_III]),
  ]

  /// Chooses the format of the output.
  ///
  /// - Parameters:
  ///   - path: if `container` is nil, its extension selects the container.
  ///   - source: the format of the first input, whose encoding is kept if `encoding` is nil.
  /// - Throws: `RenderError.usage` for unknown names, and for combinations that libsndfile cannot write or would write
  ///   with another sample rate.
  static func choose(
    path: String, container: String?, encoding: String?, source: SoundFormat?, channels: Int, rate: Int
  ) throws(RenderError) -> SoundFormat {
    let suffix = path.split(separator: "/").last.flatMap { name in
      name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    }
    guard let name = container ?? suffix else {
      throw .usage("\(path): The name has no extension that selects a format; use --format.")
    }
    guard name.lowercased() != "sd2" else {
      throw .usage("sd2 stores its header in a second file, which lv2render does not write; use aiff or caf.")
    }
    guard let row = containers.first(where: { $0.names.contains(name.lowercased()) }) else {
      throw .usage(
        "--format: '\(name)' is not a known format" + Suggestion.text(for: name, among: containers.map(\.names[0])))
    }
    var candidates = [row.encoding]
    if let encoding {
      guard let found = encodings.first(where: { $0.name == encoding.lowercased() }) else {
        throw .usage(
          "--encoding: '\(encoding)' is not a known encoding"
            + Suggestion.text(for: encoding, among: encodings.map(\.name)))
      }
      candidates = found.codes
    } else if let source, row.names[0] != "opus" {
      let kin = encodings.first { $0.codes.contains(source.encoding) }?.codes ?? []
      candidates = [source.encoding] + kin + candidates
    }
    if encoding == nil { candidates.append(SF_FORMAT_PCM_16) }
    // libsndfile reports that it can write MPEG in a WAV file, but cannot.
    for candidate in candidates where isMPEG(candidate) == (row.code == SF_FORMAT_MPEG) {
      var info = SF_INFO(Int32(row.code | candidate), channels: channels, rate: rate)
      guard sf_format_check(&info) != 0 else { continue }
      if row.code != SF_FORMAT_RAW { try checkRate(of: info, container: name) }
      return SoundFormat(code: info.format)
    }
    let condition = encoding.map { " with encoding '\($0)'" } ?? ""
    throw .usage("\(name) does not support \(channels) channels at \(rate) Hz\(condition).")
  }

  /// The largest relative error of a sample rate in a header: one cent of pitch, 2^(1/1200) - 1 = 0.0006, is inaudible.
  private static let rateTolerance = 0.0006

  /// Writes a frame to memory and reads its sample rate back. Some encoders support only a few rates; some containers
  /// have a field that is too small, or none.
  private static func checkRate(of requested: SF_INFO, container: String) throws(RenderError) {
    let descriptor = memfd_create("lv2render", CPROCESS_MEMFD_CLOEXEC)
    guard descriptor >= 0 else { throw .internal("The system could not create a file in memory: \(systemMessage())") }
    defer { close(descriptor) }
    var info = requested
    let silence = [Float](repeating: 0, count: Int(requested.channels))
    let file = sf_open_fd(descriptor, Int32(SFM_WRITE), &info, 0)
    let detail = file == nil ? " (libsndfile: \(String(cString: sf_strerror(nil))))" : ""
    let isWritten = sf_writef_float(file, silence, 1) == 1
    guard sf_close(file) == 0 && isWritten else {
      throw .usage("\(container) does not support \(requested.samplerate) Hz\(detail); use --rate.")
    }
    lseek(descriptor, 0, SEEK_SET)
    var written = SF_INFO()
    guard let file = sf_open_fd(descriptor, Int32(SFM_READ), &written, 0) else { return }
    sf_close(file)
    guard abs(Double(written.samplerate) / Double(requested.samplerate) - 1) < rateTolerance else {
      throw .usage(
        "\(container) does not support \(requested.samplerate) Hz; its header would contain "
          + "\(written.samplerate) Hz. Use --rate.")
    }
  }

  private static func isMPEG(_ encoding: Int) -> Bool {
    [SF_FORMAT_MPEG_LAYER_I, SF_FORMAT_MPEG_LAYER_II, SF_FORMAT_MPEG_LAYER_III].contains(encoding)
  }

  private var encoding: Int { Int(code) & SF_FORMAT_SUBMASK }

  /// Whether samples beyond full scale are kept.
  var isFloat: Bool { [SF_FORMAT_FLOAT, SF_FORMAT_DOUBLE].contains(encoding) }

  /// The number of bits of an integer encoding; nil for others.
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

  /// The largest number of bytes of a sample.
  var sampleSize: Int { bits.map { ($0 + 7) / 8 } ?? (encoding == SF_FORMAT_DOUBLE ? 8 : 4) }

  private var container: Int { Int(code) & SF_FORMAT_TYPEMASK }

  /// The name of the container for `--format`.
  var containerName: String { Self.containers.first { $0.code == container }?.names[0] ?? "this format" }

  /// Whether the container can be written without seeking. libsndfile writes others to a pipe too, but with wrong
  /// lengths, or so that it cannot read them.
  var isStreamable: Bool {
    [SF_FORMAT_AU, SF_FORMAT_RAW, SF_FORMAT_OGG, SF_FORMAT_MPEG, SF_FORMAT_PVF, SF_FORMAT_IRCAM].contains(container)
  }

  var isRF64: Bool { container == SF_FORMAT_RF64 }

  var isRaw: Bool { container == SF_FORMAT_RAW }

  /// Whether the container is AIFF, which is limited to 4 GB and has no 64-bit form.
  var isAIFF: Bool { container == SF_FORMAT_AIFF }

  /// Whether the container is RIFF, which is limited to 4 GB.
  var isRIFF: Bool { [SF_FORMAT_WAV, SF_FORMAT_WAVEX].contains(container) }

  var isMPEG: Bool { Self.isMPEG(encoding) }

  /// Whether the container is Ogg, with any encoding.
  var isOgg: Bool { container == SF_FORMAT_OGG }

  /// The same encoding in an RF64 file.
  var asRF64: SoundFormat { SoundFormat(code: Int32(encoding | SF_FORMAT_RF64)) }
}

extension SF_INFO {
  init(_ code: Int32, channels: Int, rate: Int) {
    self.init()
    (format, self.channels, samplerate) = (code, Int32(channels), Int32(rate))
  }
}

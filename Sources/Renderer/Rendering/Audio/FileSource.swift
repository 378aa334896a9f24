import CSndfile
import Glibc

/// A sound file, read with libsndfile as 32-bit floats.
final class FileSource: SoundSource {
  /// The name for messages.
  let path: String
  let channels: Int
  /// The sample rate of the file in hertz.
  let rate: Int
  let length: Int?
  let format: SoundFormat
  /// Title, artist and other strings, by libsndfile's number.
  let strings: [Int32: String]
  private let file: OpaquePointer
  private let pipe: ObservedPipe?
  private var framesRead = 0

  /// - Parameters:
  ///   - name: a path or `-`.
  ///   - raw: the format and layout of a file without a header; nil for other files.
  /// - Throws: `RenderError.input` for a file that does not exist, is not a sound file, or is truncated.
  init(path name: String, raw: (format: SoundFormat, layout: RawLayout)? = nil) throws(RenderError) {
    let stream: StandardStream? = StandardStream.input.isMeant(by: name) ? .input : nil
    let path = stream?.name ?? name
    self.path = path
    var status = stat()
    var descriptor = stream?.duplicate()
    let exists =
      if let descriptor { fstat(descriptor, &status) == 0 } else { access(name, R_OK) == 0 && stat(name, &status) == 0 }
    guard exists else { throw .input(path: path, reason: systemMessage()) }
    let type = status.st_mode & S_IFMT
    guard type != S_IFDIR else { throw .input(path: path, reason: systemMessage(EISDIR)) }
    var info = raw.map { SF_INFO($0.format.code, channels: $0.layout.channels, rate: $0.layout.rate) } ?? SF_INFO()
    if stream == nil && type == S_IFIFO { descriptor = open(name, O_RDONLY | O_CLOEXEC) }
    pipe =
      if let descriptor, raw == nil, type == S_IFIFO || type == S_IFSOCK { try ObservedPipe(descriptor) } else { nil }
    descriptor = pipe?.output ?? descriptor
    let openFile = {
      if let descriptor { return sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_TRUE)) }
      return sf_open(name, Int32(SFM_READ), &info)
    }
    guard let file = MutedStandardError.during(openFile) else {
      // libsndfile reports that a file named .mp3 does not exist if it cannot decode the file.
      let detail = name.lowercased().hasSuffix(".mp3") ? "" : Self.libraryMessage(nil)
      throw .input(path: path, reason: "The file is not a readable sound file\(detail)")
    }
    self.file = file
    channels = Int(info.channels)
    rate = Int(info.samplerate)
    format = SoundFormat(code: info.format)
    let header = type == S_IFREG ? StandardStream.input.location(name) : nil
    let declaresMPEGLength = header.flatMap { SoundFileHeader.read($0, \.declaresMPEGLength) } ?? false
    // libsndfile reports the largest count if the length is unknown, or this count divided by the size of a frame.
    let frameSize = channels * format.sampleSize
    let isKnown =
      info.frames < TimePoint.longest && !SoundFileHeader.isPlaceholder(Int(info.frames) * frameSize)
      && (!format.isMPEG || declaresMPEGLength)
    let hasFixedFrameSize = format.bits != nil || format.isFloat
    length = isKnown ? Int(info.frames) : hasFixedFrameSize ? pipe?.declaredSize.map { $0 / frameSize } : nil
    strings = Dictionary(
      uniqueKeysWithValues: (Int32(SF_STR_TITLE)...Int32(SF_STR_GENRE)).compactMap { number in
        sf_get_string(file, number).map { (number, String(cString: $0)) }
      })
    guard !format.isMPEG || type == S_IFREG else {
      throw .input(
        path: path, reason: "MP3 cannot be read from a pipe, because libsndfile loses a part of it; use a file")
    }
    if raw == nil, let truncation = header.flatMap({ SoundFileHeader.read($0, \.truncation) }) ?? nil {
      throw .input(
        path: path,
        reason:
          "The file is truncated: its header declares \(truncation.declared) bytes, the file has \(truncation.actual)")
    }
    // The last page of an Ogg file contains its length.
    if format.isOgg && info.seekable != 0 && info.frames >= TimePoint.longest {
      throw .input(path: path, reason: Self.lacksLastPage)
    }
    if info.frames == 0, Self.isUnfinished(header, descriptor, isPipe: info.seekable == 0) {
      throw .input(path: path, reason: "The file is unfinished: its header declares no audio data, but data follows it")
    }
  }

  deinit { sf_close(file) }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(RenderError) -> Int {
    let frames = MutedStandardError.during {
      Int(sf_readf_float(file, buffer.baseAddress, sf_count_t(buffer.count / channels)))
    }
    framesRead += frames
    if sf_error(file) != 0 {
      // libsndfile has only one message for all defects of an MP3 file.
      throw .input(path: path, reason: "The file is damaged\(format.isMPEG ? "" : Self.libraryMessage(file))")
    }
    guard frames < buffer.count / channels else { return frames }
    if let pipe, pipe.isTruncated { throw .input(path: path, reason: Self.lacksLastPage) }
    if let length, framesRead < length {
      throw .input(
        path: path, reason: "The file is truncated: its header declares \(length) frames, the file has \(framesRead)")
    }
    return frames
  }

  private static let lacksLastPage = "The file is truncated: the last page of the Ogg stream is missing"

  /// libsndfile's text for its last error, to be appended to a message; `file` is nil if it could not be opened.
  private static func libraryMessage(_ file: OpaquePointer?) -> String {
    " (libsndfile: \(String(cString: sf_strerror(file))))"
  }

  /// Whether audio data follows a header that declares none. In a pipe, a chunk of metadata begins with an id otherwise.
  private static func isUnfinished(_ path: String?, _ descriptor: Int32?, isPipe: Bool) -> Bool {
    guard isPipe else { return path.flatMap { SoundFileHeader.read($0, \.isUnfinished) } ?? false }
    guard let descriptor else { return false }
    var id: [UInt8] = []
    var byte: UInt8 = 0
    while id.count < 4, Glibc.read(descriptor, &byte, 1) == 1 { id.append(byte) }
    return id.count == 4 && !SoundFileHeader.isChunkID(id)
  }
}

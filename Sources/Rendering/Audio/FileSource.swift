import CSndfile
import Glibc

/// A sound file, read with libsndfile as 32-bit floats.
final class FileSource: SoundSource {
  /// As users are told of it.
  let path: String
  /// As the file's header says.
  let channels: Int
  /// In hertz, the file's own.
  let rate: Int
  let length: Int?
  let format: SoundFormat
  /// Title, artist and so on, by libsndfile's number.
  let strings: [Int32: String]
  private let file: OpaquePointer
  private let isPipedOgg: Bool
  private var framesRead = 0

  /// - Parameters:
  ///   - name: its path, or what means standard input.
  ///   - raw: the format of a file without a header, with channels and rate; nil where the header tells.
  /// - Throws: `RenderError.input` for a file that is missing, no sound file, or shorter than its header says.
  init(path name: String, raw: (format: SoundFormat, layout: RawLayout)? = nil) throws(RenderError) {
    let stream: StandardStream? = StandardStream.input.isMeant(by: name) ? .input : nil
    path = stream?.name ?? name
    var status = stat()
    var descriptor = stream?.duplicate()
    let isThere =
      if let descriptor { fstat(descriptor, &status) == 0 } else { access(name, R_OK) == 0 && stat(name, &status) == 0 }
    guard isThere else { throw .input(path: path, reason: String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .input(path: path, reason: "is a directory") }
    var info = SF_INFO()
    if let raw {
      info.format = raw.format.code
      info.channels = Int32(raw.layout.channels)
      info.samplerate = Int32(raw.layout.rate)
    }
    if stream == nil && status.st_mode & S_IFMT == S_IFIFO { descriptor = open(name, O_RDONLY | O_CLOEXEC) }
    let start = {
      if let descriptor { return sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_TRUE)) }
      return sf_open(name, Int32(SFM_READ), &info)
    }
    guard let file = Hush.standardError(during: start) else {
      let message = SoundFileMessage.text(nil)
      // What libsndfile says of a file that has the name of an MP3 alone.
      let isMistaken = message.hasPrefix("File does not exist")
      throw .input(path: path, reason: "is no sound file that can be read" + (isMistaken ? "" : ": \(message)"))
    }
    self.file = file
    channels = Int(info.channels)
    rate = Int(info.samplerate)
    format = SoundFormat(code: info.format)
    guard !format.isMPEG || status.st_mode & S_IFMT == S_IFREG else {
      sf_close(file)
      throw .input(path: path, reason: "is MP3, of which libsndfile loses a part where it comes through a pipe")
    }
    isPipedOgg = format.isOgg && info.seekable == 0
    let frameSize = channels * format.sampleSize
    // Where the length is not known, libsndfile gives the largest count there is, or that by the size of a frame.
    let isKnown =
      info.frames < TimePoint.longest
      && SoundFileLog.isPromise(Int(info.frames) * frameSize)
      && (!format.isMPEG || MPEGLength.isTold(path: StandardStream.input.location(name)))
    let log = SoundFileLog(file)
    let promise = format.isW64 && (format.bits != nil || format.isFloat) ? log.bytesOfW64 : nil
    length = isKnown ? Int(info.frames) : promise.map { $0 / frameSize }
    strings = Dictionary(
      uniqueKeysWithValues: (Int32(SF_STR_TITLE)...Int32(SF_STR_GENRE)).compactMap { number in
        sf_get_string(file, number).map { (number, String(cString: $0)) }
      })
    // The last page of an Ogg file says that it is the last, and how long the sound is.
    let lacksEnd = format.isOgg && info.seekable != 0 && info.frames >= TimePoint.longest
    if lacksEnd || log.tellsOfTruncation { throw .input(path: path, reason: Self.truncation) }
    if info.frames == 0 && Self.isUnfinished(name, descriptor, isPipe: info.seekable == 0) {
      throw .input(path: path, reason: "was not finished: its header tells of no sound, but more follows")
    }
  }

  deinit { sf_close(file) }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(RenderError) -> Int {
    let frames = Hush.standardError {
      Int(sf_readf_float(file, buffer.baseAddress, sf_count_t(buffer.count / channels)))
    }
    framesRead += frames
    if sf_error(file) != 0 {
      let message = SoundFileMessage.text(file)
      // What it says of all that goes wrong in an MP3.
      throw .input(path: path, reason: "is damaged" + (message == "Unspecified internal error" ? "" : ": \(message)"))
    }
    guard frames < buffer.count / channels else { return frames }
    if isPipedOgg && SoundFileLog(file).lacksLastPage { throw .input(path: path, reason: Self.truncation) }
    if let length, framesRead < length {
      throw .input(path: path, reason: "is truncated: \(framesRead) of \(length) frames are there")
    }
    return frames
  }

  private static let truncation = "is truncated: its end is missing"

  /// Whether sound follows a header that tells of none.
  private static func isUnfinished(_ name: String, _ descriptor: Int32?, isPipe: Bool) -> Bool {
    guard isPipe else { return UnfinishedHeader.isFollowed(inFile: StandardStream.input.location(name)) }
    return descriptor.map { UnfinishedHeader.isFollowed(inPipe: $0) } ?? false
  }
}

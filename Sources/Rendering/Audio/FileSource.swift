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
  private var framesRead = 0

  /// - Parameters:
  ///   - name: its path, or what means standard input.
  ///   - raw: the format of a file without a header, with channels and rate; nil where the header tells.
  /// - Throws: `RenderError.input` for a file that is missing, no sound file, or shorter than its header says.
  init(path name: String, raw: (format: SoundFormat, layout: RawLayout)? = nil) throws(RenderError) {
    let stream: StandardStream? = StandardStream.input.isMeant(by: name) ? .input : nil
    path = stream?.name ?? name
    var status = stat()
    let descriptor = stream?.duplicate()
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
    let open = {
      if let descriptor { return sf_open_fd(descriptor, Int32(SFM_READ), &info, Int32(SF_TRUE)) }
      return sf_open(name, Int32(SFM_READ), &info)
    }
    guard let file = Hush.standardError(during: open) else {
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
    // Where the length is not known, libsndfile gives the largest count there is, or that by the size of a frame.
    let isKnown =
      info.frames < TimePoint.longest
      && Self.isPromise(Int(info.frames) * channels * format.sampleSize)
      && (!format.isMPEG || MPEGLength.isTold(path: StandardStream.input.location(name)))
    length = isKnown ? Int(info.frames) : nil
    strings = Dictionary(
      uniqueKeysWithValues: (Int32(SF_STR_TITLE)...Int32(SF_STR_GENRE)).compactMap { number in
        sf_get_string(file, number).map { (number, String(cString: $0)) }
      })
    if Self.isTruncated(file, info) { throw .input(path: path, reason: "is truncated: its end is missing") }
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
    if frames < buffer.count / channels, let length, framesRead < length {
      throw .input(path: path, reason: "is truncated: \(framesRead) of \(length) frames are there")
    }
    return frames
  }

  private static let verdicts = [
    "Seems to be a truncated file", "*** File seems to be truncated", "*** Warning : file seems to be truncated",
    "*** Warning : data chunk seems to be truncated",
  ]

  /// Whether the header promised more data than the file has.
  ///
  /// libsndfile corrects such a count silently, but says so in its log, as `data : 1000 (should be 900)` or in words. The
  /// last page of an Ogg file says that it is the last, and how long the sound is.
  private static func isTruncated(_ file: OpaquePointer, _ info: SF_INFO) -> Bool {
    if SoundFormat(code: info.format).isOgg && info.seekable != 0 && info.frames >= TimePoint.longest { return true }
    var log = [CChar](repeating: 0, count: 16384)
    sf_command(file, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
    let text = String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).contains { line in
      if verdicts.contains(where: { line.hasPrefix($0) }) { return true }
      let words = line.split(whereSeparator: { " :()".contains($0) })
      // Of WAV and AIFF, AU, 8SVX, RF64 and W64; the RIFF of a WAV file is often wrong.
      guard let should = words.firstIndex(of: "should"), should + 2 < words.count,
        ["data", "SSND", "Data", "BODY", "Riff", "riff"].contains(words[0]), let promised = Int(words[should - 1]),
        let there = Int(words[should + 2])
      else { return false }
      return promised > there && isPromise(promised)
    }
  }

  /// What a program writes that does not know the length yet is a count near the largest of 31, 32 or 63 bits.
  private static func isPromise(_ count: Int) -> Bool {
    ![1 << 31, 1 << 32, Int.max].contains { abs($0 - count) < 1 << 16 }
  }
}

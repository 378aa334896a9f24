import CSndfile

/// What libsndfile noted while it read a file: it corrects counts silently, but says so here.
struct SoundFileLog {
  private static let verdicts = [
    "Seems to be a truncated file", "*** File seems to be truncated", "*** Warning : file seems to be truncated",
    "*** Warning : data chunk seems to be truncated",
  ]

  private let lines: [Substring]

  init(_ file: OpaquePointer) {
    var log = [CChar](repeating: 0, count: 16384)
    sf_command(file, Int32(SFC_GET_LOG_INFO), &log, Int32(log.count))
    let text = String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    lines = text.split(whereSeparator: \.isNewline)
  }

  /// Whether the header promised more data than the file has: in words, or as `data : 1000 (should be 900)`.
  var tellsOfTruncation: Bool {
    lines.contains { line in
      if Self.verdicts.contains(where: { line.hasPrefix($0) }) { return true }
      let words = line.split(whereSeparator: { " :()".contains($0) })
      // Of WAV and AIFF, AU, 8SVX, RF64 and W64; the RIFF of a WAV file is often wrong.
      guard let should = words.firstIndex(of: "should"), should + 2 < words.count,
        ["data", "SSND", "Data", "BODY", "Riff", "riff"].contains(words[0]), let promised = Int(words[should - 1]),
        let there = Int(words[should + 2])
      else { return false }
      return promised > there && Self.isPromise(promised)
    }
  }

  /// Whether an Ogg file that came through a pipe ended without the page that says that it is the last. Of a file that can
  /// be sought in, libsndfile says so without reason.
  var lacksLastPage: Bool { lines.contains { $0.hasPrefix("Ogg : File ended unexpectedly") } }

  /// The bytes of sound that the header of a W64 file tells, which libsndfile forgets where it comes through a pipe; nil
  /// where they were not known.
  var bytesOfW64: Int? {
    // The chunk's own head is counted in.
    let size = lines.first { $0.hasPrefix("data : ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
    return size > 24 && size < TimePoint.longest && Self.isPromise(size) ? size - 24 : nil
  }

  /// What a program writes that does not know the length yet is a count near the largest of 31, 32 or 63 bits.
  static func isPromise(_ count: Int) -> Bool {
    ![1 << 31, 1 << 32, Int.max].contains { abs($0 - count) < 1 << 16 }
  }
}

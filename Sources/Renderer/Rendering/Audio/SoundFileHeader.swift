import Glibc

/// The lengths that the header of a sound file declares. libsndfile corrects lengths that exceed the file and does not
/// report this, therefore they are read from the file itself.
struct SoundFileHeader {
  private struct Chunk {
    var id: String
    /// Offset of the contents.
    var start: Int
    var size: Int
  }

  private let file: UnsafeMutablePointer<FILE>
  private let fileSize: Int
  private let signature: String

  /// Runs `body` with the header of a regular file; returns nil if the file cannot be opened.
  static func read<Result>(_ path: String, _ body: (SoundFileHeader) -> Result) -> Result? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    return body(SoundFileHeader(file))
  }

  private init(_ file: UnsafeMutablePointer<FILE>) {
    self.file = file
    fseek(file, 0, SEEK_END)
    fileSize = ftell(file)
    signature = Self.text(Self.bytes(file, 0, 4))
  }

  /// Whether a count is a placeholder: negative, or near 2^31, 2^32 or 2^63. Programs write it if they do not know the
  /// length yet.
  static func isPlaceholder(_ count: Int) -> Bool {
    count < 0 || [1 << 31, 1 << 32, Int.max].contains { abs($0 - count) < 1 << 16 }
  }

  /// The length of the file in bytes that the header declares, and its actual length, if the file is shorter.
  var truncation: (declared: Int, actual: Int)? {
    guard let contents = declaredContents, !Self.isPlaceholder(contents.size) else { return nil }
    let (end, overflow) = contents.start.addingReportingOverflow(contents.size)
    // libsndfile accepts data chunks of CAF files that are up to 6 bytes too long.
    let tolerance = signature == "caff" ? 6 : 0
    return overflow || end <= fileSize + tolerance ? nil : (end, fileSize)
  }

  /// The part of the file with the audio data.
  private var declaredContents: Chunk? {
    switch signature {
    case "RIFF", "RIFX": return chunks().first { $0.id == "data" }
    case "FORM": return chunks().first { ["SSND", "BODY"].contains($0.id) }
    case "caff": return chunks(from: 8, sizeLength: 8).first { $0.id == "data" }
    // The ds64 chunk comes first and begins with the length of the form (EBU Tech 3306, section 3.4).
    case "RF64": return Chunk(id: "ds64", start: 8, size: number(20, 8))
    // Sony Wave64: the length of the file follows a GUID of 16 bytes.
    case "riff": return Chunk(id: signature, start: 0, size: number(16, 8))
    case ".snd", "dns.": return Chunk(id: signature, start: number(4, 4), size: number(8, 4))
    // Creative Voice: after 26 bytes, the type of the block in one byte and its size in three.
    case "Crea" where bytes(26, 1) == [9]: return Chunk(id: signature, start: 30, size: number(27, 3))
    // FastTracker 2 instrument: the number of samples, then 40 bytes for each sample, which begin with its size.
    case "Exte": return Chunk(id: signature, start: 298 + 40 * number(296, 2), size: number(298, 4))
    default: return nil
    }
  }

  /// Whether data follows a header that declares no audio data: the program that wrote the file ended before it
  /// completed the header.
  ///
  /// libsndfile finds the data in other formats; in these it reads no frame and reports no error.
  var isUnfinished: Bool {
    switch signature {
    case "RIFF", "RF64", "FORM": !hasOnlyChunks
    case ".snd": number(4, 4) < fileSize
    default: false
    }
  }

  /// Whether the first frame of an MP3 file declares the length. Without it, libmpg123 estimates the length.
  ///
  /// The silent first frame contains `Xing` or `Info` and the number of frames, after room for the side information
  /// (LAME, VbrTag.c). An ID3v2 tag may precede it; its length has four digits of seven bits (M. Nilsson, "ID3 tag
  /// version 2.4.0 - Main Structure", section 3.1).
  var declaresMPEGLength: Bool {
    let tag = bytes(0, 10)
    let start = tag.count == 10 && tag.starts(with: "ID3".utf8) ? 10 + tag[6...].reduce(0) { $0 << 7 | Int($1) } : 0
    // Offsets for mono of MPEG 2; stereo of MPEG 2 and mono of MPEG 1; stereo of MPEG 1.
    return [13, 21, 36].contains { ["Xing", "Info"].contains(Self.text(bytes(start + $0, 4))) }
  }

  /// Whether the bytes can be the id of a chunk.
  static func isChunkID(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) } }

  /// The chunks of a RIFF, IFF or CAF file up to the first bytes that are not the header of a chunk.
  ///
  /// A chunk of unknown size counts as empty: an RF64 file declares its size elsewhere.
  private func chunks(from start: Int = 12, sizeLength: Int = 4) -> [Chunk] {
    var chunks: [Chunk] = []
    var position = start
    while position <= fileSize - 4 - sizeLength, case let id = bytes(position, 4), Self.isChunkID(id) {
      let chunk = Chunk(id: Self.text(id), start: position + 4 + sizeLength, size: number(position + 4, sizeLength))
      chunks.append(chunk)
      let skipped = chunk.size == 0xFFFF_FFFF ? 0 : chunk.size
      guard (0...fileSize).contains(skipped) else { break }
      position = chunk.start + skipped + (sizeLength == 4 ? skipped & 1 : 0)
    }
    return chunks
  }

  /// Whether chunks fill the file to its end.
  private var hasOnlyChunks: Bool {
    guard let last = chunks().last else { return fileSize < 20 }
    let end = last.start + (last.size == 0xFFFF_FFFF ? 0 : last.size + last.size & 1)
    return end <= fileSize + 1 && fileSize - end < 8
  }

  /// A number of `count` bytes, in the byte order of the format.
  private func number(_ offset: Int, _ count: Int) -> Int {
    let bytes = bytes(offset, count)
    let isBigEndian = ["RIFX", "FORM", ".snd", "caff"].contains(signature)
    return Int(truncatingIfNeeded: (isBigEndian ? bytes : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private func bytes(_ offset: Int, _ count: Int) -> [UInt8] { Self.bytes(file, offset, count) }

  private static func bytes(_ file: UnsafeMutablePointer<FILE>, _ offset: Int, _ count: Int) -> [UInt8] {
    fseek(file, offset, SEEK_SET)
    return [UInt8](unsafeUninitializedCapacity: count) { $1 = fread($0.baseAddress, 1, count, file) }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

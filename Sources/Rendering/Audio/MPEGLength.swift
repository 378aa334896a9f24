import Glibc

/// Whether an MP3 file tells how long it is. One that does not has its length estimated by libmpg123 from its size.
///
/// The first frame of most is silent and holds, behind room for the side information, `Xing` or `Info` and the number of
/// frames, as LAME writes it (VbrTag.c). It comes after an ID3v2 tag, whose length is four digits of seven bits (M. Nilsson,
/// "ID3 tag version 2.4.0 - Main Structure", section 3.1).
enum MPEGLength {
  /// In bytes from the start of the frame: mono and stereo of MPEG 2, which mono of MPEG 1 shares, and stereo of MPEG 1.
  private static let places = [13, 21, 36]

  /// - Parameter path: of a file, and no pipe.
  static func isTold(path: String) -> Bool {
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    let tag = bytes(10, from: file)
    if tag.starts(with: "ID3".utf8), tag.count == 10 {
      fseek(file, 10 + tag[6...].reduce(0) { $0 << 7 | Int($1) }, SEEK_SET)
    } else {
      rewind(file)
    }
    let frame = bytes(40, from: file)
    return places.contains { place in
      ["Xing", "Info"].contains { frame.dropFirst(place).starts(with: $0.utf8) }
    }
  }

  private static func bytes(_ count: Int, from file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { $1 = fread($0.baseAddress, 1, count, file) }
  }
}

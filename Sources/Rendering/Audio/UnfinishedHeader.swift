import Glibc

/// A header that tells of no sound, though some follows: its program ended before it could go back and say how much.
///
/// libsndfile finds the sound of other formats; of these it reads nothing, and calls that no fault.
enum UnfinishedHeader {
  /// Whether a file, of whose sound no frame is told, has more than its header.
  ///
  /// - Parameter path: of a file, and no pipe.
  static func isFollowed(inFile path: String) -> Bool {
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    let head = bytes(12, of: file)
    fseek(file, 0, SEEK_END)
    let end = ftell(file)
    switch String(decoding: head.prefix(4), as: UTF8.self) {
    case "RIFF", "RF64": return !isFilled(file, to: end) { number($0.reversed()) }
    case "FORM": return !isFilled(file, to: end) { number($0) }
    case ".snd" where head.count == 12: return number(head[4..<8]) < end
    default: return false
    }
  }

  /// Whether what follows such a header in a pipe is no chunk of metadata.
  ///
  /// - Parameter descriptor: nothing has been read of it but the header; some of what follows is taken out.
  static func isFollowed(inPipe descriptor: Int32) -> Bool {
    var id = [UInt8](repeating: 0, count: 4)
    var count = 0
    while count < id.count {
      let got = id.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
      guard got > 0 else { return false }
      count += got
    }
    return !isName(id)
  }

  /// Whether chunks follow each other from behind the form's head to the end of the file.
  private static func isFilled(
    _ file: UnsafeMutablePointer<FILE>, to end: Int, size: (ArraySlice<UInt8>) -> Int
  ) -> Bool {
    var place = 12
    while place + 8 <= end {
      fseek(file, place, SEEK_SET)
      let head = bytes(8, of: file)
      guard head.count == 8, isName(head.prefix(4)) else { return false }
      let length = size(head[4...])
      // RF64 tells it elsewhere, and here nothing.
      place += 8 + (length == 0xFFFF_FFFF ? 0 : length + length & 1)
    }
    return place <= end + 1
  }

  private static func isName(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { (0x20...0x7E).contains($0) } }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private static func bytes(_ count: Int, of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { $1 = fread($0.baseAddress, 1, count, file) }
  }
}

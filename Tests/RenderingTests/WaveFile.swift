import Foundation

/// A mono WAV file at 44100 Hz, written and read without libsndfile and its scales.
struct WaveFile {
  /// The contents of the data chunk.
  var samples: Data
  private let format: Data

  /// - Parameter values: -2^(bits - 1) ..< 2^(bits - 1).
  static func whole(_ values: [Int], bits: Int) -> WaveFile {
    var samples = Data(capacity: values.count * bits / 8)
    for value in values {
      // Samples of 8 bits are unsigned; 128 is zero.
      let code = UInt32(truncatingIfNeeded: bits == 8 ? value + 128 : value)
      withUnsafeBytes(of: code.littleEndian) { samples += $0[..<(bits / 8)] }
    }
    return WaveFile(samples, format: 1, bits: bits)
  }

  static func floats(_ values: [Float]) -> WaveFile {
    WaveFile(values.withUnsafeBytes { Data($0) }, format: 3, bits: 32)
  }

  private init(_ samples: Data, format: UInt16, bits: Int) {
    self.samples = samples
    let rate: UInt32 = 44_100
    self.format =
      Self.bytes(UInt32(16)) + Self.bytes(format) + Self.bytes(UInt16(1)) + Self.bytes(rate)
      + Self.bytes(rate * UInt32(bits / 8)) + Self.bytes(UInt16(bits / 8)) + Self.bytes(UInt16(bits))
  }

  /// Reads the samples of a file.
  init(_ path: String) throws {
    let file = try Data(contentsOf: URL(filePath: path))
    var place = 12
    while place + 8 <= file.count {
      let size = file[(place + 4)..<(place + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
      if file[place..<(place + 4)] == Data("data".utf8) {
        (samples, format) = (Data(file[(place + 8)..<(place + 8 + size)]), Data())
        return
      }
      place += 8 + size + size & 1
    }
    throw CocoaError(.fileReadCorruptFile)
  }

  func write(to path: String) throws {
    let data = Data("data".utf8) + Self.bytes(UInt32(samples.count)) + samples + Data(count: samples.count & 1)
    let form = Data("WAVEfmt ".utf8) + format + data
    try (Data("RIFF".utf8) + Self.bytes(UInt32(form.count)) + form).write(to: URL(filePath: path))
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}

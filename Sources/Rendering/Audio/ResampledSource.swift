import CSoxr
import Glibc

/// Another source at another rate, converted by soxr at its very high quality (28 bits, linear phase).
///
/// The output is as long as the input in seconds, rounded to a frame, and soxr's delay is taken out.
final class ResampledSource: SoundSource {
  private static let chunk = 4096

  let channels: Int
  let length: Int?
  private let source: any SoundSource
  private let converter: soxr_t
  private var input: [Float]
  /// Frames of `input` that soxr has not taken yet.
  private var pending = 0..<0
  private var sourceEnded = false

  /// - Throws: `RenderError.internal` where soxr refuses the rates.
  init(_ source: any SoundSource, from inputRate: Int, to outputRate: Int) throws(RenderError) {
    self.source = source
    channels = source.channels
    let frames = source.length.map { (Double($0) * Double(outputRate) / Double(inputRate)).rounded() }
    length = frames.flatMap { $0 < Double(TimePoint.longest) ? Int($0) : nil }
    input = [Float](repeating: 0, count: Self.chunk * source.channels)
    var quality = soxr_quality_spec(UInt(SOXR_VHQ), 0)
    guard
      let converter = soxr_create(
        Double(inputRate), Double(outputRate), UInt32(source.channels), nil, nil, &quality, nil)
    else { throw .internal("soxr cannot convert \(inputRate) Hz to \(outputRate) Hz") }
    self.converter = converter
  }

  deinit { soxr_delete(converter) }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(RenderError) -> Int {
    let wanted = buffer.count / channels
    var filled = 0
    while filled < wanted {
      if pending.isEmpty && !sourceEnded {
        let count = try readSource()
        pending = 0..<count
        sourceEnded = count < Self.chunk
      }
      let ending = pending.isEmpty && sourceEnded
      var taken = 0
      var made = 0
      let error = input.withUnsafeBufferPointer { input in
        soxr_process(
          converter, ending ? nil : input.baseAddress! + pending.lowerBound * channels, pending.count, &taken,
          buffer.baseAddress! + filled * channels, wanted - filled, &made)
      }
      if let error { throw .internal("soxr: \(String(cString: error))") }
      pending = pending.lowerBound + taken..<pending.upperBound
      filled += made
      if ending && made == 0 { break }
    }
    return filled
  }

  private func readSource() throws(RenderError) -> Int {
    let source = source
    return try input.withUnsafeMutableBufferPointer { buffer throws(RenderError) in try source.read(into: buffer) }
  }
}

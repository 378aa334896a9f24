import CSoxr
import Glibc

/// A source converted to another sample rate by soxr with its quality VHQ (28 bits, linear phase).
///
/// The output has the duration of the input, rounded to a frame. soxr compensates its delay.
final class ResampledSource: SoundSource {
  private static let chunk = 4096

  let channels: Int
  let length: Int?
  private let source: any SoundSource
  private let converter: soxr_t
  private var input: [Float]
  /// Frames of `input` that soxr has not consumed yet.
  private var pending = 0..<0
  private var sourceEnded = false

  /// - Throws: `RenderError.internal` if soxr does not support the rates.
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
    else { throw .internal("soxr cannot convert \(inputRate) Hz to \(outputRate) Hz.") }
    self.converter = converter
  }

  deinit { soxr_delete(converter) }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(RenderError) -> Int {
    let wanted = buffer.count / channels
    var filled = 0
    while filled < wanted {
      if pending.isEmpty && !sourceEnded {
        let count = try input.withUnsafeMutableBufferPointer { buffer throws(RenderError) in
          try source.read(into: buffer)
        }
        pending = 0..<count
        sourceEnded = count < Self.chunk
      }
      let ending = pending.isEmpty && sourceEnded
      var (consumed, produced) = (0, 0)
      let error = input.withUnsafeBufferPointer { input in
        soxr_process(
          converter, ending ? nil : input.baseAddress! + pending.lowerBound * channels, pending.count, &consumed,
          buffer.baseAddress! + filled * channels, wanted - filled, &produced)
      }
      if let error { throw .internal("soxr: \(String(cString: error))") }
      pending = pending.lowerBound + consumed..<pending.upperBound
      filled += produced
      if ending && produced == 0 { break }
    }
    return filled
  }
}

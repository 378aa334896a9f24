/// The output of a rendering: written to the file at once, or to a temporary file until the peak is known.
final class Output {
  /// The largest amount of audio data in RIFF and AIFF, in bytes: 32-bit sizes, less room for the header and strings.
  private static let largestData = (1 << 32) - (1 << 20)

  let channels: Int
  private let writer: SoundWriter
  private let temporary: TemporarySampleFile?
  private let normalize: Float?
  /// Whether the user chose WAV, which becomes RF64 if it is too long.
  private let isRIFF: Bool
  /// The peak of the samples in `temporary`.
  private var peak: Float = 0

  /// - Parameter length: the length of the input in frames; nil if unknown.
  /// - Throws: `RenderError.usage` or `output`.
  init(_ request: RenderRequest, inputs: RenderInputs, plan: ChainPlan, length: Int?) throws(RenderError) {
    channels = plan.outputChannels
    guard channels > 0 else {
      throw .usage("The chain has no audio output; add an input file, --tone, --noise or a generator plug-in.")
    }
    let first = inputs.files.first
    var format = try SoundFormat.choose(
      path: request.output, container: request.format, encoding: request.encoding, source: first?.format,
      channels: channels, rate: inputs.rate)
    let target = try OutputTarget(request.output)
    guard format.isStreamable || target.isSeekable else {
      throw .usage(
        "\(format.containerName) requires a seekable output file, not a pipe; "
          + "use --format au, raw, ogg, opus or mp3, or name a file.")
    }
    let frameSize = channels * format.sampleSize
    if format.isAIFF && (length ?? 0) * frameSize > Self.largestData {
      throw .usage("\(request.output) would exceed 4 GB, the limit of AIFF; use caf, w64 or rf64.")
    }
    let longest = length.map { ($0 + request.tail.limit.frames(rate: inputs.rate)) * frameSize }
    isRIFF = format.isRIFF
    if isRIFF && longest ?? .max > Self.largestData { format = format.asRF64 }
    writer = try SoundWriter(
      target, format: format, channels: channels, rate: inputs.rate, strings: first?.strings ?? [:],
      dither: request.dither ?? (request.encoding != nil), quality: request.quality, seed: request.seed,
      mayBeRIFF: isRIFF)
    normalize = request.normalize?.factor
    temporary = normalize == nil ? nil : try TemporarySampleFile(for: target, channels: channels)
  }

  /// The largest magnitude that counts as silence: -96 dBFS before normalization, or after it if that is lower.
  var silence: Float { TailDetector.threshold * (normalize.map { min(1, peak / $0) } ?? 1) }

  /// Writes frames: one buffer for each channel.
  func write(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>) throws(RenderError) {
    guard let temporary else { return try writer.write(samples, range) }
    for source in samples {
      for frame in range where abs(source[frame]) > peak && source[frame].isFinite { peak = abs(source[frame]) }
    }
    try temporary.write(samples, range)
  }

  /// Normalizes if requested, completes the file, and fills the report.
  func finish(_ report: inout RenderReport) throws(RenderError) {
    if let temporary, let normalize {
      let gain = peak > 0 ? normalize / peak : 1
      try temporary.forEachBlock { samples, count throws(RenderError) in
        try writer.write(samples, 0..<count, gain: gain)
      }
      if peak == 0 { report.warnings.append("The output is silent and was not normalized.") }
    }
    try writer.finish()
    (report.frames, report.peak) = (writer.frames, writer.peak)
    if isRIFF && writer.isRF64 {
      report.warnings.append("\(writer.path) was written as RF64; WAV files are limited to 4 GB.")
    }
    if writer.clipped > 0 {
      let level = (report.peakLevel > 0 ? "+" : "") + "\(report.peakLevel) dBFS"
      report.warnings.append("\(writer.clipped) samples were clipped; the peak is \(level). See --normalize.")
    }
    if writer.notFinite > 0 {
      report.warnings.append("\(writer.notFinite) samples were NaN or infinite and were replaced by 0.")
    }
  }
}

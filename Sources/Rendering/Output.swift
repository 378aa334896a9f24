/// Where the sound goes: straight into the file, or aside until its peak is known.
final class Output {
  /// RIFF and AIFF count up to 2^32 bytes; this leaves room for the head and the strings.
  private static let largest = (1 << 32) - (1 << 20)

  let channels: Int
  private let writer: SoundWriter
  private let spool: SampleSpool?
  private let normalize: Float?
  private let format: SoundFormat
  /// Whether a plain WAV file was asked for.
  private let isRIFF: Bool
  private var spooledPeak: Float = 0

  /// - Parameter length: the expected length in frames, where it is known.
  init(
    _ request: RenderRequest, inputs: Inputs, plan: ChainPlan, length: Int?, report: inout RenderReport
  ) throws(RenderError) {
    channels = plan.outputChannels
    guard channels > 0 else { throw .usage("there is nothing to hear: no input, and no plug-in that makes sound") }
    let first = inputs.files.first
    var format = try SoundFormat.choose(
      path: request.output, container: request.format, encoding: request.encoding, source: first?.format,
      channels: channels, rate: inputs.rate)
    let target = try ReplacedFile(request.output)
    guard format.isStreamable || target.isSeekable else {
      throw .usage(
        "\(format.containerName) is finished at its beginning, and no pipe goes back: use --format au, raw, ogg, opus or "
          + "mp3, or name a file")
    }
    let frameSize = channels * format.sampleSize
    if format.isAIFF && (length ?? 0) * frameSize > Self.largest {
      throw .usage("\(request.output) would be longer than 4 GB, where AIFF ends: use caf, w64 or rf64")
    }
    let longest = length.map { ($0 + request.tail.limit.frames(rate: inputs.rate)) * frameSize }
    isRIFF = format.isRIFF
    if isRIFF && longest ?? .max > Self.largest { format = format.asRF64 }
    self.format = format
    writer = try SoundWriter(
      target, format: format, channels: channels, rate: inputs.rate,
      strings: first?.strings ?? [:], dither: request.dither ?? (request.encoding != nil), quality: request.quality,
      seed: request.seed, mayBeRIFF: isRIFF)
    normalize = request.normalize?.factor
    spool = normalize == nil ? nil : try SampleSpool(for: target, channels: channels)
  }

  /// What is no louder than this is silence: in what is normalized, what will be 96 dB below full scale too.
  var silence: Float {
    guard let normalize else { return TailGate.threshold }
    return TailGate.threshold * min(1, spooledPeak / normalize)
  }

  /// Takes frames, a buffer a channel.
  func write(_ samples: [UnsafeMutablePointer<Float>], _ range: Range<Int>) throws(RenderError) {
    guard let spool else { return try writer.write(samples, range) }
    for source in samples {
      for frame in range where abs(source[frame]) > spooledPeak && source[frame].isFinite {
        spooledPeak = abs(source[frame])
      }
    }
    try spool.write(samples, range)
  }

  /// Writes what was put aside, closes the file and puts it in its place; adds to the report what there is to say.
  func finish(_ report: inout RenderReport) throws(RenderError) {
    if let spool, let normalize {
      let gain = spooledPeak > 0 ? normalize / spooledPeak : 1
      let writer = writer
      try spool.replay { samples, count throws(RenderError) in
        try writer.write(samples, 0..<count, gain: gain)
      }
      if spooledPeak == 0 { report.warnings.append("the sound is silent: there was nothing to normalize") }
    }
    try writer.finish()
    report.frames = writer.report.frames
    report.peak = writer.report.peak
    if isRIFF && writer.report.isRF64 {
      report.warnings.append("\(writer.path) is RF64: a plain WAV file ends at 4 GB")
    }
    if writer.report.clipped > 0 {
      let peak = report.peakLevel
      report.warnings.append(
        "\(writer.report.clipped) samples clipped: the peak is \(peak > 0 ? "+" : "")\(peak) dBFS; see --normalize")
    }
    if writer.report.notFinite > 0 {
      report.warnings.append("\(writer.report.notFinite) samples were no finite numbers and were replaced by 0")
    }
  }
}

import Glibc

/// The result of a rendering.
public struct RenderReport: Sendable, Equatable {
  /// Length of the output in frames.
  public var frames = 0
  /// In hertz.
  public var rate: Int
  public var channels: Int
  /// The largest magnitude before clipping; 1 is full scale.
  public var peak: Float = 0
  /// The latency that the plug-ins reported and that was removed, in frames.
  public var latency = 0
  /// One line each: clipping, a tail that was cut, a container that was changed.
  public var warnings: [String] = []
  /// Duration of the rendering in seconds.
  public var elapsed = 0.0

  /// Length of the output in seconds.
  public var duration: Double { Double(frames) / Double(rate) }
  /// `peak` in dBFS, rounded to hundredths; minus infinity for silence.
  public var peakLevel: Double { (20 * log10(Double(peak)) * 100).rounded() / 100 }
}

/// The progress of a rendering.
public struct Progress: Sendable {
  /// Seconds of output that are complete.
  public var done: Double
  /// Seconds of input; nil if the length of an input is not known.
  public var total: Double?
  /// Seconds since the start.
  public var elapsed: Double

  /// Seconds of output per second.
  public var speed: Double { elapsed > 0 ? done / elapsed : 0 }
  /// 0 ... 1.
  public var fraction: Double? { total.map { $0 > 0 ? min(1, done / $0) : 1 } }
  /// Estimated seconds to the end of the input, at the mean speed so far.
  public var remaining: Double? { total.flatMap { speed > 0 ? max(0, $0 - done) / speed : nil } }
}

import Glibc

/// What a rendering did, for the lines after it.
public struct RenderReport: Sendable, Equatable {
  /// In frames, as written.
  public var frames = 0
  /// In hertz.
  public var rate = 0
  public var channels = 0
  /// The largest magnitude before anything was cut off, 1 for full scale.
  public var peak: Float = 0
  /// Frames of delay that the plug-ins reported, and that were taken out.
  public var latency = 0
  /// What the user should know: clipping, a tail that was cut, a container that was changed.
  public var warnings: [String] = []
  /// Seconds it took.
  public var elapsed = 0.0

  /// In seconds.
  public var duration: Double { Double(frames) / Double(rate) }
  /// `peak` in dBFS, in hundredths; minus infinity for silence.
  public var peakLevel: Double { (20 * log10(Double(peak)) * 100).rounded() / 100 }
}

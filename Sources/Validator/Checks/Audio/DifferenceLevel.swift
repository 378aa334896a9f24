import Glibc
import Model

/// The largest difference between two outputs, relative to their peak.
struct DifferenceLevel {
  /// Infinite if a sample of one output is NaN or infinite.
  let decibels: Double

  /// In dB relative to the peak. A larger difference is audible: a rendered file differs from the playback.
  private static let audible = -60.0

  init(_ difference: Float, peak: Float) { decibels = 20 * log10(Double(difference / peak)) }

  var isAudible: Bool { decibels > Self.audible }

  /// An inaudible difference is a note.
  var severity: Severity { isAudible ? .warning : .note }

  /// The clause after "differs".
  var clause: String {
    decibels.isFinite ? "by up to \(Int(decibels.rounded())) dB relative to the peak" : "by NaN or infinity"
  }
}

/// A peaking equaliser of one band in up to two channels.
public struct Bell {
  private let design: BellDesign
  private var section: Section
  /// Where the bell stands or is heading for.
  private var frequency = 0.0

  /// - Parameter rate: frames a second.
  public init(rate: Double) {
    design = BellDesign(rate: rate)
    section = Section(rate: rate)
  }

  /// Forgets all sound, and ends the glide.
  public mutating func reset() { section.reset() }

  /// Glides to the settings of `BellDesign.biquad`, or takes them at once; slowly where the frequency moves.
  public mutating func head(frequency: Double, q: Double, decibels: Double, atOnce: Bool) {
    section.head(
      for: design.biquad(frequency: frequency, q: q, decibels: decibels), atOnce: atOnce,
      slowly: frequency != self.frequency)
    self.frequency = frequency
  }

  /// Filters `frames` frames of one or two channels. Every output may be the memory of the same channel's input.
  @inline(__always)
  public mutating func process(
    _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), channels: Int, frames: Int
  ) {
    section.process(inputs, outputs, channels: channels, frames: frames)
  }
}

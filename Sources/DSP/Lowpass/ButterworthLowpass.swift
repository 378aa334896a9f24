/// A Butterworth lowpass of order 2, 4, 6 or 8 with a resonance, in up to two channels: that of `LowpassDesign`.
public struct SteepLowpass {
  private let design: LowpassDesign
  private var cascade: Cascade

  /// - Parameter rate: frames a second.
  public init(rate: Double) {
    design = LowpassDesign(rate: rate)
    cascade = Cascade(rate: rate)
  }

  /// Forgets all sound, and ends every glide.
  public mutating func reset() { cascade.reset() }

  /// Glides to the settings, or takes them at once.
  ///
  /// - Parameters:
  ///   - cutoff: hertz.
  ///   - q: the level at the cutoff, as an amplitude.
  ///   - sections: 1 to 4, 12 dB an octave each.
  ///   - gain: of the output, in decibels.
  public mutating func head(cutoff: Double, q: Double, sections: Int, gain: Double, atOnce: Bool) {
    let level = amplitude(decibels: gain)
    let corner = design.corner(at: cutoff)
    cascade.head(count: sections)
    if cascade.busy != sections {
      let identity = identity(corner)
      cascade.join(with: identity)
      for index in sections..<cascade.busy { cascade.head(index, for: identity, atOnce: atOnce) }
    }
    for index in 0..<sections {
      cascade.head(index, for: biquad(index, corner, q, sections, level), atOnce: atOnce)
    }
  }

  /// Filters `frames` frames of one or two channels. Every output may be the memory of the same channel's input.
  @inline(__always)
  public mutating func process(
    _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), channels: Int, frames: Int
  ) {
    cascade.process(inputs, outputs, channels: channels, frames: frames)
  }

  /// A section that does nothing, with the poles of a Butterworth filter. It changes nothing; were it not `mutating`, the
  /// compiler would call it on a copy of all that is stored here.
  private mutating func identity(_ corner: LowpassCorner) -> Biquad {
    design.section(0, of: 1, corner: corner, q: 0.7071067811865476).bypassed
  }

  /// Section `index` of those that are wanted: the first carries the level. `mutating` as `identity(_:)` is.
  private mutating func biquad(
    _ index: Int, _ corner: LowpassCorner, _ q: Double, _ sections: Int, _ level: Double
  ) -> Biquad {
    let section = design.section(index, of: sections, corner: corner, q: q)
    return index == 0 ? section.scaled(by: level) : section
  }
}

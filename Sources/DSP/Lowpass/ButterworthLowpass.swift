/// A resonant Butterworth lowpass of order 2, 4, 6 or 8, in one or two channels, designed by `LowpassDesign`.
public struct ButterworthLowpass {
  private let design: LowpassDesign
  private var cascade: SVFCascade

  /// - Parameter rate: sample rate in hertz.
  public init(rate: Double) {
    design = LowpassDesign(rate: rate)
    cascade = SVFCascade(rate: rate)
  }

  /// Sets the states to zero and all parameters to their targets.
  public mutating func reset() { cascade.reset() }

  /// Sets the targets of the parameters.
  ///
  /// - Parameters:
  ///   - cutoff: hertz, as in `LowpassDesign.corner(at:)`.
  ///   - q: the amplitude at the cutoff, 0.1 to 25.
  ///   - sections: 1 to 4, 12 dB per octave each.
  ///   - gain: the output gain in decibels.
  ///   - immediately: whether to skip smoothing.
  public mutating func setTarget(cutoff: Double, q: Double, sections: Int, gain: Double, immediately: Bool) {
    let level = amplitude(decibels: gain)
    let corner = design.corner(at: cutoff)
    cascade.setTargetCount(sections)
    if cascade.activeCount != sections {
      let identity = identity(corner)
      cascade.addSections(identity)
      for index in sections..<cascade.activeCount {
        cascade.setTarget(identity, ofSection: index, immediately: immediately)
      }
    }
    for index in 0..<sections {
      cascade.setTarget(
        coefficients(index, corner, q, sections, level), ofSection: index, immediately: immediately)
    }
  }

  /// Filters `frames` frames of one or two channels. An output may be the buffer of the same channel's input.
  @inline(__always)
  public mutating func process(
    _ inputs: Inputs<Float>, _ outputs: Outputs<Float>, channels: Int, frames: Int
  ) {
    cascade.process(inputs, outputs, channels: channels, frames: frames)
  }

  // The functions below change nothing. If they were not `mutating`, the compiler would pass a copy of `self`.

  /// A section without effect, with the poles of a Butterworth filter.
  private mutating func identity(_ corner: LowpassDesign.Corner) -> SVFCoefficients {
    design.section(0, of: 1, corner: corner, q: 0.7071067811865476).bypassed
  }

  /// The coefficients of a section. The first one includes the output gain.
  private mutating func coefficients(
    _ index: Int, _ corner: LowpassDesign.Corner, _ q: Double, _ sections: Int, _ level: Double
  ) -> SVFCoefficients {
    let section = design.section(index, of: sections, corner: corner, q: q)
    return index == 0 ? section.scaled(by: level) : section
  }
}

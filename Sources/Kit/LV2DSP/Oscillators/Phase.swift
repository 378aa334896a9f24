/// A phase in units of 2⁻⁶⁴ turns. It wraps without rounding, so that the error of a frequency is that of its step: below 2⁻⁵³.
package struct Phase: Sendable {
  package private(set) var turns: UInt64

  package init(turns: UInt64 = 0) { self.turns = turns }

  /// The step of a frequency, in units of 2⁻⁶⁴ turns.
  ///
  /// - Parameter ratio: the frequency divided by the sample rate, 0 to below 1.
  @inline(__always)
  package static func step(_ ratio: Double) -> UInt64 { UInt64(ratio * 0x1p64) }

  @inline(__always) package mutating func advance(_ step: UInt64) { turns &+= step }

  /// The sine and the cosine of the phase, with an error below 2e-13.
  @inline(__always)
  package var sineCosine: (sine: Double, cosine: Double) {
    // The quadrant is in the first two bits.
    let quadrant = turns >> 62
    let first = SineCosine(angle: Double(turns & 0x3fff_ffff_ffff_ffff) * (Double.pi * 0x1p-63))
    switch quadrant {
    case 0: return (first.sine, first.cosine)
    case 1: return (first.cosine, -first.sine)
    case 2: return (-first.sine, -first.cosine)
    default: return (-first.cosine, first.sine)
    }
  }
}

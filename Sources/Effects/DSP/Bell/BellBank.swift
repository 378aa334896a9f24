/// The bells of eight bands, four of them side by side.
struct BellBank {
  private var halves = (BellLanes(), BellLanes())
  private var sections = (SVFQuartet.identity, SVFQuartet.identity)
  /// The halves with new bells.
  private var isChanged = (false, false)

  /// Whether `set(_:frequency:q:_:)` has this frequency and this Q.
  @inline(__always)
  func has(_ band: Int, frequency: Double, q: Double) -> Bool {
    band < 4 ? halves.0.has(band, frequency: frequency, q: q) : halves.1.has(band - 4, frequency: frequency, q: q)
  }

  /// Sets the frequency in hertz and the Q of a band. `setGain` must follow.
  mutating func set(_ band: Int, frequency: Double, q: Double, _ shape: BellShape) {
    if band < 4 {
      halves.0.set(band, frequency: frequency, q: q, shape)
    } else {
      halves.1.set(band - 4, frequency: frequency, q: q, shape)
    }
  }

  /// Sets the level at the center, in decibels. `design` must follow.
  mutating func setGain(_ band: Int, _ decibels: Double) {
    if band < 4 {
      halves.0.decibels[band] = decibels
      isChanged.0 = true
    } else {
      halves.1.decibels[band - 4] = decibels
      isChanged.1 = true
    }
  }

  /// Designs the bells that have changed.
  mutating func design() {
    if isChanged.0 { sections.0 = halves.0.coefficients() }
    if isChanged.1 { sections.1 = halves.1.coefficients() }
    isChanged = (false, false)
  }

  /// The section of a band.
  subscript(band: Int) -> SVFCoefficients { band < 4 ? sections.0[band] : sections.1[band - 4] }
}

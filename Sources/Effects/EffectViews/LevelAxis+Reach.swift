import Views

extension LevelAxis {
  /// The smallest axis around 0 dB that shows all levels up to a distance from 0 dB, with a margin.
  ///
  /// - Parameter reach: the largest distance from 0 dB, in decibels.
  init(reach: Double) {
    switch reach {
    case ...16: self.init(-18...18, step: 6)
    case ...28.5: self.init(-30...30, step: 6)
    case ...52: self.init(-54...54, step: 12)
    case ...106: self.init(-108...108, step: 24)
    default: self.init(-216...216, step: 48)
    }
  }
}

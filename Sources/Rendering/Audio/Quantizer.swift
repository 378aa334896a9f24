/// Makes whole numbers of samples, on the scale on which libsndfile reads them: a step is 2^(1 - bits), so that numbers
/// that nothing changed come back as they were.
struct Quantizer {
  /// 1.5 * 2^52: what is added to it is rounded to a whole number, halves to an even one, and stands in its lowest bits
  /// (W. Kahan's trick; IEEE 754, roundTiesToEven).
  private static let rounder = 0x1.8p52

  private let bits: Int
  private let dithers: Bool
  private var random: RandomSamples

  /// - Parameters:
  ///   - bits: of a whole number, 8 to 32.
  ///   - dithers: adds triangular noise of one step to each side before rounding.
  ///   - seed: of that noise.
  init(bits: Int, dithers: Bool, seed: UInt64) {
    self.bits = bits
    self.dithers = dithers
    random = RandomSamples(seed: seed)
  }

  /// Rounds samples, 1 for full scale, to numbers whose highest bit is that of 32.
  ///
  /// What lies beyond the numbers there are becomes the last of them: so does 1, which is a step above the highest, and
  /// noise that reaches beyond full scale.
  ///
  /// - Parameters:
  ///   - samples: finite ones, `count` of them.
  ///   - numbers: room for as many.
  mutating func round(_ samples: UnsafePointer<Float>, into numbers: UnsafeMutablePointer<Int32>, count: Int) {
    let scale = Double(1 << (bits - 1))
    let shift = Int32(32 - bits)
    if dithers {
      for index in 0..<count {
        let noise = 0.5 * Double(random.nextTriangular())
        numbers[index] = Self.whole(Double(samples[index]) * scale + noise, scale) &<< shift
      }
    } else {
      for index in 0..<count { numbers[index] = Self.whole(Double(samples[index]) * scale, scale) &<< shift }
    }
  }

  private static func whole(_ value: Double, _ scale: Double) -> Int32 {
    let limited = max(-scale, min(scale - 1, value))
    return Int32(truncatingIfNeeded: (limited + rounder).bitPattern)
  }
}

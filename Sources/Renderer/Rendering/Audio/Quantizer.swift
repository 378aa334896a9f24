import Support

/// Rounds samples to integers, with the scale that libsndfile uses for reading: one step is 2^(1 - bits). Integers that
/// no effect changes are therefore written as they were read.
struct Quantizer {
  /// 1.5 * 2^52: a number added to it is rounded to an integer, with ties to even, in the lowest bits of the sum (IEEE
  /// 754, roundTiesToEven).
  private static let rounder = 0x1.8p52

  private let bits: Int
  private let dithers: Bool
  private var random: SplitMix64

  /// - Parameters:
  ///   - bits: the number of bits of an integer, 8 to 32.
  ///   - dithers: whether to add triangular noise of one step to each side before rounding.
  init(bits: Int, dithers: Bool, seed: UInt64) {
    self.bits = bits
    self.dithers = dithers
    random = SplitMix64(seed: seed)
  }

  /// Rounds `count` finite samples, of which 1 is full scale, to integers in the highest bits of 32.
  ///
  /// Results beyond the range are clipped: a sample of 1, which is one step above the largest integer, and dither
  /// beyond full scale.
  mutating func round(_ samples: UnsafePointer<Float>, into integers: UnsafeMutablePointer<Int32>, count: Int) {
    let scale = Double(1 << (bits - 1))
    let shift = Int32(32 - bits)
    if dithers {
      for index in 0..<count {
        let noise = 0.5 * Double(random.triangularNoise())
        integers[index] = Self.integer(Double(samples[index]) * scale + noise, scale) &<< shift
      }
    } else {
      for index in 0..<count { integers[index] = Self.integer(Double(samples[index]) * scale, scale) &<< shift }
    }
  }

  private static func integer(_ value: Double, _ scale: Double) -> Int32 {
    let limited = max(-scale, min(scale - 1, value))
    return Int32(truncatingIfNeeded: (limited + rounder).bitPattern)
  }
}

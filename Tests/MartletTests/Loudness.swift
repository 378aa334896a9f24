import Foundation

/// The integrated loudness of a mono signal at 48 kHz (ITU-R BS.1770-5).
enum Loudness {
  /// The two filters of the K-weighting at 48 kHz, from tables 1 and 2 of the recommendation.
  private static let shelf = (
    b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585]
  )
  private static let highpass = (b: [1.0, -2, 1], a: [-1.99004745483398, 0.99007225036621])

  /// Returns the loudness in LUFS; -100 for silence.
  static func integrated(_ samples: [Float]) -> Double {
    let powers = blockPowers(samples)
    func level(_ power: Double) -> Double { power > 0 ? -0.691 + 10 * log10(power) : -100 }
    func mean(above threshold: Double) -> Double {
      let gated = powers.filter { level($0) > threshold }
      return gated.isEmpty ? 0 : gated.reduce(0, +) / Double(gated.count)
    }
    return level(mean(above: max(-70, level(mean(above: -70)) - 10)))
  }

  /// The mean squares of the weighted samples in blocks of 400 ms, each 100 ms after the one before.
  private static func blockPowers(_ samples: [Float]) -> [Double] {
    let step = 4800
    var sums: [Double] = []
    var (x1, x2, y1, y2, z1, z2) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    let (s0, s1, s2, p1, p2) = (shelf.b[0], shelf.b[1], shelf.b[2], shelf.a[0], shelf.a[1])
    let (h1, h2) = (highpass.a[0], highpass.a[1])
    samples.withUnsafeBufferPointer { samples in
      for start in stride(from: 0, to: samples.count - step + 1, by: step) {
        var sum = 0.0
        for frame in start..<start + step {
          let x = Double(samples[frame])
          let y = s0 * x + s1 * x1 + s2 * x2 - p1 * y1 - p2 * y2
          let z = y - 2 * y1 + y2 - h1 * z1 - h2 * z2
          (x2, x1, y2, y1, z2, z1) = (x1, x, y1, y, z1, z)
          sum += z * z
        }
        sums.append(sum)
      }
    }
    return sums.indices.dropLast(3).map { (sums[$0] + sums[$0 + 1] + sums[$0 + 2] + sums[$0 + 3]) / Double(4 * step) }
  }
}

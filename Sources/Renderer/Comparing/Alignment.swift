import CFourier

/// The delays by which one sound can follow another.
struct Alignment {
  /// The longest section that is correlated, and the largest delay, in frames: 5 s at 48 kHz.
  private static let longestSection = 1 << 18
  /// The number of delays that are returned.
  private static let candidates = 8

  /// The length of the section in frames, a power of 2.
  private let section: Int

  /// Returns delays in frames at which the sounds are most similar, or most opposite: the shortest first.
  ///
  /// Several delays are as good for a periodic sound. The cross-correlation of the first section with sound is that of all
  /// channels together.
  static func delays(of sound: Sound, against reference: Sound) -> [Int] {
    let start = min(firstSound(sound), firstSound(reference))
    let length = max(sound.length, reference.length) - start
    let section = min(longestSection, max(4, 1 << (Int.bitWidth - max(0, length - 1).leadingZeroBitCount)))
    return Alignment(section: section).delays(of: sound, reference, from: start)
  }

  private func delays(of sound: Sound, _ reference: Sound, from start: Int) -> [Int] {
    let size = 2 * section
    var products = [Double](repeating: 0, count: size)
    for (a, b) in zip(sound.channels, reference.channels) {
      let (x, y) = (spectrum(a, from: start, size), spectrum(b, from: start, size))
      // The bins 0 and size / 2, which are real, then the complex ones, as a Hartley transform: real minus imaginary part.
      products[0] += x[0] * y[0]
      products[section] += x[1] * y[1]
      for bin in 1..<section {
        let (re, im) = (x[2 * bin], x[2 * bin + 1])
        let (real, imaginary) = (re * y[2 * bin] + im * y[2 * bin + 1], im * y[2 * bin] - re * y[2 * bin + 1])
        products[bin] += real - imaginary
        products[size - bin] += real + imaginary
      }
    }
    return peaks(inverseHartley(products))
  }

  /// The first frame with a sound, or 0.
  private static func firstSound(_ sound: Sound) -> Int {
    let threshold = sound.peak(0..<sound.length) / 100
    return sound.channels.compactMap { channel in channel.firstIndex { abs($0) > threshold } }.min() ?? 0
  }

  private func spectrum(_ samples: [Float], from start: Int, _ size: Int) -> [Double] {
    var padded = [Double](repeating: 0, count: size)
    for (index, sample) in samples[min(start, samples.count)...].prefix(section).enumerated() {
      padded[index] = Double(sample)
    }
    var result = [Double](repeating: 0, count: size)
    fourier_transform(padded, size, &result)
    return result
  }

  /// The real sequence with a Hartley transform, times its length. The transform is its own inverse, and the difference of
  /// the real and the imaginary part of the Fourier transform.
  private func inverseHartley(_ values: [Double]) -> [Double] {
    var bins = [Double](repeating: 0, count: values.count)
    fourier_transform(values, values.count, &bins)
    var result = values
    result[0] = bins[0]
    result[section] = bins[1]
    for index in 1..<section {
      result[index] = bins[2 * index] - bins[2 * index + 1]
      result[values.count - index] = bins[2 * index] + bins[2 * index + 1]
    }
    return result
  }

  /// The delays of the largest peaks. Negative delays are in the second half.
  private func peaks(_ correlation: [Double]) -> [Int] {
    let size = correlation.count
    let largest = correlation.reduce(0) { max($0, abs($1)) }
    guard largest > 0 else { return [] }
    let indices = correlation.indices.filter { index in
      let value = abs(correlation[index])
      return value > 0.99 * largest && value >= abs(correlation[(index + 1) % size])
        && value >= abs(correlation[(index + size - 1) % size])
    }
    let delays = indices.map { $0 < section ? $0 : $0 - size }
    return Array(delays.sorted { (abs($0), $0) < (abs($1), $1) }.prefix(Self.candidates))
  }
}

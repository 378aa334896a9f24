import CFourier
import Glibc

/// How the spectra of two sounds differ, in bands of a sixth of an octave.
struct SpectralDifference {
  /// The length of a window in frames.
  private static let window = 8192
  /// The largest number of windows, which are spread over the sound.
  private static let mostWindows = 256
  /// Bands below the loudest one by more are not compared: the side lobes of the windows are there.
  private static let dynamics = 1e-9
  /// Smaller differences of a band are not named, in decibels.
  private static let threshold = 0.05

  /// The edges of a band in hertz and its difference in decibels: positive if the sound is louder.
  private struct Band {
    let low, high, difference: Double
  }

  private let bands: [Band]

  init(_ sound: Sound, _ reference: Sound) {
    let (a, b) = (Self.power(sound), Self.power(reference))
    let width = Double(sound.rate) / Double(Self.window)
    var bands: [(low: Double, high: Double, a: Double, b: Double)] = []
    var low = 20.0
    while low < Double(sound.rate) / 2 {
      let high = low * exp2(1.0 / 6)
      // A band has at least the bins at both edges.
      let bins = Int(low / width)...max(Int(low / width) + 1, min(Int(high / width), a.count - 1))
      if bins.upperBound < a.count {
        bands.append((low, high, a[bins].reduce(0, +), b[bins].reduce(0, +)))
      }
      low = high
    }
    let loudest = bands.reduce(0) { max($0, $1.a, $1.b) }
    self.bands = bands.filter { max($0.a, $0.b) > Self.dynamics * loudest && min($0.a, $0.b) > 0 }
      .map { Band(low: $0.low, high: $0.high, difference: 10 * log10($0.a / $0.b)) }
  }

  /// Where and how much the spectra differ, as "above 8 kHz by up to 1.2 dB"; nil if they do not.
  var text: String? {
    let different = bands.indices.filter { abs(bands[$0].difference) > Self.threshold }
    guard let first = different.first, let last = different.last else { return nil }
    let most = different.map { abs(bands[$0].difference) }.max() ?? 0
    let (low, high) = (Self.hertz(bands[first].low), Self.hertz(bands[last].high))
    let place =
      switch (first == 0, last == bands.count - 1) {
      case (true, true): "at all frequencies"
      case (false, true): "above \(low)"
      case (true, false): "below \(high)"
      case (false, false): "between \(low) and \(high)"
      }
    return "\(place) by up to \(SoundDifference.decibels(most)) dB"
  }

  /// The power of each bin, summed over windows and channels.
  private static func power(_ sound: Sound) -> [Double] {
    var sum = [Double](repeating: 0, count: window / 2)
    let shape = (0..<window).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(window)) }
    let step = max(window / 2, sound.length / mostWindows)
    var samples = shape
    var bins = shape
    for channel in sound.channels {
      for start in stride(from: 0, to: max(1, channel.count), by: step) {
        for index in 0..<window {
          samples[index] = start + index < channel.count ? Double(channel[start + index]) * shape[index] : 0
        }
        fourier_transform(samples, window, &bins)
        for bin in 1..<window / 2 { sum[bin] += bins[2 * bin] * bins[2 * bin] + bins[2 * bin + 1] * bins[2 * bin + 1] }
      }
    }
    return sum
  }

  /// A frequency with two digits and its unit.
  private static func hertz(_ frequency: Double) -> String {
    let digits = pow(10, 1 - floor(log10(frequency)))
    let rounded = (frequency * digits).rounded() / digits
    let value = rounded < 1000 ? rounded : rounded / 1000
    let text = value == value.rounded() ? "\(Int(value))" : "\((value * 10).rounded() / 10)"
    return "\(text) \(rounded < 1000 ? "Hz" : "kHz")"
  }
}

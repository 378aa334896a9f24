import Glibc
import Model

extension Spectrum {
  private static let bandsPerOctave = 48.0
  /// In dBFS.
  private static let minimumLevel = -100.0

  /// Computes the spectrum of samples that contain exactly `cycles` cycles of a sine, so that no window is needed.
  ///
  /// Returns nil if the level of the sine is at most `minimumLevel`.
  init?(_ samples: [Float], cycles: Int, rate: Double) {
    let spectrum = Fourier(samples)
    let width = rate / Double(spectrum.length)
    let amplitudes = (0...spectrum.length / 2).map { 2 * spectrum.magnitude($0) / Double(spectrum.length) }
    let fundamental = amplitudes[cycles]
    guard fundamental.decibels > Spectrum.minimumLevel else { return nil }
    let audible = Int((20 / width).rounded(.up))...Int(min(20_000, 0.49 * rate) / width)
    let multiples = stride(from: 2 * cycles, through: audible.upperBound, by: cycles)
    let tones = Set(([cycles] + multiples).flatMap { $0 - 1...$0 + 1 })
    func power(_ bins: some Sequence<Int>) -> Double { bins.reduce(0) { $0 + amplitudes[$1] * amplitudes[$1] / 2 } }
    self.init(
      frequency: (Double(cycles) * width).compact, level: fundamental.decibels.rounded(digits: 2),
      harmonics: multiples.prefix(8).map { (amplitudes[$0] / fundamental).decibels.rounded(digits: 1) },
      distortion: ((2 * power(multiples)).squareRoot() / fundamental).decibels.rounded(digits: 1),
      noise: (2 * power(audible.filter { !tones.contains($0) })).squareRoot().decibels.rounded(digits: 1),
      curve: Spectrum.curve(amplitudes, audible, width))
  }

  private static func curve(_ amplitudes: [Double], _ audible: ClosedRange<Int>, _ width: Double) -> Curve {
    var curve = Curve()
    var first = audible.lowerBound
    while first <= audible.upperBound {
      let last = min(max(first, Int(Double(first) * exp2(1 / bandsPerOctave))), audible.upperBound)
      let highest = (first...last).max { amplitudes[$0] < amplitudes[$1] } ?? first
      curve.x.append((Double(highest) * width).compact)
      curve.y.append(amplitudes[highest].decibels.rounded(digits: 1))
      first = last + 1
    }
    return curve
  }
}

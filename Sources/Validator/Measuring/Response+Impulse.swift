import Glibc
import Model

extension Response {
  /// In hertz.
  private static let lowestFrequency = 20.0
  private static let highestFrequency = 20_000.0
  /// The distance from the peak, in decibels, below which a magnitude is rounding noise and its phase meaningless.
  private static let phaseDepth: Float = 120

  /// Computes the frequency response from an impulse response.
  ///
  /// - Parameters:
  ///   - impulse: the response to an impulse of 1 at the first sample; the number of samples is a power of two.
  ///   - latency: in frames; its linear phase is removed.
  init(_ setting: Setting, impulse: [Float], rate: Double, latency: Double, bandsPerOctave: Int = 24) {
    let spectrum = Fourier(impulse)
    let width = rate / Double(spectrum.length)
    let top = min(Response.highestFrequency, 0.49 * rate)
    let bands = Int((log2(top / Response.lowestFrequency) * Double(bandsPerOctave)).rounded(.down))
    let half = exp2(0.5 / Double(bandsPerOctave))
    var points: [Point] = []
    var phases: [Point] = []
    for band in 0...bands {
      let center = Response.lowestFrequency * exp2(Double(band) / Double(bandsPerOctave))
      let (first, last) = (Int((center / half / width).rounded(.up)), Int(center * half / width))
      if last - first < 2 {
        let point = Point(spectrum, at: center / width, width: width, latency: latency)
        points.append(point)
        phases.append(point)
      } else {
        // Always two points for each band, so that all responses of one rate and length have the same number of points.
        let all = (first...last).map { Point(spectrum, at: Double($0), width: width, latency: latency) }
        points += Response.extremes(all, \.decibels)
        phases += Response.extremes(all, \.degrees)
      }
    }
    let floor = (points.map(\.decibels).max() ?? 0) - Response.phaseDepth
    phases.removeAll { $0.decibels <= floor }
    self.init(
      setting: setting, magnitude: Curve(x: points.map(\.frequency), y: points.map(\.decibels)),
      phase: Curve(x: phases.map(\.frequency), y: phases.map(\.degrees)))
  }

  /// Returns the points with the minimum and the maximum value, in order of frequency.
  private static func extremes(_ points: [Point], _ value: KeyPath<Point, Float>) -> [Point] {
    let order = points.indices.sorted { points[$0][keyPath: value] < points[$1][keyPath: value] }
    return [order[0], order[order.count - 1]].sorted().map { points[$0] }
  }

  /// The response at one frequency.
  private struct Point {
    var frequency, decibels, degrees: Float

    /// - Parameter bin: fractional; values between two bins are interpolated linearly.
    init(_ spectrum: Fourier, at bin: Double, width: Double, latency: Double) {
      let below = min(Int(bin), spectrum.length / 2 - 1)
      let fraction = bin - Double(below)
      var (real, imaginary) = (0.0, 0.0)
      for (index, weight) in [(below, 1 - fraction), (below + 1, fraction)] where weight > 0 {
        let angle = 2 * Double.pi * latency * Double(index) / Double(spectrum.length)
        real += weight * (spectrum.real[index] * cos(angle) - spectrum.imaginary[index] * sin(angle))
        imaginary += weight * (spectrum.real[index] * sin(angle) + spectrum.imaginary[index] * cos(angle))
      }
      frequency = (bin * width).compact
      decibels = (real * real + imaginary * imaginary).squareRoot().decibels.rounded(digits: 2)
      degrees = (atan2(imaginary, real) * 180 / .pi).rounded(digits: 1)
    }
  }
}

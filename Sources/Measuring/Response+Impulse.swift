import Glibc
import ValidationModel

extension Response {
  private static let lowest = 20.0
  private static let highest = 20_000.0
  /// What is so much below the peak, in decibels, is rounding noise and has no phase.
  private static let depth: Float = 120

  /// The transform of an impulse response.
  ///
  /// - Parameters:
  ///   - impulse: a power of two of samples, after an impulse of 1 at its first.
  ///   - latency: in frames; its phase is left out.
  ///   - bandsPerOctave: how fine it is.
  init(_ setting: Setting, impulse: [Float], rate: Double, latency: Double, bandsPerOctave: Int = 24) {
    let spectrum = Fourier(impulse)
    let width = rate / Double(spectrum.length)
    let top = min(Response.highest, 0.49 * rate)
    let bands = Int((log2(top / Response.lowest) * Double(bandsPerOctave)).rounded(.down))
    let half = exp2(0.5 / Double(bandsPerOctave))
    var points: [Point] = []
    var phases: [Point] = []
    for band in 0...bands {
      let centre = Response.lowest * exp2(Double(band) / Double(bandsPerOctave))
      let (first, last) = (Int((centre / half / width).rounded(.up)), Int(centre * half / width))
      if last - first < 2 {
        let point = Point(spectrum, at: centre / width, width: width, latency: latency)
        points.append(point)
        phases.append(point)
      } else {
        // Both, even where they are one: responses of the same rate and length have their points in pairs.
        let all = (first...last).map { Point(spectrum, at: Double($0), width: width, latency: latency) }
        points += Response.extremes(all, \.decibels)
        phases += Response.extremes(all, \.degrees)
      }
    }
    let floor = (points.map(\.decibels).max() ?? 0) - Response.depth
    phases.removeAll { $0.decibels <= floor }
    self.init(
      setting: setting, magnitude: Curve(x: points.map(\.frequency), y: points.map(\.decibels)),
      phase: Curve(x: phases.map(\.frequency), y: phases.map(\.degrees)))
  }

  /// The points with the least and the greatest value, in their order.
  private static func extremes(_ points: [Point], _ value: KeyPath<Point, Float>) -> [Point] {
    let order = points.indices.sorted { points[$0][keyPath: value] < points[$1][keyPath: value] }
    return [order[0], order[order.count - 1]].sorted().map { points[$0] }
  }

  /// The response at one frequency.
  private struct Point {
    var frequency: Float
    var decibels: Float
    var degrees: Float

    /// - Parameter place: counted in numbers of the transform, and between two of them where it falls there.
    init(_ spectrum: Fourier, at place: Double, width: Double, latency: Double) {
      let below = min(Int(place), spectrum.length / 2 - 1)
      let fraction = place - Double(below)
      var real = 0.0
      var imaginary = 0.0
      for (index, weight) in [(below, 1 - fraction), (below + 1, fraction)] where weight > 0 {
        let turn = 2 * Double.pi * latency * Double(index) / Double(spectrum.length)
        real += weight * (spectrum.real[index] * cos(turn) - spectrum.imaginary[index] * sin(turn))
        imaginary += weight * (spectrum.real[index] * sin(turn) + spectrum.imaginary[index] * cos(turn))
      }
      frequency = (place * width).compact
      decibels = Decibels.of((real * real + imaginary * imaginary).squareRoot()).rounded(digits: 2)
      degrees = (atan2(imaginary, real) * 180 / .pi).rounded(digits: 1)
    }
  }
}

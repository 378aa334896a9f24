import Foundation
import Support

/// Points with a logarithmic distribution over a range of frequencies or Qs.
enum Sweep {
  static func points(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
    (0..<count).map { range.lowerBound * pow(range.upperBound / range.lowerBound, Double($0) / Double(count - 1)) }
  }

  /// A random point.
  static func random(_ range: ClosedRange<Double>, using generator: inout SplitMix64) -> Double {
    range.lowerBound * pow(range.upperBound / range.lowerBound, Double.random(in: 0...1, using: &generator))
  }

  /// The frequencies at which to compare a filter: 150 points from 20 Hz to `top`, and closer ones near its own frequency.
  static func probes(around frequency: Double, top: Double) -> [Double] {
    let near = stride(from: -0.3, through: 0.3, by: 0.025).map { frequency * exp($0) }
    return points(20...top, 150) + near.filter { $0 >= 20 && $0 <= top }
  }

  /// The upper limit of the range in which the designs match the prototype: 20 kHz, or less below 44.1 kHz.
  static func top(rate: Double) -> Double { min(20_000, 20_000 * rate / 44_100) }
}

import Foundation

/// Points of a range of hertz, or of Q: in even ratios.
enum Sweep {
  static func points(_ range: ClosedRange<Double>, _ count: Int) -> [Double] {
    (0..<count).map { range.lowerBound * pow(range.upperBound / range.lowerBound, Double($0) / Double(count - 1)) }
  }

  /// A point of a range with the logarithm drawn evenly.
  static func random(_ range: ClosedRange<Double>, using generator: inout SplitMix) -> Double {
    range.lowerBound * pow(range.upperBound / range.lowerBound, Double.random(in: 0...1, using: &generator))
  }

  /// Where a filter is probed: 150 points from 20 Hz to `top`, and closer ones around its own frequency.
  static func probes(around frequency: Double, top: Double) -> [Double] {
    let near = stride(from: -0.3, through: 0.3, by: 0.025).map { frequency * exp($0) }
    return points(20...top, 150) + near.filter { $0 >= 20 && $0 <= top }
  }

  /// 20 kHz, or as far as the designs follow the prototype at a low rate.
  static func top(rate: Double) -> Double { min(20_000, 20_000 * rate / 44_100) }
}

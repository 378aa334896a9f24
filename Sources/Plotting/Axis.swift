import Glibc

/// One of the two axes of a plot.
public struct Axis: Sendable, Equatable {
  public enum Scale: Sendable { case linear, logarithmic }

  /// A line of the grid.
  public struct Tick: Sendable, Equatable {
    public var value: Double
    /// Empty for a line without a number.
    public var label: String
  }

  public var label: String
  public var scale: Scale
  public var range: ClosedRange<Double>
  public var ticks: [Tick]

  /// Where a value lies on the axis: 0 at its beginning, 1 at its end, less or more outside.
  func place(_ value: Double) -> Double {
    switch scale {
    case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic: log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
  }
}

extension Axis {
  /// 20 Hz to 20 kHz, logarithmic, with the numbers that audio people expect.
  public static let frequency = Axis(
    label: "Hz", scale: .logarithmic, range: 20...20_000,
    ticks: [
      Tick(value: 20, label: "20"), Tick(value: 50, label: "50"), Tick(value: 100, label: "100"),
      Tick(value: 200, label: "200"), Tick(value: 500, label: "500"), Tick(value: 1000, label: "1k"),
      Tick(value: 2000, label: "2k"), Tick(value: 5000, label: "5k"), Tick(value: 10_000, label: "10k"),
      Tick(value: 20_000, label: "20k"),
    ]
      + [30, 40, 60, 70, 80, 90, 300, 400, 600, 700, 800, 900, 3000, 4000, 6000, 7000, 8000, 9000]
      .map { Tick(value: $0, label: "") })

  /// Decibels that hold these values, at least 24 of them and at most `span`, the greatest kept.
  public static func decibels(holding values: [Double], span: Double = 120) -> Axis {
    let least = values.min() ?? 0
    let greatest = values.max() ?? 0
    let top = ((greatest + 2) / 6).rounded(.up) * 6
    let bottom = max(min(((least - 2) / 6).rounded(.down) * 6, top - 24), top - span)
    let step: Double = top - bottom <= 48 ? 6 : top - bottom <= 120 ? 12 : 24
    return Axis(label: "dB", scale: .linear, range: bottom...top, ticks: ticks(bottom...top, step: step))
  }

  /// The phase, in degrees.
  public static let degrees = Axis(
    label: "degrees", scale: .linear, range: -180...180, ticks: ticks(-180...180, step: 90))

  /// A linear axis that holds these values with round numbers, five or so.
  public static func linear(_ label: String, holding values: [Double], isTight: Bool = false) -> Axis {
    let least = values.min() ?? 0
    let greatest = max(values.max() ?? 1, least + 1e-9)
    let rough = (greatest - least) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
    let range =
      isTight ? least...greatest : (least / step).rounded(.down) * step...(greatest / step).rounded(.up) * step
    return Axis(label: label, scale: .linear, range: range, ticks: ticks(range, step: step))
  }

  private static func ticks(_ range: ClosedRange<Double>, step: Double) -> [Tick] {
    let first = Int((range.lowerBound / step).rounded(.up))
    let last = max(first, Int((range.upperBound / step + 1e-9).rounded(.down)))
    return (first...last).map { Tick(value: Double($0) * step, label: text(Double($0) * step)) }
  }

  /// A number without the digits that rounding leaves.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(rounded)
  }
}

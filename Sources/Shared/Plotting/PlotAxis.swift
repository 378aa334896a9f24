import Glibc

/// One of the two axes of a plot.
public struct PlotAxis: Sendable, Equatable {
  public enum Scale: Sendable { case linear, logarithmic }

  /// A grid line.
  public struct Tick: Sendable, Equatable {
    public var value: Double
    /// Empty for a line without a number.
    public var label: String
  }

  public var label: String
  public var scale: Scale
  public var range: ClosedRange<Double>
  public var ticks: [Tick]

  /// The position of a value: 0 at the start of the axis, 1 at its end, below 0 or above 1 outside its range.
  func position(_ value: Double) -> Double {
    switch scale {
    case .linear: (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .logarithmic: log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    }
  }

  /// 20 Hz to 20 kHz, logarithmic, with the usual labels of audio plots.
  public static let frequency = PlotAxis(
    label: "Hz", scale: .logarithmic, range: 20...20_000,
    ticks: [
      (20, "20"), (50, "50"), (100, "100"), (200, "200"), (500, "500"), (1000, "1k"), (2000, "2k"), (5000, "5k"),
      (10_000, "10k"), (20_000, "20k"),
    ].map(Tick.init)
      + [30, 40, 60, 70, 80, 90, 300, 400, 600, 700, 800, 900, 3000, 4000, 6000, 7000, 8000, 9000]
      .map { Tick(value: $0, label: "") })

  /// An axis in decibels that contains the values. Its range is at least 24 dB; above `span` dB, the lowest values are
  /// cut off.
  public static func decibels(containing values: [Double], span: Double = 120) -> PlotAxis {
    let minimum = values.min() ?? 0
    let maximum = values.max() ?? 0
    let top = ((maximum + 2) / 6).rounded(.up) * 6
    let bottom = max(min(((minimum - 2) / 6).rounded(.down) * 6, top - 24), top - span)
    let step: Double = top - bottom <= 48 ? 6 : top - bottom <= 120 ? 12 : 24
    return PlotAxis(label: "dB", scale: .linear, range: bottom...top, ticks: ticks(bottom...top, step: step))
  }

  /// Phase in degrees, -180 to 180.
  public static let degrees = PlotAxis(
    label: "degrees", scale: .linear, range: -180...180, ticks: ticks(-180...180, step: 90))

  /// A linear axis that contains the values, with about five round tick values.
  ///
  /// - Parameter isTight: whether the axis ends at the minimum and the maximum instead of at round values.
  public static func linear(_ label: String, containing values: [Double], isTight: Bool = false) -> PlotAxis {
    let minimum = values.min() ?? 0
    let maximum = max(values.max() ?? 1, minimum + 1e-9)
    let rough = (maximum - minimum) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 2.5, 5, 10].map { $0 * power }.first { $0 >= rough } ?? rough
    let range =
      isTight ? minimum...maximum : (minimum / step).rounded(.down) * step...(maximum / step).rounded(.up) * step
    return PlotAxis(label: label, scale: .linear, range: range, ticks: ticks(range, step: step))
  }

  private static func ticks(_ range: ClosedRange<Double>, step: Double) -> [Tick] {
    let first = Int((range.lowerBound / step).rounded(.up))
    let last = max(first, Int((range.upperBound / step + 1e-9).rounded(.down)))
    return (first...last).map { Tick(value: Double($0) * step, label: text(Double($0) * step)) }
  }

  /// Formats a number without rounding errors of binary fractions.
  private static func text(_ value: Double) -> String {
    let rounded = (value * 1e6).rounded() / 1e6
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? String(Int(rounded)) : String(rounded)
  }
}

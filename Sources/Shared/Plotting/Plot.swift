/// The content of a plot: curves over a pair of axes.
public struct Plot: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    public var x, y: Double

    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  public struct Series: Sendable, Equatable {
    /// The name in the legend; empty for a series that the legend omits.
    public var label: String
    /// Points that lines connect; two segments are not connected.
    public var segments: [[Point]]

    public init(label: String = "", segments: [[Point]]) {
      self.label = label
      self.segments = segments
    }
  }

  /// A line across the whole plot, for example at a median.
  public struct Mark: Sendable, Equatable {
    public enum Direction: Sendable { case horizontal, vertical }

    public var direction: Direction
    public var value: Double
    public var label: String
    /// Whether the label of a horizontal line is below the line; used if another mark can be close above it.
    public var isLabelBelow: Bool

    public init(_ direction: Direction, _ value: Double, label: String, isLabelBelow: Bool = false) {
      self.direction = direction
      self.value = value
      self.label = label
      self.isLabelBelow = isLabelBelow
    }
  }

  public var title: String
  public var x, y: PlotAxis
  public var series: [Series]
  public var marks: [Mark]

  public init(title: String, x: PlotAxis, y: PlotAxis, series: [Series], marks: [Mark] = []) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
    self.marks = marks
  }
}

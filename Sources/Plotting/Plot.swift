/// A picture of curves over a pair of axes: what is to be seen, not how it is drawn.
public struct Plot: Sendable, Equatable {
  public struct Point: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  public struct Series: Sendable, Equatable {
    /// As the legend calls it; empty where there is no need.
    public var label: String
    /// Points that are joined; between two stretches there is a gap.
    public var stretches: [[Point]]

    public init(label: String = "", stretches: [[Point]]) {
      self.label = label
      self.stretches = stretches
    }
  }

  /// A line across the whole picture, such as a median.
  public struct Mark: Sendable, Equatable {
    public enum Direction: Sendable { case horizontal, vertical }

    public var direction: Direction
    public var value: Double
    public var label: String
    /// Of a horizontal line: where two of them may come close to one another.
    public var isLabelBelow: Bool

    public init(_ direction: Direction, _ value: Double, label: String, isLabelBelow: Bool = false) {
      self.direction = direction
      self.value = value
      self.label = label
      self.isLabelBelow = isLabelBelow
    }
  }

  public var title: String
  public var x: Axis
  public var y: Axis
  public var series: [Series]
  public var marks: [Mark]

  public init(title: String, x: Axis, y: Axis, series: [Series], marks: [Mark] = []) {
    self.title = title
    self.x = x
    self.y = y
    self.series = series
    self.marks = marks
  }
}

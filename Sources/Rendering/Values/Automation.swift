import Glibc

/// The course of one control over time: breakpoints, and how each is reached from the one before.
public struct Automation: Hashable, Sendable, Codable {
  public enum Shape: String, Sendable, Codable, CaseIterable {
    /// Straight from the value before.
    case linear = "lin"
    /// By a constant ratio; both values have one sign and neither is 0.
    case exponential = "exp"
    /// The value before stays until the point, then jumps.
    case step
  }

  public struct Point: Hashable, Sendable, Codable {
    /// In frames of the input's time line.
    public var frame: Int
    public var value: Float
    /// How this point is reached from the one before.
    public var shape: Shape
  }

  /// By time, strictly rising; at least one.
  public let points: [Point]

  /// - Returns: nil for no points, points that are not in order, or an exponential way between values of two signs.
  public init?(_ points: [Point]) {
    guard !points.isEmpty else { return nil }
    for (before, point) in zip(points, points.dropFirst()) {
      guard before.frame < point.frame else { return nil }
      if point.shape == .exponential && !(before.value * point.value > 0) { return nil }
    }
    self.points = points
  }

  /// Reads `200@0,8000@4s:exp`: values at times, each with the shape of the way to it, linear where none is given.
  public init?(inline text: String, rate: Int) {
    var points: [Point] = []
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let at = item.firstIndex(of: "@"), let value = Float(item[..<at]), value.isFinite else { return nil }
      var time = item[item.index(after: at)...]
      var shape = Shape.linear
      if let colon = time.lastIndex(of: ":"), let named = Shape(rawValue: String(time[time.index(after: colon)...])) {
        shape = named
        time = time[..<colon]
      }
      guard let frame = TimePoint(time)?.frames(rate: rate) else { return nil }
      points.append(Point(frame: frame, value: value, shape: shape))
    }
    self.init(points)
  }

  /// Reads a breakpoint file: a line a point, `time value [shape]`; `#` begins a comment.
  public init?(file text: String, rate: Int) {
    var points: [Point] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let fields = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      if fields.isEmpty { continue }
      guard (2...3).contains(fields.count), let time = TimePoint(fields[0]), let value = Float(fields[1]),
        value.isFinite, let shape = fields.count == 3 ? Shape(rawValue: String(fields[2])) : .linear
      else { return nil }
      points.append(Point(frame: time.frames(rate: rate), value: value, shape: shape))
    }
    self.init(points)
  }

  /// The value at a frame: the first point's before it, the last one's after it.
  public func value(at frame: Int) -> Float {
    guard let next = points.firstIndex(where: { $0.frame > frame }) else { return points[points.count - 1].value }
    guard next > 0 else { return points[0].value }
    let (from, to) = (points[next - 1], points[next])
    let position = Float(frame - from.frame) / Float(to.frame - from.frame)
    switch to.shape {
    case .linear: return from.value + (to.value - from.value) * position
    case .exponential: return from.value * powf(to.value / from.value, position)
    case .step: return from.value
    }
  }
}

import Glibc
import Support

/// The values of one control over time, as breakpoints.
public struct Automation: Hashable, Sendable, Codable {
  /// The transition from one point to the next.
  public enum Shape: String, Sendable, Codable, CaseIterable {
    case linear = "lin"
    /// A constant ratio per frame; both values have the same sign and are not 0.
    case exponential = "exp"
    /// The previous value until the point.
    case step
  }

  public struct Point: Hashable, Sendable, Codable {
    /// Time in frames of the input.
    public var frame: Int
    public var value: Float
    /// The transition from the previous point.
    public var shape: Shape
  }

  /// At least one point; the times are strictly increasing.
  public let points: [Point]

  /// - Returns: nil without points, for times that do not increase, and for an exponential transition between values of
  ///   different signs or 0.
  public init?(_ points: [Point]) {
    guard !points.isEmpty else { return nil }
    for (before, point) in zip(points, points.dropFirst()) {
      guard before.frame < point.frame else { return nil }
      if point.shape == .exponential && !(before.value * point.value > 0) { return nil }
    }
    self.points = points
  }

  /// Parses `200@0,8000@4s:exp`: values, times, and optionally shapes. The default shape is linear.
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

  /// Parses the text of a breakpoint file: `time value [shape]` on each line; `#` begins a comment.
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

  /// The value at a frame. It is constant before the first point and after the last one.
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

  /// Reads the text of a breakpoint file.
  ///
  /// - Throws: `RenderError.input` if it cannot be read or is larger than 16 MiB.
  static func readFile(_ path: String) throws(RenderError) -> String {
    String(contentOfFile: try SmallFile.bytes(of: path, kind: "breakpoint file"))
  }
}

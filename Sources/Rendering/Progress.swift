/// How far a rendering is.
public struct Progress: Sendable {
  /// Seconds of sound that are done.
  public var done: Double
  /// Seconds of sound that there will be, without the tail; nil where it is not known.
  public var total: Double?
  /// Seconds since the start.
  public var elapsed: Double

  /// How many seconds of sound are made in a second.
  public var speed: Double { elapsed > 0 ? done / elapsed : 0 }
  /// 0 ... 1.
  public var fraction: Double? { total.map { $0 > 0 ? min(1, done / $0) : 1 } }
  /// Seconds to go, at the speed so far.
  public var remaining: Double? { total.flatMap { speed > 0 ? max(0, $0 - done) / speed : nil } }
}

/// The bounds that the kit keeps to.
public enum Limits {
  /// Sample rates, in hertz, that an instance can be made for.
  @inline(__always) public static var rates: ClosedRange<Double> { 8_000...768_000 }
  /// How many control ports an effect may declare.
  @inline(__always) public static var controls: Int { 15 }
  /// How many channels a layout may have.
  @inline(__always) public static var channels: Int { 2 }
  /// How many frames the kit copies aside at once, where it has to.
  @inline(__always) public static var chunk: Int { 64 }

  /// How many frames at least pass between two looks at controls that move: 64 or a multiple of it, 4 ms or so. A new
  /// design may then cost more than a short block, and what automation costs does not depend on how a host cuts time.
  @inline(__always) public static func controlInterval(rate: Double) -> Int {
    64 * max(1, Int((rate / 16_000).rounded()))
  }

  /// So many of these intervals pass between two looks while an effect is bypassed, 32 ms or so: what it shows is all that
  /// they are for.
  @inline(__always) static var idleIntervals: Int { 8 }
}

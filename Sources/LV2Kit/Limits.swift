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
}

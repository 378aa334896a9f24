/// What a comb does, in the kernel's own terms.
///
/// With input x, the line's past and the damped past v = lowpass(past),
/// ```
/// w = x + feedback·v        y = direct·x + echo·v
/// ```
/// where w goes into the line.
public struct CombSettings: Sendable {
  /// How far back the line is read, in frames, at least `Interpolator.shortest`.
  public var delay: Double
  /// Below 1 in magnitude.
  public var feedback: Double
  /// The share of a new sample in the loop's one-pole lowpass, above 0; 1 is no lowpass.
  public var openness: Double
  public var direct: Double
  public var echo: Double

  @inline(__always)
  var vector: SIMD8<Double> { SIMD8(delay, feedback, openness, direct, echo, 0, 0, 0) }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    self.init(delay: vector[0], feedback: vector[1], openness: vector[2], direct: vector[3], echo: vector[4])
  }

  @inline(__always)
  init(delay: Double, feedback: Double, openness: Double, direct: Double, echo: Double) {
    self.delay = delay
    self.feedback = feedback
    self.openness = openness
    self.direct = direct
    self.echo = echo
  }

  /// The settings in the first of four frames.
  @inline(__always)
  init(_ lanes: CombLanes) {
    self.init(
      delay: lanes.delay[0], feedback: lanes.levels.feedback[0], openness: lanes.openness[0],
      direct: lanes.levels.direct[0], echo: lanes.levels.echo[0])
  }
}

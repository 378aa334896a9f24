/// What a comb does, in the kernel's own terms.
///
/// With input x and the line's past w and the damped past v = lowpass(w delayed),
/// ```
/// w = x + feedback·v        y = dry·x + wet·(w + feedforward·v)
/// ```
public struct CombSettings: Sendable {
  /// How far back the line is read, in frames, at least `Interpolator.shortest`.
  public var delay: Double
  /// Below 1 in magnitude.
  public var feedback: Double
  public var feedforward: Double
  /// The share of a new sample in the loop's one-pole lowpass, above 0; 1 is no lowpass.
  public var openness: Double
  public var dry: Double
  public var wet: Double

  @inline(__always)
  var vector: SIMD8<Double> { SIMD8(delay, feedback, feedforward, openness, dry, wet, 0, 0) }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    self.init(
      delay: vector[0], feedback: vector[1], feedforward: vector[2], openness: vector[3], dry: vector[4],
      wet: vector[5])
  }

  @inline(__always)
  init(delay: Double, feedback: Double, feedforward: Double, openness: Double, dry: Double, wet: Double) {
    self.delay = delay
    self.feedback = feedback
    self.feedforward = feedforward
    self.openness = openness
    self.dry = dry
    self.wet = wet
  }

  /// Moves each setting by its change in one frame.
  @inline(__always)
  mutating func advance(by slope: CombSettings) {
    delay += slope.delay
    feedback += slope.feedback
    feedforward += slope.feedforward
    openness += slope.openness
    dry += slope.dry
    wet += slope.wet
  }
}

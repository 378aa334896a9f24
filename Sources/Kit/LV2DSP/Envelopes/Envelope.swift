/// The times and the level of an envelope with attack, decay, sustain and release, which several voices can share.
public struct EnvelopeShape: Sendable {
  /// The rise in a frame, the sustained level, and the factors of the other two segments for a frame.
  fileprivate let rise, sustain, decay, release: Double

  /// Call it in `setTargets(from:immediately:)`, not in each frame.
  ///
  /// - Parameters:
  ///   - attack: the seconds in which the level rises from 0 to 1, in a straight line.
  ///   - decay: the seconds in which the distance to the sustained level falls by 60 dB.
  ///   - sustain: the level of a held note, 0 to 1.
  ///   - release: the seconds in which a released note falls by 60 dB.
  ///   - rate: the sample rate in hertz.
  public init(attack: Float, decay: Float, sustain: Float, release: Float, rate: Double) {
    rise = 1 / max(1, Double(attack) * rate)
    self.decay = Self.factor(Double(decay) * rate)
    self.sustain = Double(min(max(0, sustain), 1))
    self.release = Self.factor(Double(release) * rate)
  }

  /// 60 dB is a ratio of e^-6.9078. Single precision would distort the factor of a long segment, which is close to 1.
  private static func factor(_ frames: Double) -> Double { exponential(-6.907755278982137 / max(1, frames)) }
}

/// The envelope of one voice. Each segment begins at the present level, so that a note that starts again does not click.
public struct Envelope: Sendable {
  private enum Segment {
    case idle, attack, decay, release
  }

  private var segment = Segment.idle
  private var value = 0.0
  /// -100 dB, at which a release ends.
  private static var silence: Double { 1e-5 }

  public init() {}

  /// Whether the voice sounds. It is false from the end of the release on.
  public var isActive: Bool { segment != .idle }
  /// Whether the note is held: from ``start()`` to ``release()``.
  public var isHeld: Bool { segment == .attack || segment == .decay }

  /// The level after the last frame, 0 to 1.
  public var level: Float { Float(value) }

  /// Begins the attack.
  public mutating func start() { segment = .attack }

  /// Begins the release.
  public mutating func release() { if isHeld { segment = .release } }

  /// Ends the sound at once.
  public mutating func reset() { (segment, value) = (.idle, 0) }

  /// Advances by a frame and returns the level, 0 to 1.
  @inline(__always)
  public mutating func next(_ shape: EnvelopeShape) -> Float {
    switch segment {
    case .attack:
      value += shape.rise
      if value >= 1 { (segment, value) = (.decay, 1) }
    case .decay:
      value = shape.sustain + (value - shape.sustain) * shape.decay
      // Without it, the level would approach a sustained level of 0 through subnormal numbers.
      if abs(value - shape.sustain) < Self.silence { value = shape.sustain }
    case .release:
      value *= shape.release
      if value < Self.silence { reset() }
    case .idle: break
    }
    return level
  }
}

/// A slow wave that moves other values, from -1 to 1. Its steps and corners are exact, so it is not for sound.
public struct LowFrequencyOscillator: Sendable {
  public enum Shape: Int, Sendable {
    /// A sine and a triangle rise from 0.
    case sine, triangle
    case rising, falling, square
    /// A new random value in each period.
    case random
  }

  public var shape: Shape
  private let inverseRate: Double
  private var phase = Phase()
  private var noise = WhiteNoise()
  private var value = 0.0

  /// - Parameter rate: the sample rate in hertz.
  public init(_ shape: Shape, rate: Double) {
    self.shape = shape
    inverseRate = 1 / rate
    value = noise.next()
  }

  /// Begins anew, with the same random values.
  public mutating func reset() {
    phase = Phase()
    noise = WhiteNoise()
    value = noise.next()
  }

  /// Sets the phase, for a wave that follows the transport of the host.
  ///
  /// - Parameter turns: periods, from which whole ones are removed: the beats since the start, divided by those of a period.
  public mutating func setPhase(_ turns: Double) {
    guard turns.isFinite else { return }
    phase = Phase(turns: Phase.step(min(turns - turns.rounded(.down), 0x1.fffffffffffffp-1)))
  }

  /// Returns the present value, -1 to 1, and advances by a frame.
  ///
  /// - Parameter frequency: hertz, 0 to below the sample rate.
  @inline(__always)
  public mutating func next(_ frequency: Float) -> Float {
    let present = Float(self.present)
    let step = Phase.step(min(max(0, Double(frequency)) * inverseRate, 0.999))
    let before = phase.turns
    phase.advance(step)
    if shape == .random && phase.turns < before { value = noise.next() }
    return present
  }

  private var present: Double {
    // 0 to below 1.
    let turns = Double(phase.turns >> 11) * 0x1p-53
    switch shape {
    case .sine: return phase.sineCosine.sine
    case .triangle: return turns < 0.25 ? 4 * turns : turns < 0.75 ? 2 - 4 * turns : 4 * turns - 4
    case .rising: return 2 * turns - 1
    case .falling: return 1 - 2 * turns
    case .square: return turns < 0.5 ? 1 : -1
    case .random: return value
    }
  }
}

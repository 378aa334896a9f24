/// A state variable filter: the states of one channel. The coefficients decide what it does, and may change in each frame.
///
/// ```swift
/// let lowpass = SVFCoefficients.lowpass(cutoff / rate, q: 0.7)
/// for frame in 0..<block.frames { output[frame] = filter.next(input[frame], lowpass) }
/// ```
/// Moving coefficients never add energy of their own, so a fast sweep stays stable. Channels and voices can share coefficients.
public struct StateVariableFilter: Sendable {
  private var state = SVFState<Double>()

  public init() {}

  /// Makes the filter silent.
  public mutating func reset() { state = SVFState() }

  /// Filters one sample. The result of an infinite or NaN input is 0, and so is the state.
  @inline(__always)
  public mutating func next(_ input: Float, _ coefficients: SVFCoefficients) -> Float {
    let output = state.next(Double(input), SVFLanes(coefficients))
    state.flush()
    guard output.isFinite else {
      reset()
      return 0
    }
    return Float(output)
  }
}

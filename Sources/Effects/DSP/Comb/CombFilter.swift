/// A comb filter with a lowpass in its loop, smoothed parameters, and one or two channels.
public struct CombFilter {
  /// Frames that are processed at a time.
  static var chunk: Int { 1024 }

  private var smoother: Smoother
  /// The parameters while they are steady.
  private var steady: SteadyComb
  private var channels: (CombChannel, CombChannel)

  /// - Parameters:
  ///   - rate: sample rate in hertz.
  ///   - delayLines: one per channel.
  public init(rate: Double, delayLines: (MirroredDelayLine, MirroredDelayLine)) {
    smoother = Smoother(rate: rate)
    let identity = Parameters(
      delay: FractionalDelay.shortest, feedback: 0, lowpassCoefficient: 1, inputGain: 1, echoGain: 0)
    smoother.setTarget(identity.vector, immediately: true)
    steady = SteadyComb(identity)
    channels = (CombChannel(delayLine: delayLines.0), CombChannel(delayLine: delayLines.1))
  }

  /// The capacity of a `MirroredDelayLine` for delays up to `longestDelay` frames.
  public static func capacity(longestDelay: Double) -> Int {
    Int(longestDelay.rounded(.up)) + chunk + 2 * FractionalDelay.taps
  }

  /// Clears the delay lines, in constant time, and sets all parameters to their targets.
  public mutating func reset() {
    channels.0.reset()
    channels.1.reset()
    setTarget(Parameters(smoother.target), immediately: true)
  }

  /// Sets the targets of the parameters.
  ///
  /// - Parameter immediately: whether to skip smoothing.
  public mutating func setTarget(_ parameters: Parameters, immediately: Bool) {
    smoother.setTarget(parameters.vector, immediately: immediately)
    if immediately { steady = SteadyComb(parameters) }
  }

  /// Filters `frames` frames of `count` channels, 1 or 2. An output may be the buffer of the same channel's input.
  @inline(__always)
  public mutating func process(_ inputs: Inputs<Float>, _ outputs: Outputs<Float>, channels count: Int, frames: Int) {
    var start = 0
    while start < frames {
      if smoother.isSteady {
        let length = min(frames &- start, Self.chunk)
        channels.0.run(&steady, inputs.0 + start, outputs.0 + start, length)
        if count == 2 { channels.1.run(&steady, inputs.1 + start, outputs.1 + start, length) }
        smoother.skip(length)
        start &+= length
      } else {
        let ramp = CombRamp(smoother.advance(frames - start))
        channels.0.run(ramp, &steady, inputs.0 + start, outputs.0 + start)
        if count == 2 { channels.1.run(ramp, &steady, inputs.1 + start, outputs.1 + start) }
        if smoother.isSteady { steady = SteadyComb(Parameters(smoother.target)) }
        start += ramp.frames
      }
    }
  }
}

extension CombFilter {
  /// The parameters of the signal path. `CombDesign` computes them.
  ///
  /// With the input x, and v, which is the delayed w after the lowpass,
  /// ```
  /// w = x + feedback·v        y = inputGain·x + echoGain·v
  /// ```
  public struct Parameters: Sendable {
    /// The delay of the delay line, in frames, at least `FractionalDelay.shortest`.
    public var delay: Double
    /// The gain of the loop, below 1 in magnitude.
    public var feedback: Double
    /// The coefficient of the `DampingFilter` in the loop, above 0. 1 means no lowpass.
    public var lowpassCoefficient: Double
    public var inputGain, echoGain: Double
  }
}

extension CombFilter.Parameters {
  /// The parameters in the order of their declaration, followed by three zeros.
  @inline(__always)
  var vector: SIMD8<Double> { SIMD8(delay, feedback, lowpassCoefficient, inputGain, echoGain, 0, 0, 0) }

  @inline(__always)
  init(_ vector: SIMD8<Double>) {
    self.init(
      delay: vector[0], feedback: vector[1], lowpassCoefficient: vector[2], inputGain: vector[3], echoGain: vector[4])
  }
}

/// Steady parameters of a comb filter, prepared for many frames.
struct SteadyComb {
  let parameters: CombFilter.Parameters
  let delay: FractionalDelay
  let lowpass: BlockDampingFilter

  init(_ parameters: CombFilter.Parameters) {
    self.parameters = parameters
    delay = FractionalDelay(parameters.delay)
    lowpass = BlockDampingFilter(parameters.lowpassCoefficient)
  }
}

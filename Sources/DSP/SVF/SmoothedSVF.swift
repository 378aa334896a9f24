/// An SVF with smoothed coefficients, in one or two channels.
struct SmoothedSVF {
  private var smoother: Smoother
  /// The filter while the coefficients are steady.
  private var steady: BlockSVF
  private var states = (SVFState<Double>(), SVFState<Double>())

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    smoother = Smoother(rate: rate)
    smoother.setTarget(SVFCoefficients.identity.vector, immediately: true)
    steady = BlockSVF(.identity)
  }

  /// Sets the states to zero and the coefficients to their targets.
  mutating func reset() {
    states = (SVFState(), SVFState())
    setTarget(SVFCoefficients(smoother.target), immediately: true)
  }

  /// Sets the target of the coefficients, as `Smoother.setTarget(_:immediately:slowly:)` does.
  @inline(__always)
  mutating func setTarget(_ coefficients: SVFCoefficients, immediately: Bool, slowly: Bool = false) {
    smoother.setTarget(coefficients.vector, immediately: immediately, slowly: slowly)
    if immediately { steady = BlockSVF(coefficients) }
  }

  /// Whether the coefficients equal their targets.
  @inline(__always) var isSteady: Bool { smoother.isSteady }

  /// Filters `frames` frames of one or two channels. An output may be the buffer of the same channel's input.
  @inline(__always)
  mutating func process<Element: Sample>(
    _ inputs: Inputs<Element>, _ outputs: Outputs<Element>, channels: Int, frames: Int
  ) {
    let start = smoother.isSteady ? 0 : processMoving(inputs, outputs, channels, frames)
    if start < frames {
      Self.run(&steady, &states.0, inputs.0 + start, outputs.0 + start, frames - start)
      if channels == 2 { Self.run(&steady, &states.1, inputs.1 + start, outputs.1 + start, frames - start) }
      smoother.skip(frames - start)
    }
    states.0.flush()
    states.1.flush()
  }

  /// Filters frames until the coefficients are steady. Returns the number of these frames, at most `frames`.
  @inline(never)
  private mutating func processMoving<Element: Sample>(
    _ inputs: Inputs<Element>, _ outputs: Outputs<Element>, _ channels: Int, _ frames: Int
  ) -> Int {
    var (start, states) = (0, self.states)
    while start < frames && !smoother.isSteady {
      let ramp = SVFRamp(smoother.advance(frames - start))
      let (input, output) = ((inputs.0 + start, inputs.1 + start), (outputs.0 + start, outputs.1 + start))
      if ParallelSVF.isFaster && channels == 1 && ramp.frames == ParallelSVF.frames {
        ParallelSVF.run(ramp, &states.0, input.0, output.0)
      } else {
        Self.run(ramp, &states, input, output, channels)
      }
      start += ramp.frames
    }
    self.states = states
    if smoother.isSteady { steady = BlockSVF(SVFCoefficients(smoother.target)) }
    return start
  }

  /// Filters with steady coefficients. `svf` is `inout`, although it does not change, to pass its address and not a copy.
  @inline(never)
  private static func run<Element: Sample>(
    _ svf: inout BlockSVF, _ state: inout SVFState<Double>, _ input: UnsafePointer<Element>,
    _ output: UnsafeMutablePointer<Element>, _ frames: Int
  ) {
    var pair = state.pair
    var frame = 0
    while frame &+ BlockSVF.width <= frames {
      Element.store4(svf.next(Element.load4(input + frame), &pair), output + frame)
      frame &+= BlockSVF.width
    }
    state = SVFState(pair)
    guard frame < frames else { return }
    let lanes = SVFLanes<Double>(svf.coefficients)
    while frame < frames {
      output[frame] = Element(state.next(input[frame].double, lanes))
      frame += 1
    }
  }

  /// Filters with moving coefficients, one lane per channel. With one channel the output of the second lane is unused.
  @inline(__always)
  private static func run<Element: Sample>(
    _ ramp: SVFRamp, _ states: inout (SVFState<Double>, SVFState<Double>),
    _ inputs: Inputs<Element>, _ outputs: Outputs<Element>, _ channels: Int
  ) {
    var state = SVFState(band: SIMD2(states.0.band, states.1.band), low: SIMD2(states.0.low, states.1.low))
    var lanes = SVFLanes<SIMD2<Double>>(ramp.start)
    for frame in 0..<ramp.frames {
      let output = state.next(SIMD2(inputs.0[frame].double, inputs.1[frame].double), lanes)
      lanes.advance(by: ramp.slope)
      outputs.0[frame] = Element(output[0])
      if channels == 2 { outputs.1[frame] = Element(output[1]) }
    }
    states = (SVFState(band: state.band[0], low: state.low[0]), SVFState(band: state.band[1], low: state.low[1]))
  }
}

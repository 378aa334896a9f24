/// An SVF with smoothed coefficients, in one or two channels.
struct SmoothedSVF {
  var smoother: Smoother
  /// The filter while the coefficients are steady.
  var steady: BlockSVF
  var states = (SVFState<Double>(), SVFState<Double>())

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

  @inline(__always) var target: SVFCoefficients { SVFCoefficients(smoother.target) }

  /// Whether the output of the target equals the input.
  @inline(__always)
  var hasIdentityAsTarget: Bool { target.inputGain == 1 && target.bandGain == 0 && target.lowGain == 0 }

  /// Whether the output equals the input until there is a new target.
  @inline(__always) var isIdentity: Bool { isSteady && hasIdentityAsTarget }

  // MARK: Several filters in series

  /// Whether others in series can process the next frames.
  ///
  /// - Parameter change: what dynamics add to the coefficients.
  @inline(__always)
  func canJoin(_ change: SIMD8<Double>) -> Bool { isSteady && DirectSection.exists(for: coefficients(change)) }

  @inline(__always)
  private func coefficients(_ change: SIMD8<Double>) -> SVFCoefficients {
    change == .zero ? steady.coefficients : SVFCoefficients(steady.coefficients.vector + change)
  }

  /// Adds the filter to others in series, which process the next frames instead of it. The coefficients are steady.
  ///
  /// - Parameters:
  ///   - change: what dynamics add to the coefficients.
  ///   - channels: 1 for each channel that the filter changes, and otherwise 0.
  ///   - count: the number of channels that have sound.
  @inline(__always)
  func append(_ change: SIMD8<Double>, to group: inout SteadyGroup, changing channels: SIMD2<Double>, of count: Int) {
    group.append(coefficients(change), count == 2 ? states : (states.0, states.0), channels)
  }

  /// Continues after `frames` frames that a group has processed.
  @inline(__always)
  mutating func resume(_ group: inout SteadyGroup, _ index: Int, frames: Int) {
    resume(group.states(index), frames: frames)
  }

  /// Continues with other states after `frames` frames with steady coefficients.
  @inline(__always)
  mutating func resume(_ new: (SVFState<Double>, SVFState<Double>), frames: Int) {
    states = new
    states.0.flush()
    states.1.flush()
    smoother.skip(frames)
  }

  /// Adds the filter to others that move, which process the next frames instead of it.
  ///
  /// - Parameter count: the number of channels that have sound.
  mutating func join(_ group: inout MovingGroup, _ lane: Int, of count: Int) {
    group.set(lane, count == 2 ? states : (states.0, states.0))
  }

  /// `Smoother.line(after:begins:)` of the coefficients, for a group.
  @inline(__always)
  mutating func line(after frames: Int, begins: Bool) -> Smoother.Line {
    let isMoving = !smoother.isSteady
    let line = smoother.line(after: frames, begins: begins)
    if isMoving && smoother.isSteady { settle() }
    return line
  }

  /// Prepares the filter for steady coefficients.
  @inline(never) private mutating func settle() { steady = BlockSVF(target) }

  /// Sets the place in the grid of the smoother, in frames since a point. The coefficients are steady.
  @inline(__always) mutating func align(_ phase: Int) { smoother.skip(phase &- smoother.phase) }

  /// Continues after frames that a group has processed.
  mutating func resume(_ group: borrowing MovingGroup, _ lane: Int) {
    states = group.states(lane)
    states.0.flush()
    states.1.flush()
  }

  // MARK: Processing

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
      if channels == 2 {
        Self.run(ramp, &states, input, output)
      } else if ParallelSVF.isFaster && ramp.frames == ParallelSVF.frames {
        ParallelSVF.run(ramp, &states.0, input.0, output.0)
      } else {
        Self.run(ramp, &states.0, input.0, output.0)
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

  /// Filters one channel with moving coefficients, in two equal lanes: the compiler generates slower code for one lane.
  @inline(__always)
  static func run<Element: Sample>(
    _ ramp: SVFRamp, _ state: inout SVFState<Double>, _ input: UnsafePointer<Element>,
    _ output: UnsafeMutablePointer<Element>
  ) {
    var pair = SVFState(band: SIMD2(repeating: state.band), low: SIMD2(repeating: state.low))
    var lanes = SVFLanes<SIMD2<Double>>(ramp.start)
    @inline(__always) func next(_ x: Double) -> Double {
      let output = pair.next(SIMD2(repeating: x), lanes)
      lanes.advance(by: ramp.slope)
      return output[0]
    }
    var frame = 0
    while frame &+ 4 <= ramp.frames {
      let x = Element.load4(input + frame)
      Element.store4(SIMD4(next(x[0]), next(x[1]), next(x[2]), next(x[3])), output + frame)
      frame &+= 4
    }
    while frame < ramp.frames {
      output[frame] = Element(next(input[frame].double))
      frame &+= 1
    }
    state = SVFState(band: pair.band[0], low: pair.low[0])
  }

  /// Filters two channels with moving coefficients, one lane for each.
  @inline(__always)
  static func run<Element: Sample>(
    _ ramp: SVFRamp, _ states: inout (SVFState<Double>, SVFState<Double>),
    _ inputs: Inputs<Element>, _ outputs: Outputs<Element>
  ) {
    var state = SVFState(band: SIMD2(states.0.band, states.1.band), low: SIMD2(states.0.low, states.1.low))
    var lanes = SVFLanes<SIMD2<Double>>(ramp.start)
    for frame in 0..<ramp.frames {
      let output = state.next(SIMD2(inputs.0[frame].double, inputs.1[frame].double), lanes)
      lanes.advance(by: ramp.slope)
      outputs.0[frame] = Element(output[0])
      outputs.1[frame] = Element(output[1])
    }
    states = (SVFState(band: state.band[0], low: state.low[0]), SVFState(band: state.band[1], low: state.low[1]))
  }
}

/// Frames in which the parameters of a comb filter move in a straight line.
struct CombRamp {
  /// The parameters in the first four frames.
  let start: CombLanes
  /// The change of the parameters in four frames.
  let step: CombLanes
  let frames: Int

  /// - Parameter segment: of a smoother whose values are `CombFilter.Parameters.vector`s.
  @inline(__always)
  init(_ segment: Smoother.Segment) {
    start = CombLanes(segment.start, slope: segment.slope, frames: SIMD4(0, 1, 2, 3))
    step = CombLanes(.zero, slope: segment.slope, frames: SIMD4(repeating: 4))
    frames = segment.frames
  }

  /// The shortest and the longest delay.
  @inline(__always)
  var delays: (shortest: Double, longest: Double) {
    let first = start.delay[0]
    let last = first + step.delay[0] * (0.25 * Double(frames))
    return (min(first, last), max(first, last))
  }

  /// Whether the delay of every frame equals that of `steady`.
  @inline(__always)
  func hasDelay(of steady: SteadyComb) -> Bool { step.delay[0] == 0 && start.delay[0] == steady.parameters.delay }

  /// Whether the lowpass of every frame equals that of `steady`.
  @inline(__always)
  func hasLowpass(of steady: SteadyComb) -> Bool {
    step.lowpassCoefficient[0] == 0 && start.lowpassCoefficient[0] == steady.parameters.lowpassCoefficient
  }
}

/// The parameters of a comb filter in four successive frames, or their change.
///
/// The code stores and loads whole vectors: loading a vector whose parts were stored separately stalls the processor.
struct CombLanes {
  private(set) var delay, feedback, lowpassCoefficient, inputGain, echoGain: SIMD4<Double>

  /// The same steady parameters in every lane.
  @inline(__always)
  init(_ parameters: CombFilter.Parameters) {
    delay = SIMD4(repeating: parameters.delay)
    feedback = SIMD4(repeating: parameters.feedback)
    lowpassCoefficient = SIMD4(repeating: parameters.lowpassCoefficient)
    inputGain = SIMD4(repeating: parameters.inputGain)
    echoGain = SIMD4(repeating: parameters.echoGain)
  }

  /// `start` plus `slope` times each of `frames`. `start` and `slope` are `CombFilter.Parameters.vector`s.
  @inline(__always)
  init(_ start: SIMD8<Double>, slope: SIMD8<Double>, frames: SIMD4<Double>) {
    func lanes(_ index: Int) -> SIMD4<Double> {
      SIMD4(repeating: start[index]).adding(SIMD4(repeating: slope[index]), times: frames)
    }
    (delay, feedback, lowpassCoefficient, inputGain, echoGain) = (lanes(0), lanes(1), lanes(2), lanes(3), lanes(4))
  }

  /// Adds `share` times `step`.
  @inline(__always)
  mutating func advance(by step: CombLanes, times share: Double) {
    delay += step.delay * share
    feedback += step.feedback * share
    lowpassCoefficient += step.lowpassCoefficient * share
    inputGain += step.inputGain * share
    echoGain += step.echoGain * share
  }

  /// The parameters of the first frame.
  @inline(__always)
  var first: CombFilter.Parameters {
    CombFilter.Parameters(
      delay: delay[0], feedback: feedback[0], lowpassCoefficient: lowpassCoefficient[0], inputGain: inputGain[0],
      echoGain: echoGain[0])
  }
}

/// An SVF with steady coefficients, prepared for four frames at a time.
///
/// With the states s = (band, low), four frames are one small matrix product. The outputs are C s + T x, and the states
/// after the four frames are A⁴ s + R x. T holds the impulse response, and R the states that each input leaves. Only the
/// product A⁴ s waits for the previous step. A filter is 2.1 to 2.7 times as fast as with `SVFState.next(_:_:)`.
struct BlockSVF {
  /// Frames per step.
  static var width: Int { 4 }

  let coefficients: SVFCoefficients
  /// The contribution of a unit of `band` and of `low` to the four outputs.
  private let outputOfBand, outputOfLow: SIMD4<Double>
  /// The contribution of a unit of each input to the four outputs.
  private let outputOfInput: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  /// The contribution of a unit of `band`, of `low` and of each input to (band, low) after the four frames.
  private let stateOfBand, stateOfLow: SIMD2<Double>
  private let stateOfInput: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  init(_ coefficients: SVFCoefficients) {
    self.coefficients = coefficients
    let lanes = SVFLanes<Double>(coefficients)
    (outputOfBand, stateOfBand) = Self.response(lanes, SVFState(band: 1, low: 0), input: 0)
    (outputOfLow, stateOfLow) = Self.response(lanes, SVFState(band: 0, low: 1), input: 0)
    let impulse = Self.response(lanes, SVFState(), input: 1).outputs
    outputOfInput = (
      impulse,
      SIMD4(0, impulse[0], impulse[1], impulse[2]),
      SIMD4(0, 0, impulse[0], impulse[1]),
      SIMD4(0, 0, 0, impulse[0])
    )
    // The states that an input leaves after one, two, three and four frames.
    var state = SVFState<Double>()
    func next(_ input: Double) -> SIMD2<Double> {
      _ = state.next(input, lanes)
      return state.pair
    }
    let (one, two, three, four) = (next(1), next(0), next(0), next(0))
    stateOfInput = (four, three, two, one)
  }

  /// Processes four frames, the first with `input`. Returns the outputs, and the states after the frames.
  @inline(__always)
  private static func response(
    _ lanes: SVFLanes<Double>, _ state: SVFState<Double>, input: Double
  ) -> (outputs: SIMD4<Double>, states: SIMD2<Double>) {
    var state = state
    let outputs = SIMD4(state.next(input, lanes), state.next(0, lanes), state.next(0, lanes), state.next(0, lanes))
    return (outputs, state.pair)
  }

  /// Returns the outputs of four frames with the inputs `x`. `state` is an `SVFState.pair`.
  @inline(__always)
  func next(_ x: SIMD4<Double>, _ state: inout SIMD2<Double>) -> SIMD4<Double> {
    let (x0, x1, x2, x3) = (splat(x[0]), splat(x[1]), splat(x[2]), splat(x[3]))
    let left = (outputOfInput.0 * x0).adding(outputOfInput.1, times: x1)
    let right = (outputOfInput.2 * x2).adding(outputOfInput.3, times: x3)
    let free = (outputOfBand * splat(state[0])).adding(outputOfLow, times: splat(state[1]))
    let early = (stateOfInput.0 * x0.lowHalf).adding(stateOfInput.1, times: x1.lowHalf)
    let late = (stateOfInput.2 * x2.lowHalf).adding(stateOfInput.3, times: x3.lowHalf)
    let driven = (early + late).adding(stateOfBand, times: SIMD2(repeating: state[0]))
    let outputs = (left + right) + free
    state = driven.adding(stateOfLow, times: SIMD2(repeating: state[1]))
    return outputs
  }
}

extension SVFState<Double> {
  /// (band, low).
  @inline(__always) var pair: SIMD2<Double> { SIMD2(band, low) }

  @inline(__always) init(_ pair: SIMD2<Double>) { self.init(band: pair[0], low: pair[1]) }
}

@inline(__always) private func splat(_ value: Double) -> SIMD4<Double> { SIMD4(repeating: value) }

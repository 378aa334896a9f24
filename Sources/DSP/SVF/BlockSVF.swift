/// A `Biquad` that does not move, prepared for four frames at a time.
///
/// With the states s = (band, low), four frames are one small matrix product: the outputs are C s + T x, the states
/// four frames on are A⁴s + R x, where T holds the impulse response and R the states that each input leaves. Only the
/// last product waits for the step before it.
struct BlockBiquad {
  /// Frames in a step.
  static var width: Int { 4 }

  let biquad: Biquad
  /// What a unit of `band`, of `low`, adds to the four outputs.
  private let fromBand: SIMD4<Double>
  private let fromLow: SIMD4<Double>
  /// What a unit of each input adds to the four outputs.
  private let fromInput: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  /// What a unit of `band`, of `low`, and of each input leaves in (band, low) four frames on.
  private let bandOn: SIMD2<Double>
  private let lowOn: SIMD2<Double>
  private let inputOn: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  init(_ biquad: Biquad) {
    self.biquad = biquad
    (fromBand, bandOn) = Self.response(biquad, BiquadState(band: 1, low: 0), input: 0)
    (fromLow, lowOn) = Self.response(biquad, BiquadState(band: 0, low: 1), input: 0)
    let impulse = Self.response(biquad, BiquadState(), input: 1).outputs
    fromInput = (
      impulse,
      SIMD4(0, impulse[0], impulse[1], impulse[2]),
      SIMD4(0, 0, impulse[0], impulse[1]),
      SIMD4(0, 0, 0, impulse[0])
    )
    // An input's trace three frames on, two, one, none: the input matrix carried along by A.
    var state = BiquadState()
    _ = state.next(1, biquad)
    let last = SIMD2(state.band, state.low)
    _ = state.next(0, biquad)
    let third = SIMD2(state.band, state.low)
    _ = state.next(0, biquad)
    let second = SIMD2(state.band, state.low)
    _ = state.next(0, biquad)
    inputOn = (SIMD2(state.band, state.low), second, third, last)
  }

  /// Four frames of `biquad` from `state`, the first with `input`: the outputs, and the states after them.
  @inline(__always)
  private static func response(
    _ biquad: Biquad, _ state: BiquadState, input: Double
  ) -> (outputs: SIMD4<Double>, states: SIMD2<Double>) {
    var state = state
    let first = state.next(input, biquad)
    let second = state.next(0, biquad)
    let third = state.next(0, biquad)
    let fourth = state.next(0, biquad)
    return (SIMD4(first, second, third, fourth), SIMD2(state.band, state.low))
  }

  /// Four frames.
  @inline(__always)
  func next(_ x: SIMD4<Double>, _ state: inout SIMD2<Double>) -> SIMD4<Double> {
    let (x0, x1, x2, x3) = (splat(x[0]), splat(x[1]), splat(x[2]), splat(x[3]))
    let left = fused(fromInput.0 * x0, fromInput.1, x1)
    let right = fused(fromInput.2 * x2, fromInput.3, x3)
    let free = fused(fromBand * splat(state[0]), fromLow, splat(state[1]))
    let early = fused(inputOn.0 * x0.lowHalf, inputOn.1, x1.lowHalf)
    let late = fused(inputOn.2 * x2.lowHalf, inputOn.3, x3.lowHalf)
    let on = fused(early + late, bandOn, SIMD2(repeating: state[0]))
    let outputs = (left + right) + free
    state = fused(on, lowOn, SIMD2(repeating: state[1]))
    return outputs
  }
}

@inline(__always)
private func splat(_ value: Double) -> SIMD4<Double> { SIMD4(repeating: value) }

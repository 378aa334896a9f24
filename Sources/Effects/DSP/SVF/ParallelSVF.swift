/// Processes 32 frames of an SVF whose coefficients move in a straight line, in four lanes of eight consecutive frames.
///
/// The outputs of a lane are linear in its inputs and in the states at its start. All lanes compute side by side their
/// response to their inputs from zero states, and to a unit of each state. Only the states at the starts of the lanes are
/// then computed one after the other.
struct ParallelSVF {
  static var frames: Int { 32 }
  /// Whether this is faster, for one channel, than `SVFState.next(_:_:)` for each frame: 1.37 times as fast in a plug-in.
  @inline(__always) static var isFaster: Bool { SIMD4<Double>.fitsRegister }
  private typealias Matrix = (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)
  /// Frames of a lane.
  private static var length: Int { 8 }

  private var lanes: SVFLanes<SIMD4<Double>>
  private let slope: SVFCoefficients
  /// The states that the inputs leave from zero states, and those that a unit of `band` and a unit of `low` leave.
  private var driven = SVFState<SIMD4<Double>>()
  private var unitBand = SVFState<SIMD4<Double>>()
  private var unitLow = SVFState<SIMD4<Double>>()

  /// The outputs of one frame of every lane: for the inputs from zero states, and for a unit of each state.
  private struct Response {
    let driven, unitBand, unitLow: SIMD4<Double>

    @inline(__always)
    func output(_ states: SVFState<SIMD4<Double>>) -> SIMD4<Double> {
      driven.adding(unitBand, times: states.band).adding(unitLow, times: states.low)
    }
  }

  @inline(__always)
  private init(_ ramp: SVFRamp) {
    lanes = SVFLanes(ramp, offset: SIMD4(0, 8, 16, 24))
    slope = ramp.slope
  }

  /// Filters the frames of `ramp` of one channel. The output may be the buffer of the input.
  @inline(__always)
  static func run<Element: Sample>(
    _ ramp: SVFRamp, _ state: inout SVFState<Double>, _ input: UnsafePointer<Element>,
    _ output: UnsafeMutablePointer<Element>
  ) {
    let (x0, x1, x2, x3) = columns(input)
    let (x4, x5, x6, x7) = columns(input + 4)
    var svf = ParallelSVF(ramp)
    let r0 = svf.first(x0)
    let r1 = svf.next(x1)
    let r2 = svf.next(x2)
    let r3 = svf.next(x3)
    let r4 = svf.next(x4)
    let r5 = svf.next(x5)
    let r6 = svf.next(x6)
    let r7 = svf.next(x7)
    let states = svf.startStates(&state)
    store(r0.output(states), r1.output(states), r2.output(states), r3.output(states), output)
    store(r4.output(states), r5.output(states), r6.output(states), r7.output(states), output + 4)
  }

  /// The first frame of every lane.
  @inline(__always)
  private mutating func first(_ x: SIMD4<Double>) -> Response {
    driven = SVFState(band: lanes.frequency * x, low: lanes.leak * x)
    unitBand = SVFState(band: lanes.bandDecay, low: lanes.frequency)
    unitLow = SVFState(band: 0 - lanes.frequency, low: lanes.lowDecay)
    return Response(driven: lanes.inputGain * x, unitBand: lanes.bandGain, unitLow: lanes.lowGain)
  }

  @inline(__always)
  private mutating func next(_ x: SIMD4<Double>) -> Response {
    lanes.advance(by: slope)
    return Response(
      driven: driven.nextInFewerOperations(x, lanes), unitBand: unitBand.nextInFewerOperations(lanes),
      unitLow: unitLow.nextInFewerOperations(lanes))
  }

  /// The states at the start of every lane, from `state`, which becomes the state after the last lane.
  @inline(__always)
  private func startStates(_ state: inout SVFState<Double>) -> SVFState<SIMD4<Double>> {
    let first = state.pair
    let second = after(0, first)
    let third = after(1, second)
    let fourth = after(2, third)
    state = SVFState(after(3, fourth))
    return SVFState(
      band: SIMD4(first[0], second[0], third[0], fourth[0]), low: SIMD4(first[1], second[1], third[1], fourth[1]))
  }

  /// The states (band, low) after a lane, from those before it.
  @inline(__always)
  private func after(_ lane: Int, _ states: SIMD2<Double>) -> SIMD2<Double> {
    let withoutStates = SIMD2(driven.band[lane], driven.low[lane])
    let withBand = withoutStates.adding(
      SIMD2(unitBand.band[lane], unitBand.low[lane]), times: SIMD2(repeating: states[0]))
    return withBand + SIMD2(unitLow.band[lane], unitLow.low[lane]) * SIMD2(repeating: states[1])
  }

  /// Loads four frames of every lane, as one vector per frame.
  @inline(__always)
  private static func columns<Element: Sample>(_ input: UnsafePointer<Element>) -> Matrix {
    transposed(
      Element.load4(input), Element.load4(input + length), Element.load4(input + 2 * length),
      Element.load4(input + 3 * length))
  }

  /// Stores four frames of every lane, from one vector per frame.
  @inline(__always)
  private static func store<Element: Sample>(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>,
    _ output: UnsafeMutablePointer<Element>
  ) {
    let rows = transposed(a, b, c, d)
    Element.store4(rows.0, output)
    Element.store4(rows.1, output + length)
    Element.store4(rows.2, output + 2 * length)
    Element.store4(rows.3, output + 3 * length)
  }

  @inline(__always)
  private static func transposed(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>
  ) -> Matrix {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]), SIMD4(a[2], b[2], c[2], d[2]),
      SIMD4(a[3], b[3], c[3], d[3])
    )
  }
}

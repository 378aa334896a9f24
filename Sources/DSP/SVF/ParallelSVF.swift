/// A `Biquad` whose parameters move in a straight line, over 32 frames at once.
///
/// Each of four lanes has eight frames in a row. What a lane gives depends on its input and, in proportion, on the states
/// that it begins with. All lanes find their answers to a unit of either state, and to their input without any, side by
/// side; then the states are handed from lane to lane, and only that waits for what came before.
struct BiquadStretch {
  /// Frames in a stretch.
  static var frames: Int { 32 }
  /// Whether this is faster, in one channel, than frame by frame.
  @inline(__always) static var pays: Bool { SIMD4<Double>.isOneRegister }
  /// Frames of a lane.
  private static var length: Int { 8 }

  /// The parameters where the lanes stand, and how much they change a frame.
  private var lanes: BiquadLanes<SIMD4<Double>>
  private let slope: Biquad
  /// What the input leaves of silence, what is left of a unit of `band`, and of `low`.
  private var sound = LaneState(band: .zero, low: .zero)
  private var unitBand = LaneState(band: .zero, low: .zero)
  private var unitLow = LaneState(band: .zero, low: .zero)

  /// What one frame of every lane gives.
  private struct Answer {
    let sound: SIMD4<Double>
    let unitBand: SIMD4<Double>
    let unitLow: SIMD4<Double>

    @inline(__always)
    func output(_ band: SIMD4<Double>, _ low: SIMD4<Double>) -> SIMD4<Double> {
      fused(fused(sound, unitBand, band), unitLow, low)
    }
  }

  @inline(__always)
  private init(_ line: BiquadLine) {
    lanes = BiquadLanes(line, frames: SIMD4(0, 8, 16, 24))
    slope = line.slope
  }

  /// Filters the stretch `line` of one channel. The output may be the memory of the input.
  @inline(__always)
  static func run<Element: Sample>(
    _ line: BiquadLine, _ state: inout BiquadState, _ input: UnsafePointer<Element>,
    _ output: UnsafeMutablePointer<Element>
  ) {
    let (x0, x1, x2, x3) = columns(input)
    let (x4, x5, x6, x7) = columns(input + 4)
    var stretch = BiquadStretch(line)
    let a0 = stretch.first(x0)
    let a1 = stretch.next(x1)
    let a2 = stretch.next(x2)
    let a3 = stretch.next(x3)
    let a4 = stretch.next(x4)
    let a5 = stretch.next(x5)
    let a6 = stretch.next(x6)
    let a7 = stretch.next(x7)
    let (band, low) = stretch.pass(&state)
    store(a0.output(band, low), a1.output(band, low), a2.output(band, low), a3.output(band, low), output)
    store(a4.output(band, low), a5.output(band, low), a6.output(band, low), a7.output(band, low), output + 4)
  }

  /// The first frame of every lane.
  @inline(__always)
  private mutating func first(_ x: SIMD4<Double>) -> Answer {
    sound = LaneState(band: lanes.frequency * x, low: lanes.leak * x)
    unitBand = LaneState(band: lanes.keptBand, low: lanes.frequency)
    unitLow = LaneState(band: 0 - lanes.frequency, low: lanes.keptLow)
    return Answer(sound: lanes.direct * x, unitBand: lanes.bandGain, unitLow: lanes.lowGain)
  }

  @inline(__always)
  private mutating func next(_ x: SIMD4<Double>) -> Answer {
    lanes.advance(by: slope)
    return Answer(sound: sound.next(x, lanes), unitBand: unitBand.next(lanes), unitLow: unitLow.next(lanes))
  }

  /// Hands the states from lane to lane: those that each begins with.
  @inline(__always)
  private func pass(_ state: inout BiquadState) -> (band: SIMD4<Double>, low: SIMD4<Double>) {
    let first = SIMD2(state.band, state.low)
    let second = after(0, first)
    let third = after(1, second)
    let fourth = after(2, third)
    let last = after(3, fourth)
    state = BiquadState(band: last[0], low: last[1])
    return (SIMD4(first[0], second[0], third[0], fourth[0]), SIMD4(first[1], second[1], third[1], fourth[1]))
  }

  /// The states (band, low) after a lane, from those before it.
  @inline(__always)
  private func after(_ lane: Int, _ states: SIMD2<Double>) -> SIMD2<Double> {
    let left = SIMD2(sound.band[lane], sound.low[lane])
    let withBand = fused(left, SIMD2(unitBand.band[lane], unitBand.low[lane]), SIMD2(repeating: states[0]))
    return withBand + SIMD2(unitLow.band[lane], unitLow.low[lane]) * SIMD2(repeating: states[1])
  }

  /// Four frames of every lane, frame by frame.
  @inline(__always)
  private static func columns<Element: Sample>(
    _ input: UnsafePointer<Element>
  ) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    transposed(
      Element.load4(input), Element.load4(input + length), Element.load4(input + 2 * length),
      Element.load4(input + 3 * length))
  }

  /// Writes four frames of every lane, given frame by frame.
  @inline(__always)
  private static func store<Element: Sample>(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>,
    _ output: UnsafeMutablePointer<Element>
  ) {
    let (first, second, third, fourth) = transposed(a, b, c, d)
    Element.store4(first, output)
    Element.store4(second, output + length)
    Element.store4(third, output + 2 * length)
    Element.store4(fourth, output + 3 * length)
  }

  @inline(__always)
  private static func transposed(
    _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>
  ) -> (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    (
      SIMD4(a[0], b[0], c[0], d[0]), SIMD4(a[1], b[1], c[1], d[1]), SIMD4(a[2], b[2], c[2], d[2]),
      SIMD4(a[3], b[3], c[3], d[3])
    )
  }
}

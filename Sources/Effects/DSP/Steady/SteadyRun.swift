/// Filters frames of two channels with steady sections. The second half of the series is eight frames behind the first half, so that all
/// lanes compute at the same time, and few operations wait for each other.
struct SteadyRun<Stages: SteadyStages, Element: Sample> {
  private static var lag: Int { 8 }

  /// Successive frames of both channels.
  private struct Frames {
    var first = SIMD2<Double>.zero
    var second = SIMD2<Double>.zero
    var third = SIMD2<Double>.zero
    var fourth = SIMD2<Double>.zero

    /// Adds a frame and returns the first one.
    @inline(__always)
    mutating func shift(_ frame: SIMD2<Double>) -> SIMD2<Double> {
      let result = first
      (first, second, third, fourth) = (second, third, fourth, frame)
      return result
    }
  }

  private(set) var stages: Stages
  private let inputs: Inputs<Element>
  private let outputs: Outputs<Element>
  private let gain: SIMD2<Double>
  private let frames: Int
  /// The stages before the first frame.
  private let initial: Stages
  /// The outputs of the first half of the series that the second half has not processed.
  private var between = (Frames(), Frames())
  private var place = 0

  /// - Parameters:
  ///   - outputs: the buffers of the inputs, or others.
  ///   - gain: what the output of each channel is multiplied by.
  @inline(__always)
  init(_ stages: Stages, _ inputs: Inputs<Element>, _ outputs: Outputs<Element>, gain: SIMD2<Double>, frames: Int) {
    (self.stages, self.initial) = (stages, stages)
    (self.inputs, self.outputs, self.gain, self.frames) = (inputs, outputs, gain, frames)
  }

  /// Processes all frames.
  @inline(__always)
  mutating func process() {
    guard frames > 0 else { return }
    while place < min(Self.lag, frames) { advance(input) }
    if place &+ 8 <= frames {
      stages.setHighHalves(of: initial)
      repeat {
        between.0 = advanceByFour(between.0)
        between.1 = advanceByFour(between.1)
      } while place &+ 8 <= frames
    }
    while place < frames { advance(input) }
    let final = stages
    while place < frames &+ Self.lag { advance(.zero) }
    stages.setLowHalves(of: final)
  }

  private var input: SIMD2<Double> {
    @inline(__always) get { SIMD2(inputs.0[place].double, inputs.1[place].double) }
  }

  /// Processes one frame of both halves. In the first frames the second half has no input.
  @inline(__always)
  private mutating func advance(_ input: SIMD2<Double>) {
    if place == Self.lag { stages.setHighHalves(of: initial) }
    let result = stages.next(SIMD4(lowHalf: input, highHalf: between.0.first))
    _ = between.0.shift(between.1.shift(result.lowHalf))
    if place >= Self.lag {
      let output = gain * result.highHalf
      outputs.0[place &- Self.lag] = Element(output[0])
      outputs.1[place &- Self.lag] = Element(output[1])
    }
    place &+= 1
  }

  @inline(__always)
  private mutating func advanceByFour(_ between: Frames) -> Frames {
    let (l, r) = (Element.load4(inputs.0 + place), Element.load4(inputs.1 + place))
    // The samples of both channels, of the even frames and of the odd ones.
    let (even, odd) = (SIMD4(l[0], r[0], l[2], r[2]), SIMD4(l[1], r[1], l[3], r[3]))
    let a = stages.next(SIMD4(lowHalf: even.lowHalf, highHalf: between.first))
    let b = stages.next(SIMD4(lowHalf: odd.lowHalf, highHalf: between.second))
    let c = stages.next(SIMD4(lowHalf: even.highHalf, highHalf: between.third))
    let d = stages.next(SIMD4(lowHalf: odd.highHalf, highHalf: between.fourth))
    let (first, second) = (
      SIMD4(lowHalf: a.highHalf, highHalf: c.highHalf), SIMD4(lowHalf: b.highHalf, highHalf: d.highHalf)
    )
    let left = gain[0] * SIMD4(first[0], second[0], first[2], second[2])
    let right = gain[1] * SIMD4(first[1], second[1], first[3], second[3])
    Element.store4(left, outputs.0 + (place &- Self.lag))
    Element.store4(right, outputs.1 + (place &- Self.lag))
    place &+= 4
    return Frames(first: a.lowHalf, second: b.lowHalf, third: c.lowHalf, fourth: d.lowHalf)
  }
}

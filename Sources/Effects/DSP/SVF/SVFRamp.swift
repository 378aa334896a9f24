/// Frames in which the coefficients of an SVF move in a straight line.
struct SVFRamp {
  let start: SVFCoefficients
  /// The change of each coefficient per frame.
  let slope: SVFCoefficients
  let frames: Int

  /// - Parameter segment: of a smoother whose values are `SVFCoefficients.vector`s.
  @inline(__always)
  init(_ segment: Smoother.Segment) {
    start = SVFCoefficients(segment.start)
    slope = SVFCoefficients(segment.slope)
    frames = segment.frames
  }
}

/// SVF coefficients in the form that the recurrence uses, with one lane for each channel or group of frames.
struct SVFLanes<L: Lanes> {
  private(set) var frequency, leak, inputGain, bandGain, lowGain: L
  /// 1 - damping and 1 - leak: the parts of `band` and `low` that remain after a frame.
  private(set) var bandDecay, lowDecay: L

  /// The same steady coefficients in every lane.
  @inline(__always)
  init(_ coefficients: SVFCoefficients) {
    frequency = L(repeating: coefficients.frequency)
    bandDecay = L(repeating: 1 - coefficients.damping)
    lowDecay = L(repeating: 1 - coefficients.leak)
    leak = L(repeating: coefficients.leak)
    inputGain = L(repeating: coefficients.inputGain)
    bandGain = L(repeating: coefficients.bandGain)
    lowGain = L(repeating: coefficients.lowGain)
  }

  /// The coefficients of a ramp.
  ///
  /// - Parameter offset: the distance of each lane from the start of the ramp, in frames.
  @inline(__always)
  init(_ ramp: SVFRamp, offset: L) {
    self.init(ramp.start)
    advance(by: ramp.slope, times: offset)
  }

  /// Advances each lane by a number of frames.
  @inline(__always)
  mutating func advance(by slope: SVFCoefficients, times frames: L = L(repeating: 1)) {
    frequency = frequency.adding(L(repeating: slope.frequency), times: frames)
    bandDecay = bandDecay.adding(L(repeating: -slope.damping), times: frames)
    lowDecay = lowDecay.adding(L(repeating: -slope.leak), times: frames)
    leak = leak.adding(L(repeating: slope.leak), times: frames)
    inputGain = inputGain.adding(L(repeating: slope.inputGain), times: frames)
    bandGain = bandGain.adding(L(repeating: slope.bandGain), times: frames)
    lowGain = lowGain.adding(L(repeating: slope.lowGain), times: frames)
  }
}

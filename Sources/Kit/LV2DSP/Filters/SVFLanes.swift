/// SVF coefficients in the form that the recurrence uses, with one lane for each channel or group of frames.
package struct SVFLanes<L: Lanes> {
  package private(set) var frequency, leak, inputGain, bandGain, lowGain: L
  /// 1 - damping and 1 - leak: the parts of `band` and `low` that remain after a frame.
  package private(set) var bandDecay, lowDecay: L

  /// The same steady coefficients in every lane.
  @inline(__always)
  package init(_ coefficients: SVFCoefficients) {
    frequency = L(repeating: coefficients.frequency)
    bandDecay = L(repeating: 1 - coefficients.damping)
    lowDecay = L(repeating: 1 - coefficients.leak)
    leak = L(repeating: coefficients.leak)
    inputGain = L(repeating: coefficients.inputGain)
    bandGain = L(repeating: coefficients.bandGain)
    lowGain = L(repeating: coefficients.lowGain)
  }

  /// Advances each lane by a number of frames.
  @inline(__always)
  package mutating func advance(by slope: SVFCoefficients, times frames: L = L(repeating: 1)) {
    frequency = frequency.adding(L(repeating: slope.frequency), times: frames)
    bandDecay = bandDecay.adding(L(repeating: -slope.damping), times: frames)
    lowDecay = lowDecay.adding(L(repeating: -slope.leak), times: frames)
    leak = leak.adding(L(repeating: slope.leak), times: frames)
    inputGain = inputGain.adding(L(repeating: slope.inputGain), times: frames)
    bandGain = bandGain.adding(L(repeating: slope.bandGain), times: frames)
    lowGain = lowGain.adding(L(repeating: slope.lowGain), times: frames)
  }
}

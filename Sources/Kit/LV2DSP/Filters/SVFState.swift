/// The states of an SVF, and its recurrence, with one lane for each channel or group of frames.
package struct SVFState<L: Lanes & Sendable>: Sendable {
  package var band = L(repeating: 0)
  package var low = L(repeating: 0)

  @inline(__always) package init() {}

  @inline(__always)
  package init(band: L, low: L) {
    self.band = band
    self.low = low
  }

  /// Processes one frame and returns its output.
  ///
  /// In this order of operations each new state waits for two operations on the old ones, which is the minimum.
  @inline(__always)
  package mutating func next(_ input: L, _ c: SVFLanes<L>) -> L {
    let output = output(input, c)
    let (rise, fall) = (c.frequency * band, c.frequency * low)
    low = (c.leak * input).adding(c.lowDecay, times: low) + rise
    band = (c.frequency * input).adding(c.bandDecay, times: band) - fall
    return output
  }

  /// The same as `next(_:_:)` in an order with fewer operations, of which more wait for each other.
  ///
  /// It makes a moving filter 1.15 times as fast in a `ParallelSVF`, which has other work while an operation waits.
  @inline(__always)
  package mutating func nextInFewerOperations(_ input: L, _ c: SVFLanes<L>) -> L {
    let output = output(input, c)
    advance(input - low, c)
    return output
  }

  /// The same without input.
  @inline(__always)
  package mutating func nextInFewerOperations(_ c: SVFLanes<L>) -> L {
    let output = (c.lowGain * low).adding(c.bandGain, times: band)
    advance(-low, c)
    return output
  }

  @inline(__always)
  private func output(_ input: L, _ c: SVFLanes<L>) -> L {
    (c.inputGain * input).adding(c.lowGain, times: low).adding(c.bandGain, times: band)
  }

  /// - Parameter difference: the input minus `low`.
  @inline(__always)
  private mutating func advance(_ difference: L, _ c: SVFLanes<L>) {
    low = low.adding(c.leak, times: difference).adding(c.frequency, times: band)
    band = (c.bandDecay * band).adding(c.frequency, times: difference)
  }
}

extension SVFState<Double> {
  /// Sets the states to zero if both are silence.
  @inline(__always)
  package mutating func flush() {
    if abs(band) < Silence.threshold && abs(low) < Silence.threshold { self = SVFState() }
  }
}

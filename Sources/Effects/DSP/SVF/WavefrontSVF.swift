/// Up to `V.scalarCount` steady SVFs in series, one in each lane.
///
/// A lane is one frame behind the lane before it, so all lanes compute side by side. In blocks of 256 frames this is
/// faster than one `BlockSVF` after the other. The lanes without a filter have the identity.
struct WavefrontSVF<V: WavefrontVector> {
  private var frequency = V(repeating: 0)
  private var bandDecay = V(repeating: 1)
  private var leak = V(repeating: 0)
  private var inputGain = V(repeating: 1)
  private var bandGain = V(repeating: 0)
  private var lowGain = V(repeating: 0)
  private var (left, right) = (States(), States())
  private(set) var count = 0

  private struct States {
    var band = V(repeating: 0)
    var low = V(repeating: 0)
  }

  var isFull: Bool { count == V.scalarCount }

  /// Adds a filter behind the others.
  @inline(__always)
  mutating func append(_ c: SVFCoefficients, _ states: (SVFState<Double>, SVFState<Double>)) {
    frequency[count] = c.frequency
    bandDecay[count] = 1 - c.damping
    leak[count] = c.leak
    inputGain[count] = c.inputGain
    bandGain[count] = c.bandGain
    lowGain[count] = c.lowGain
    (left.band[count], left.low[count]) = (states.0.band, states.0.low)
    (right.band[count], right.low[count]) = (states.1.band, states.1.low)
    count += 1
  }

  /// The states of a filter.
  @inline(__always)
  func states(_ index: Int) -> (SVFState<Double>, SVFState<Double>) {
    (
      SVFState(band: left.band[index], low: left.low[index]), SVFState(band: right.band[index], low: right.low[index])
    )
  }

  /// Filters at least `V.scalarCount` frames in place.
  @inline(never)
  mutating func process(_ samples: Outputs<Double>, channels: Int, frames: Int) {
    if channels == 2 { processPair(samples, frames) } else { processSingle(samples.0, frames) }
  }

  private mutating func processPair(_ samples: Outputs<Double>, _ frames: Int) {
    let last = V.scalarCount &- 1
    start(samples, 2)
    var (x, y) = (outputs(samples.0, last &- 1), outputs(samples.1, last &- 1))
    var (a, b) = (left, right)
    var frame = last
    while frame < frames {
      x = next(x.shifted(in: samples.0[frame]), &a)
      y = next(y.shifted(in: samples.1[frame]), &b)
      samples.0[frame &- last] = x[last]
      samples.1[frame &- last] = y[last]
      frame &+= 1
    }
    (left, right) = (a, b)
    store(x, samples.0, frames)
    store(y, samples.1, frames)
    end(samples, 2, frames)
  }

  private mutating func processSingle(_ samples: UnsafeMutablePointer<Double>, _ frames: Int) {
    let last = V.scalarCount &- 1
    start((samples, samples), 1)
    var x = outputs(samples, last &- 1)
    var a = left
    var frame = last
    while frame < frames {
      x = next(x.shifted(in: samples[frame]), &a)
      samples[frame &- last] = x[last]
      frame &+= 1
    }
    left = a
    store(x, samples, frames)
    end((samples, samples), 1, frames)
  }

  /// Processes one frame in every lane. Only the last operation of the output waits for the input, which another lane computes.
  @inline(__always)
  private func next(_ input: V, _ states: inout States) -> V {
    let output = (bandGain * states.band).adding(lowGain, times: states.low).adding(inputGain, times: input)
    let difference = input - states.low
    states.low = states.low.adding(frequency, times: states.band).adding(leak, times: difference)
    states.band = (bandDecay * states.band).adding(frequency, times: difference)
    return output
  }

  // MARK: Ends

  // These functions do not change the coefficients. If they were not `mutating`, the compiler would pass a copy of `self`.

  /// Processes the frames of each lane before the first frame of the last lane.
  @inline(__always)
  private mutating func start(_ samples: Outputs<Double>, _ channels: Int) {
    for lane in 0..<V.scalarCount - 1 { step(lane, samples, channels, 0..<V.scalarCount - 1 - lane) }
  }

  /// Processes the frames that each lane is behind the first one.
  @inline(__always)
  private mutating func end(_ samples: Outputs<Double>, _ channels: Int, _ frames: Int) {
    for lane in 1..<V.scalarCount { step(lane, samples, channels, frames - lane..<frames) }
  }

  /// The last outputs of the lanes after `start`: the samples in descending order from `frame` on.
  @inline(__always)
  private func outputs(_ samples: UnsafeMutablePointer<Double>, _ frame: Int) -> V {
    var outputs = V(repeating: 0)
    for lane in 0...frame { outputs[lane] = samples[frame - lane] }
    return outputs
  }

  /// Stores the last outputs of the lanes.
  @inline(__always)
  private func store(_ outputs: V, _ samples: UnsafeMutablePointer<Double>, _ frames: Int) {
    for lane in 0..<V.scalarCount { samples[frames - 1 - lane] = outputs[lane] }
  }

  /// Processes frames of one lane in place, both channels side by side.
  @inline(never)
  private mutating func step(_ lane: Int, _ samples: Outputs<Double>, _ channels: Int, _ frames: Range<Int>) {
    guard lane < count else { return }
    func both(_ value: Double) -> SIMD2<Double> { SIMD2(repeating: value) }
    let (frequency, leak, decay) = (both(self.frequency[lane]), both(self.leak[lane]), both(bandDecay[lane]))
    let (inputGain, bandGain, lowGain) = (
      both(self.inputGain[lane]), both(self.bandGain[lane]), both(self.lowGain[lane])
    )
    var band = SIMD2(left.band[lane], right.band[lane])
    var low = SIMD2(left.low[lane], right.low[lane])
    for frame in frames {
      let input = SIMD2(samples.0[frame], samples.1[frame])
      let output = (bandGain * band).adding(lowGain, times: low).adding(inputGain, times: input)
      samples.0[frame] = output[0]
      if channels == 2 { samples.1[frame] = output[1] }
      let difference = input - low
      low = low.adding(frequency, times: band).adding(leak, times: difference)
      band = (decay * band).adding(frequency, times: difference)
    }
    (left.band[lane], left.low[lane]) = (band[0], low[0])
    if channels == 2 { (right.band[lane], right.low[lane]) = (band[1], low[1]) }
  }
}

/// A vector whose lanes are stages of a pipeline.
protocol WavefrontVector: Vector {
  /// Each lane moved to the next one, with `value` in the first.
  func shifted(in value: Double) -> Self
}

extension SIMD4<Double>: WavefrontVector {
  @inline(__always)
  func shifted(in value: Double) -> Self { SIMD4(value, self[0], self[1], self[2]) }
}

extension SIMD8<Double>: WavefrontVector {
  @inline(__always)
  func shifted(in value: Double) -> Self {
    SIMD8(value, self[0], self[1], self[2], self[3], self[4], self[5], self[6])
  }
}

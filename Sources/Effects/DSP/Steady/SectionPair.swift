/// Sections that pass frames of two channels on, some frames late.
protocol SteadyPipeline {
  /// By how many frames the output is late.
  static var lag: Int { get }

  /// Processes a frame and returns the output of an earlier one.
  mutating func next(_ input: SIMD2<Double>) -> SIMD2<Double>

  /// The same for a frame beside the first and the last one of `frames` frames: sections without a frame keep their states.
  mutating func next(_ input: SIMD2<Double>, at place: Int, of frames: Int) -> SIMD2<Double>
}

/// Two steady sections in series: the lanes are both channels of the first one and both channels of the second one, which is a frame behind.
struct SectionPair: SteadyPipeline {
  static var lag: Int { 1 }

  var first = SIMD4<Double>.zero
  var second = SIMD4<Double>.zero
  var near = SIMD4<Double>.zero
  var far = SIMD4<Double>.zero
  /// u[n-1] and u[n-2] of `DirectSection`.
  var last = SIMD4<Double>.zero
  var beforeLast = SIMD4<Double>.zero
  private var output = SIMD4<Double>.zero

  @inline(__always)
  mutating func next(_ input: SIMD2<Double>) -> SIMD2<Double> {
    let x = SIMD4(lowHalf: input, highHalf: output.lowHalf)
    let u = x.adding(second, times: beforeLast).adding(first, times: last)
    output = x.adding(far, times: beforeLast).adding(near, times: last)
    (beforeLast, last) = (last, u)
    return output.highHalf
  }

  @inline(__always)
  mutating func next(_ input: SIMD2<Double>, at place: Int, of frames: Int) -> SIMD2<Double> {
    let old = (last, beforeLast)
    let result = next(input)
    if place < 0 || place >= frames { (last.lowHalf, beforeLast.lowHalf) = (old.0.lowHalf, old.1.lowHalf) }
    if place < 1 || place > frames { (last.highHalf, beforeLast.highHalf) = (old.0.highHalf, old.1.highHalf) }
    return result
  }
}

extension SectionPair {
  /// Sets states to zero that are silence.
  mutating func flush(_ rounding: SIMD4<Double>) {
    (last, beforeLast) = (last.flushed(rounding), beforeLast.flushed(rounding))
  }
}

/// Two pipelines in series.
struct SteadySeries<First: SteadyPipeline, Second: SteadyPipeline>: SteadyPipeline {
  static var lag: Int { First.lag + Second.lag }

  var first: First
  var second: Second

  @inline(__always)
  mutating func next(_ input: SIMD2<Double>) -> SIMD2<Double> { second.next(first.next(input)) }

  @inline(__always)
  mutating func next(_ input: SIMD2<Double>, at place: Int, of frames: Int) -> SIMD2<Double> {
    second.next(first.next(input, at: place, of: frames), at: place - First.lag, of: frames)
  }
}

extension SteadyPipeline {
  /// Filters `frames` frames in place and multiplies them by `gain`.
  @inline(__always)
  mutating func process(_ samples: Outputs<Double>, _ gain: SIMD2<Double>, _ frames: Int) {
    let lag = Self.lag
    var place = 0
    // The frames before the last section has its first one.
    let start = min(lag, frames)
    while place < start {
      _ = next(SIMD2(samples.0[place], samples.1[place]), at: place, of: frames)
      place &+= 1
    }
    if frames > lag { place = processInside(samples, gain, frames) }
    while place < frames &+ lag {
      let input = place < frames ? SIMD2(samples.0[place], samples.1[place]) : SIMD2(0, 0)
      let result = next(input, at: place, of: frames) * gain
      if place >= lag { (samples.0[place &- lag], samples.1[place &- lag]) = (result[0], result[1]) }
      place &+= 1
    }
  }

  /// Processes the frames in which every section has one.
  @inline(__always)
  private mutating func processInside(_ samples: Outputs<Double>, _ gain: SIMD2<Double>, _ frames: Int) -> Int {
    let lag = Self.lag
    let (left, right) = (SIMD4(repeating: gain[0]), SIMD4(repeating: gain[1]))
    var place = lag
    while place &+ 4 <= frames {
      let (l, r) = (Double.load4(samples.0 + place), Double.load4(samples.1 + place))
      let a = next(SIMD2(l[0], r[0]))
      let b = next(SIMD2(l[1], r[1]))
      let c = next(SIMD2(l[2], r[2]))
      let d = next(SIMD2(l[3], r[3]))
      Double.store4(left * SIMD4(a[0], b[0], c[0], d[0]), samples.0 + (place &- lag))
      Double.store4(right * SIMD4(a[1], b[1], c[1], d[1]), samples.1 + (place &- lag))
      place &+= 4
    }
    while place < frames {
      let result = next(SIMD2(samples.0[place], samples.1[place])) * gain
      (samples.0[place &- lag], samples.1[place &- lag]) = (result[0], result[1])
      place &+= 1
    }
    return place
  }
}

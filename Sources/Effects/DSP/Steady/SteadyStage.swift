/// Steady sections of two channels: the lanes are both channels of a section, and both channels of another one in the second half of the
/// series.
protocol SteadyStages {
  /// Processes a frame of the first half of the series, and another frame of the second half.
  mutating func next(_ input: SIMD4<Double>) -> SIMD4<Double>
  mutating func setLowHalves(of other: Self)
  mutating func setHighHalves(of other: Self)
}

/// Two `DirectSection`s.
struct SteadyStage: SteadyStages {
  var first = SIMD4<Double>.zero
  var second = SIMD4<Double>.zero
  var near = SIMD4<Double>.zero
  var far = SIMD4<Double>.zero
  /// u[n-1] and u[n-2].
  var last = SIMD4<Double>.zero
  var beforeLast = SIMD4<Double>.zero

  @inline(__always)
  mutating func next(_ input: SIMD4<Double>) -> SIMD4<Double> {
    let u = input.adding(second, times: beforeLast).adding(first, times: last)
    let output = input.adding(far, times: beforeLast).adding(near, times: last)
    (beforeLast, last) = (last, u)
    return output
  }

  @inline(__always)
  mutating func setLowHalves(of other: SteadyStage) {
    (last.lowHalf, beforeLast.lowHalf) = (other.last.lowHalf, other.beforeLast.lowHalf)
  }

  @inline(__always)
  mutating func setHighHalves(of other: SteadyStage) {
    (last.highHalf, beforeLast.highHalf) = (other.last.highHalf, other.beforeLast.highHalf)
  }

  /// Sets states to zero that are silence.
  mutating func flush(_ rounding: SIMD4<Double>) {
    (last, beforeLast) = (last.flushed(rounding), beforeLast.flushed(rounding))
  }
}

/// Stages in series.
struct SteadySeries<First: SteadyStages, Second: SteadyStages>: SteadyStages {
  var first: First
  var second: Second

  @inline(__always)
  mutating func next(_ input: SIMD4<Double>) -> SIMD4<Double> { second.next(first.next(input)) }

  @inline(__always)
  mutating func setLowHalves(of other: Self) {
    first.setLowHalves(of: other.first)
    second.setLowHalves(of: other.second)
  }

  @inline(__always)
  mutating func setHighHalves(of other: Self) {
    first.setHighHalves(of: other.first)
    second.setHighHalves(of: other.second)
  }
}

/// One channel of a comb filter: its delay line, and the lowpass in its loop.
struct CombChannel {
  private var line: MirroredDelayLine
  private var lowpass = DampingFilter()

  init(delayLine: MirroredDelayLine) { line = delayLine }

  mutating func reset() {
    line.reset()
    lowpass = DampingFilter()
  }

  /// Filters at most `CombFilter.chunk` frames with steady parameters.
  ///
  /// `comb` is `inout`, although it does not change, so that calls for single frames pass its address and not a copy.
  @inline(never)
  mutating func run(
    _ comb: inout SteadyComb, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (nearest, reach) = (comb.delay.nearest, comb.delay.reach)
    line.prepare(nearest: nearest &- frames, farthest: reach)
    let position = line.position(history: reach)
    let fours = nearest >= 4 ? frames & ~3 : 0
    if fours > 0 {
      if comb.lowpass.isActive {
        runDamped(comb, input, position, output, fours)
      } else {
        runUndamped(comb, input, position, output, fours)
      }
    }
    if fours < frames { runSingly(&comb, input, position, output, fours..<frames) }
    lowpass.flush()
    line.commit(position, frames)
  }

  @inline(__always)
  private mutating func runDamped(
    _ comb: SteadyComb, _ input: UnsafePointer<Float>, _ position: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (lanes, delay) = (CombLanes(comb.parameters), comb.delay)
    var lowpass = self.lowpass
    forEachFour(frames) { frame in
      let echo = comb.lowpass.next4(delay.read4(at: position + frame), &lowpass)
      Self.mix4(echo, input + frame, position + frame, output + frame, lanes)
    }
    self.lowpass = lowpass
  }

  @inline(__always)
  private mutating func runUndamped(
    _ comb: SteadyComb, _ input: UnsafePointer<Float>, _ position: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (lanes, delay) = (CombLanes(comb.parameters), comb.delay)
    var echo = SIMD4<Double>.zero
    forEachFour(frames) { frame in
      echo = delay.read4(at: position + frame)
      Self.mix4(echo, input + frame, position + frame, output + frame, lanes)
    }
    lowpass.value = echo[3]
  }

  @inline(never)
  private mutating func runSingly(
    _ comb: inout SteadyComb, _ input: UnsafePointer<Float>, _ position: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    for frame in frames {
      output[frame] = next(comb.parameters, comb.delay.read(at: position + frame), input[frame], position + frame)
    }
  }

  /// Filters the frames of `ramp`, whose parameters move away from those of `steady`.
  ///
  /// Each pass covers as many frames as do not depend on each other. It stores the delayed values at the positions of
  /// the frames, and replaces them by the new content of the delay line.
  @inline(never)
  mutating func run(
    _ ramp: CombRamp, _ steady: inout SteadyComb, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let delays = ramp.delays
    let nearest = Int(delays.shortest) - FractionalDelay.taps / 2
    let reach = Int(delays.longest) + FractionalDelay.taps
    line.prepare(nearest: nearest - ramp.frames, farthest: reach)
    let position = line.position(history: reach)
    var (lanes, frame) = (ramp.start, 0)
    while nearest >= 4, frame &+ 4 <= ramp.frames {
      let count = min(nearest, ramp.frames &- frame) & ~3
      read(ramp, lanes.delay, steady, position + frame, count)
      damp(ramp, lanes.lowpassCoefficient, steady, position + frame, count)
      Self.mix(ramp, lanes, input + frame, position + frame, output + frame, count)
      lanes.advance(by: ramp.step, times: 0.25 * Double(count))
      frame &+= count
    }
    while frame < ramp.frames {
      let echo = FractionalDelay(lanes.delay[0]).read(at: position + frame)
      output[frame] = next(lanes.first, echo, input[frame], position + frame)
      lanes.advance(by: ramp.step, times: 0.25)
      frame += 1
    }
    lowpass.flush()
    line.commit(position, ramp.frames)
  }

  /// Stores the delayed values of `count` frames, a multiple of four, at their positions.
  @inline(__always)
  private func read(
    _ ramp: CombRamp, _ delays: SIMD4<Double>, _ steady: SteadyComb, _ position: UnsafeMutablePointer<Double>,
    _ count: Int
  ) {
    if ramp.hasDelay(of: steady) {
      let delay = steady.delay
      forEachFour(count) { Double.store4(delay.read4(at: position + $0), position + $0) }
    } else if DelayRamp.isFaster && abs(ramp.step.delay[0]) <= DelayRamp.steepest {
      var delay = DelayRamp(delays, step: ramp.step.delay)
      forEachFour(count) { Double.store4(delay.read4(at: position + $0), position + $0) }
    } else {
      var delays = delays
      forEachFour(count) { frame in
        Double.store4(FractionalDelay.read4(at: position + frame, delays), position + frame)
        delays += ramp.step.delay
      }
    }
  }

  /// Applies the lowpass to the delayed values.
  @inline(__always)
  private mutating func damp(
    _ ramp: CombRamp, _ coefficient: SIMD4<Double>, _ steady: SteadyComb, _ echoes: UnsafeMutablePointer<Double>,
    _ count: Int
  ) {
    let (block, isSteady) = (steady.lowpass, ramp.hasLowpass(of: steady))
    guard block.isActive || !isSteady else {
      lowpass.value = echoes[count - 1]
      return
    }
    var (lowpass, coefficient) = (self.lowpass, coefficient)
    forEachFour(count) { frame in
      let echo = Double.load4(echoes + frame)
      Double.store4(isSteady ? block.next4(echo, &lowpass) : lowpass.next4(echo, coefficient), echoes + frame)
      coefficient += ramp.step.lowpassCoefficient
    }
    self.lowpass = lowpass
  }

  /// Computes the output, and replaces the damped echoes by the new content of the delay line.
  @inline(__always)
  private static func mix(
    _ ramp: CombRamp, _ lanes: CombLanes, _ input: UnsafePointer<Float>, _ echoes: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var lanes = lanes
    forEachFour(count) { frame in
      mix4(Double.load4(echoes + frame), input + frame, echoes + frame, output + frame, lanes)
      lanes.advance(by: ramp.step, times: 1)
    }
  }

  /// Computes the output of four frames, and their content of the delay line at `position`.
  @inline(__always)
  private static func mix4(
    _ echo: SIMD4<Double>, _ input: UnsafePointer<Float>, _ position: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ lanes: CombLanes
  ) {
    let (x, echo) = (Float.load4(input), echo.flushed)
    Float.store4((lanes.inputGain * x).adding(echo, times: lanes.echoGain), output)
    Double.store4(x.adding(echo, times: lanes.feedback), position)
  }

  /// Processes one frame: returns the output, and stores the content of the delay line at `position`.
  @inline(__always)
  private mutating func next(
    _ parameters: CombFilter.Parameters, _ delayed: Double, _ input: Float, _ position: UnsafeMutablePointer<Double>
  ) -> Float {
    let x = Double(input)
    let echo = lowpass.next(delayed, parameters.lowpassCoefficient).flushed
    position.pointee = x.adding(parameters.feedback, times: echo)
    return Float((parameters.inputGain * x).adding(parameters.echoGain, times: echo))
  }
}

/// Calls `body` with 0, 4, 8 ... up to `count`, which is a multiple of four and above 0.
@inline(__always)
private func forEachFour(_ count: Int, _ body: (Int) -> Void) {
  var frame = 0
  repeat {
    body(frame)
    frame &+= 4
  } while frame < count
}

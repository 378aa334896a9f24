/// One channel of a comb: its delay line, and the lowpass in its loop.
struct CombChannel {
  private var line: DelayLine
  private var lowpass = LoopLowpass()

  init(line: DelayLine) { self.line = line }

  mutating func reset() {
    line.reset()
    lowpass = LoopLowpass()
  }

  /// Settings that stand still, for at most `CombKernel.stretch` frames.
  @inline(__always)
  mutating func run(
    _ comb: StillComb, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (settings, weights) = (comb.settings, comb.weights)
    line.prepare(nearest: weights.nearest - frames, farthest: weights.reach)
    let now = line.now(weights.reach)
    var frame = 0
    if weights.nearest >= 4 {
      let fours = frames & ~3
      let (feedback, direct, echo) = (
        SIMD4(repeating: settings.feedback), SIMD4(repeating: settings.direct), SIMD4(repeating: settings.echo)
      )
      if comb.lowpass.damps {
        var local = lowpass
        while frame < fours {
          let past = comb.lowpass.next4(weights.read4(now + frame), &local)
          Self.next4(past, input + frame, now + frame, output + frame, feedback, direct, echo)
          frame &+= 4
        }
        lowpass = local
      } else {
        var past = SIMD4(repeating: lowpass.value)
        while frame < fours {
          past = weights.read4(now + frame)
          Self.next4(past, input + frame, now + frame, output + frame, feedback, direct, echo)
          frame &+= 4
        }
        lowpass.follow(past[3])
      }
    }
    while frame < frames {
      output[frame] = next(settings, weights.read(now + frame), input[frame], now + frame)
      frame += 1
    }
    lowpass.settle()
    line.commit(now, frames)
  }

  /// Settings that move in a straight line, since they were those of `still`.
  @inline(never)
  mutating func run(
    _ comb: CombLine, _ still: StillComb, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let delays = comb.delays
    let nearest = Int(delays.shortest) - Interpolator.taps / 2
    let reach = Int(delays.longest) + Interpolator.taps
    line.prepare(nearest: nearest - comb.frames, farthest: reach)
    let now = line.now(reach)
    var (lanes, lowpass, frame) = (comb.start, self.lowpass, 0)
    let (hasDelay, hasLowpass) = (comb.hasDelay(of: still), comb.hasLowpass(of: still))
    let (weights, damping) = (still.weights, still.lowpass)
    while nearest >= 4, frame &+ 4 <= comb.frames {
      var past = hasDelay ? weights.read4(now + frame) : Interpolator.read4(now + frame, lanes.delay)
      if !hasLowpass {
        past = lowpass.next4(past, lanes.openness)
      } else if damping.damps {
        past = damping.next4(past, &lowpass)
      } else {
        lowpass.follow(past[3])
      }
      Self.next4(past, input + frame, now + frame, output + frame, lanes.feedback, lanes.direct, lanes.echo)
      lanes.advance(by: comb.step)
      frame &+= 4
    }
    self.lowpass = lowpass
    while frame < comb.frames {
      let past = Interpolator.weights(lanes.delay[0]).read(now + frame)
      output[frame] = next(CombSettings(lanes), past, input[frame], now + frame)
      lanes.advance(by: comb.step, times: 0.25)
      frame += 1
    }
    self.lowpass.settle()
    line.commit(now, comb.frames)
  }

  /// Four frames: `past` is what the line gives, damped, and `place` where the loop's sums go.
  @inline(__always)
  private static func next4(
    _ past: SIMD4<Double>, _ input: UnsafePointer<Float>, _ place: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ feedback: SIMD4<Double>, _ direct: SIMD4<Double>, _ echo: SIMD4<Double>
  ) {
    let (x, heard) = (Float.load4(input), past.heard)
    Float.store4(fused(direct * x, heard, echo), output)
    Double.store4(fused(x, heard, feedback), place)
  }

  /// One frame: `past` is what the line gives, `place` where the loop's sum goes.
  @inline(__always)
  private mutating func next(
    _ settings: CombSettings, _ past: Double, _ input: Float, _ place: UnsafeMutablePointer<Double>
  ) -> Float {
    let x = Double(input)
    let heard = lowpass.next(past, settings.openness).heard
    place.pointee = fused(x, settings.feedback, heard)
    return Float(fused(settings.direct * x, settings.echo, heard))
  }
}

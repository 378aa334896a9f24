/// One channel of a comb: its delay line, and the lowpass in its loop.
struct CombChannel {
  private var line: DelayLine
  private var lowpass = LoopLowpass()

  init(line: DelayLine) { self.line = line }

  mutating func reset() {
    line.reset()
    lowpass = LoopLowpass()
  }

  /// Settings that stand still, for at most `CombKernel.stretch` frames. They are `inout`, though nothing changes them, so
  /// that what is called where frames are left over takes their address and not a copy.
  @inline(never)
  mutating func run(
    _ comb: inout StillComb, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (nearest, reach) = (comb.weights.nearest, comb.weights.reach)
    line.prepare(nearest: nearest &- frames, farthest: reach)
    let now = line.now(reach)
    let fours = nearest >= 4 ? frames & ~3 : 0
    if fours > 0 {
      if comb.lowpass.damps {
        runDamped(comb, input, now, output, fours)
      } else {
        runUndamped(comb, input, now, output, fours)
      }
    }
    if fours < frames { runSingly(&comb, input, now, output, fours..<frames) }
    lowpass.settle()
    line.commit(now, frames)
  }

  @inline(__always)
  private mutating func runDamped(
    _ comb: StillComb, _ input: UnsafePointer<Float>, _ now: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (levels, weights) = (CombLevels(comb.settings), comb.weights)
    var (lowpass, frame) = (self.lowpass, 0)
    repeat {
      let past = comb.lowpass.next4(weights.read4(now + frame), &lowpass)
      Self.next4(past, input + frame, now + frame, output + frame, levels)
      frame &+= 4
    } while frame < frames
    self.lowpass = lowpass
  }

  @inline(__always)
  private mutating func runUndamped(
    _ comb: StillComb, _ input: UnsafePointer<Float>, _ now: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let (levels, weights) = (CombLevels(comb.settings), comb.weights)
    var (past, frame) = (SIMD4<Double>.zero, 0)
    repeat {
      past = weights.read4(now + frame)
      Self.next4(past, input + frame, now + frame, output + frame, levels)
      frame &+= 4
    } while frame < frames
    lowpass.follow(past[3])
  }

  @inline(never)
  private mutating func runSingly(
    _ comb: inout StillComb, _ input: UnsafePointer<Float>, _ now: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Range<Int>
  ) {
    for frame in frames {
      output[frame] = next(comb.settings, comb.weights.read(now + frame), input[frame], now + frame)
    }
  }

  /// Settings that move in a straight line, since they were those of `still`.
  ///
  /// As many frames at once as read nothing that they write: what the line gives waits where the loop's sums go.
  @inline(never)
  mutating func run(
    _ comb: CombLine, _ still: inout StillComb, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let delays = comb.delays
    let nearest = Int(delays.shortest) - Interpolator.taps / 2
    let reach = Int(delays.longest) + Interpolator.taps
    line.prepare(nearest: nearest - comb.frames, farthest: reach)
    let now = line.now(reach)
    var (lanes, frame) = (comb.start, 0)
    while nearest >= 4, frame &+ 4 <= comb.frames {
      let count = min(nearest, comb.frames &- frame) & ~3
      read(comb, lanes.delay, still, now + frame, count)
      damp(comb, lanes.openness, still, now + frame, count)
      Self.mix(comb, lanes.levels, input + frame, now + frame, output + frame, count)
      lanes.advance(by: comb.step, times: 0.25 * Double(count))
      frame &+= count
    }
    while frame < comb.frames {
      let past = Interpolator.weights(lanes.delay[0]).read(now + frame)
      output[frame] = next(CombSettings(lanes), past, input[frame], now + frame)
      lanes.advance(by: comb.step, times: 0.25)
      frame += 1
    }
    lowpass.settle()
    line.commit(now, comb.frames)
  }

  /// What the line gives, for `count` frames, a multiple of four.
  @inline(__always)
  private func read(
    _ comb: CombLine, _ delays: SIMD4<Double>, _ still: StillComb, _ now: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    var frame = 0
    if comb.hasDelay(of: still) {
      let weights = still.weights
      repeat {
        Double.store4(weights.read4(now + frame), now + frame)
        frame &+= 4
      } while frame < count
    } else if DriftingTaps.pays && abs(comb.step.delay[0]) <= DriftingTaps.limit {
      var taps = DriftingTaps(delays, step: comb.step.delay)
      repeat {
        Double.store4(taps.read4(now + frame), now + frame)
        frame &+= 4
      } while frame < count
    } else {
      var delays = delays
      repeat {
        Double.store4(Interpolator.read4(now + frame, delays), now + frame)
        delays += comb.step.delay
        frame &+= 4
      } while frame < count
    }
  }

  /// The loop's lowpass.
  @inline(__always)
  private mutating func damp(
    _ comb: CombLine, _ openness: SIMD4<Double>, _ still: StillComb, _ pasts: UnsafeMutablePointer<Double>, _ count: Int
  ) {
    let (damping, hasLowpass) = (still.lowpass, comb.hasLowpass(of: still))
    guard damping.damps || !hasLowpass else { return lowpass.follow(pasts[count - 1]) }
    var (lowpass, openness, frame) = (self.lowpass, openness, 0)
    repeat {
      let past = Double.load4(pasts + frame)
      Double.store4(hasLowpass ? damping.next4(past, &lowpass) : lowpass.next4(past, openness), pasts + frame)
      openness += comb.step.openness
      frame &+= 4
    } while frame < count
    self.lowpass = lowpass
  }

  /// The output, and the loop's sums in place of what the line gave.
  @inline(__always)
  private static func mix(
    _ comb: CombLine, _ levels: CombLevels, _ input: UnsafePointer<Float>, _ pasts: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var (levels, frame) = (levels, 0)
    repeat {
      next4(Double.load4(pasts + frame), input + frame, pasts + frame, output + frame, levels)
      levels.advance(by: comb.step.levels, times: 1)
      frame &+= 4
    } while frame < count
  }

  /// Four frames: `past` is what the line gives, damped, and `place` where the loop's sums go.
  @inline(__always)
  private static func next4(
    _ past: SIMD4<Double>, _ input: UnsafePointer<Float>, _ place: UnsafeMutablePointer<Double>,
    _ output: UnsafeMutablePointer<Float>, _ levels: CombLevels
  ) {
    let (x, heard) = (Float.load4(input), past.heard)
    Float.store4(fused(levels.direct * x, heard, levels.echo), output)
    Double.store4(fused(x, heard, levels.feedback), place)
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

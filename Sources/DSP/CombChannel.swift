/// One channel of a comb: its delay line, and the lowpass in its loop.
struct CombChannel {
  private var line: DelayLine
  private var lowpass = 0.0

  /// Added to and taken from every sample that goes round the loop, so that what is below 1e-34, -680 dB, becomes zero
  /// before it becomes subnormal.
  private static var grain: Double { 1e-18 }

  init(line: DelayLine) { self.line = line }

  mutating func reset() {
    line.reset()
    lowpass = 0
  }

  /// Settings that stand still, for at most `CombKernel.stretch` frames.
  @inline(__always)
  mutating func run(
    _ settings: CombSettings, _ weights: Interpolator.Weights, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    guard line.hasSound(nearest: weights.nearest - frames, farthest: weights.reach) else {
      return runSilent(Glide.Line(start: settings.vector, slope: .zero, frames: frames), input, output)
    }
    let now = line.now(weights.reach)
    var frame = 0
    if weights.nearest >= 4 {
      while frame + 4 <= frames {
        next4(settings, weights.read4(now + frame), input + frame, now + frame, output + frame)
        frame += 4
      }
    }
    while frame < frames {
      output[frame] = next(settings, weights.read(now + frame), input[frame], now + frame)
      frame += 1
    }
    line.commit(now, frames)
  }

  /// Settings that move in a straight line.
  @inline(__always)
  mutating func run(
    _ settings: Glide.Line, _ interpolator: Interpolator, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let first = CombSettings(settings.start)
    let last = CombSettings(settings.start + settings.slope * Double(settings.frames))
    let nearest = Int(min(first.delay, last.delay)) - Interpolator.taps - settings.frames
    let reach = Int(max(first.delay, last.delay)) + Interpolator.taps
    guard line.hasSound(nearest: nearest, farthest: reach) else {
      return runSilent(settings, input, output)
    }
    let now = line.now(reach)
    var values = first
    let slope = CombSettings(settings.slope)
    for frame in 0..<settings.frames {
      let past = interpolator.weights(values.delay).read(now + frame)
      output[frame] = next(values, past, input[frame], now + frame)
      values.advance(by: slope)
    }
    line.commit(now, settings.frames)
  }

  /// Settings that move in a straight line, or stand still, while the line has nothing to give.
  private mutating func runSilent(
    _ settings: Glide.Line, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
  ) {
    let now = line.now(0)
    var values = CombSettings(settings.start)
    let slope = CombSettings(settings.slope)
    for frame in 0..<settings.frames {
      output[frame] = next(values, 0, input[frame], now + frame)
      values.advance(by: slope)
    }
    line.commit(now, settings.frames)
  }

  /// Four frames: `past` is what the line gives, `place` where the loop's sums go.
  @inline(__always)
  private mutating func next4(
    _ settings: CombSettings, _ past: SIMD4<Double>, _ input: UnsafePointer<Float>,
    _ place: UnsafeMutablePointer<Double>, _ output: UnsafeMutablePointer<Float>
  ) {
    guard settings.openness == 1 else {
      for lane in 0..<4 { output[lane] = next(settings, past[lane], input[lane], place + lane) }
      return
    }
    let x = Float.load4(input)
    let sum = (fused(x, past, SIMD4(repeating: settings.feedback)) + Self.grain) - Self.grain
    Double.store4(sum, place)
    let comb = fused(sum, past, SIMD4(repeating: settings.feedforward))
    Float.store4(fused(x * settings.dry, comb, SIMD4(repeating: settings.wet)), output)
    lowpass = past[3]
  }

  /// One frame: `past` is what the line gives, `place` where the loop's sum goes.
  @inline(__always)
  private mutating func next(
    _ settings: CombSettings, _ past: Double, _ input: Float, _ place: UnsafeMutablePointer<Double>
  ) -> Float {
    let x = Double(input)
    lowpass = fused(settings.openness * past, 1 - settings.openness, lowpass)
    let sum = (fused(x, settings.feedback, lowpass) + Self.grain) - Self.grain
    place.pointee = sum
    return Float(fused(settings.dry * x, settings.wet, fused(sum, settings.feedforward, lowpass)))
  }
}

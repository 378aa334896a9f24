extension SmoothedSVF {
  /// Filters `frames` frames in place with coefficients that follow a curve, in addition to their own movement.
  ///
  /// - Parameters:
  ///   - curve: what the positions add to the coefficients.
  ///   - motion: the grid of the positions.
  ///   - positions: those of the points of the grid in these frames.
  ///   - isAtRest: whether all of them are 0.
  ///   - start: frames since the last point of the grid.
  @inline(never)
  mutating func process(
    _ samples: Outputs<Double>, channels: Int, frames: Int, _ curve: inout MovingGainCurve, _ motion: inout GainMotion,
    _ positions: borrowing InlineArray<65, Double>, isAtRest: Bool, phase start: Int
  ) {
    if isAtRest && smoother.isSteady && curve.isSteady && motion.isZero {
      let inputs = (UnsafePointer(samples.0), UnsafePointer(samples.1))
      return process(inputs, samples, channels: channels, frames: frames)
    }
    var (frame, point, phase) = (0, 0, start)
    while frame < frames {
      if phase == 0 {
        motion.begin(curve.next(positions[point]))
        point += 1
      }
      let wasSteady = smoother.isSteady
      let limit = min(frames - frame, motion.stride - phase)
      let own =
        wasSteady
        ? Smoother.Segment(start: smoother.target, slope: .zero, frames: limit) : smoother.advance(limit)
      if wasSteady { smoother.skip(limit) }
      let ramp = SVFRamp(motion.segment(own, phase: phase))
      let part = (samples.0 + frame, samples.1 + frame)
      let input = (UnsafePointer(part.0), UnsafePointer(part.1))
      if channels == 2 {
        Self.run(ramp, &states, input, part)
      } else {
        Self.run(ramp, &states.0, input.0, part.0)
      }
      if !wasSteady && smoother.isSteady { steady = BlockSVF(target) }
      phase = (phase &+ own.frames) & (motion.stride &- 1)
      frame += own.frames
    }
    states.0.flush()
    states.1.flush()
  }
}

/// The straight lines between the points of the grid of a `GainCurve`.
struct GainMotion {
  let stride: Int
  private let perFrame: Double
  private var start = SIMD8<Double>.zero
  private var end = SIMD8<Double>.zero

  /// - Parameter stride: frames between two points of the grid, a power of two.
  init(stride: Int) {
    self.stride = stride
    perFrame = 1 / Double(stride)
  }

  /// Whether the values are zero until the next point of the grid.
  var isZero: Bool { start == .zero && end == .zero }

  /// Sets the values to zero.
  mutating func reset() { (start, end) = (.zero, .zero) }

  /// Begins a line to the values at the next point of the grid.
  @inline(__always) mutating func begin(_ values: SIMD8<Double>) { (start, end) = (end, values) }

  /// The sum of other lines and these, from `phase` frames after a point of the grid on, until the next one at most.
  @inline(__always)
  func segment(_ other: Smoother.Segment, phase: Int) -> Smoother.Segment {
    let slope = (end - start) * perFrame
    return Smoother.Segment(
      start: other.start + start.adding(slope, times: SIMD8(repeating: Double(phase))), slope: other.slope + slope,
      frames: other.frames)
  }
}

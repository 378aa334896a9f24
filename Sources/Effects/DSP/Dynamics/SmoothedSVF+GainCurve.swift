extension SmoothedSVF {
  /// Filters `frames` frames in place with coefficients that follow a curve, in addition to their own movement.
  ///
  /// - Parameters:
  ///   - curve: what the positions add to the coefficients.
  ///   - motion: the grid of the positions.
  ///   - positions: those of all bands.
  ///   - band: the index of the band.
  @inline(never)
  mutating func process(
    _ samples: Outputs<Double>, channels: Int, frames: Int, _ curve: inout MovingGainCurve, _ motion: inout GainMotion,
    _ positions: BandPositions, _ band: Int
  ) {
    var frame = 0
    var place = GridPlace(positions.phase, delay: DynamicGroup.delay(band), stride: motion.stride)
    while frame < frames {
      if place.phase == 0 {
        motion.begin(curve.next(positions.points[place.point][band]))
        place.point += 1
      }
      let wasSteady = smoother.isSteady
      let limit = min(frames - frame, motion.stride - place.phase)
      let own =
        wasSteady
        ? Smoother.Segment(start: smoother.target, slope: .zero, frames: limit) : smoother.advance(limit)
      if wasSteady { smoother.skip(limit) }
      let ramp = SVFRamp(motion.segment(own, phase: place.phase))
      let part = (samples.0 + frame, samples.1 + frame)
      let input = (UnsafePointer(part.0), UnsafePointer(part.1))
      if channels == 2 {
        Self.run(ramp, &states, input, part)
      } else {
        Self.run(ramp, &states.0, input.0, part.0)
      }
      if !wasSteady && smoother.isSteady { steady = BlockSVF(target) }
      place.phase = (place.phase &+ own.frames) & (motion.stride &- 1)
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
  var start = SIMD8<Double>.zero
  var end = SIMD8<Double>.zero

  /// - Parameter stride: frames between two points of the grid, a power of two.
  init(stride: Int) {
    self.stride = stride
    perFrame = 1 / Double(stride)
  }

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

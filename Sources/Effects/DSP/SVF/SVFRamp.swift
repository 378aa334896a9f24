/// Frames in which the coefficients of an SVF move in a straight line.
struct SVFRamp {
  let start: SVFCoefficients
  /// The change of each coefficient per frame.
  let slope: SVFCoefficients
  let frames: Int

  /// - Parameter segment: of a smoother whose values are `SVFCoefficients.vector`s.
  @inline(__always)
  init(_ segment: Smoother.Segment) {
    start = SVFCoefficients(segment.start)
    slope = SVFCoefficients(segment.slope)
    frames = segment.frames
  }
}

extension SVFLanes {
  /// The coefficients of a ramp.
  ///
  /// - Parameter offset: the distance of each lane from the start of the ramp, in frames.
  @inline(__always)
  init(_ ramp: SVFRamp, offset: L) {
    self.init(ramp.start)
    advance(by: ramp.slope, times: offset)
  }
}

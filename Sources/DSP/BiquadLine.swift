/// A stretch of time in which the parameters of a `Biquad` move in a straight line.
struct BiquadLine {
  let start: Biquad
  /// How much each parameter changes a frame.
  let slope: Biquad
  let frames: Int

  /// The stretch of a glide whose values are `Biquad.vector`s.
  @inline(__always)
  init(_ line: Glide.Line) {
    start = Biquad(line.start)
    slope = Biquad(line.slope)
    frames = line.frames
  }
}

/// A stretch of time in which the parameters of a `Biquad` move in a straight line.
struct BiquadLine {
  let start: Biquad
  /// How much each parameter changes a frame.
  let slope: Biquad
  let frames: Int

  /// The stretch of a glide whose values are `Biquad.vector`s, with both ends `stabilised`.
  @inline(__always)
  init(_ line: Glide.Line) {
    let first = Biquad(line.start).stabilised
    let last = Biquad(line.start + line.slope * Double(line.frames)).stabilised
    start = first
    var slope = Biquad(line.slope)
    slope.damping = (last.damping - first.damping) / Double(line.frames)
    self.slope = slope
    frames = line.frames
  }
}

extension Biquad {
  /// Moves each parameter by its change in one frame.
  @inline(__always)
  mutating func advance(by slope: Biquad) {
    frequency += slope.frequency
    damping += slope.damping
    direct += slope.direct
    bandGain += slope.bandGain
    lowGain += slope.lowGain
  }
}

/// A stretch of time in which the settings of a comb move in a straight line.
struct CombLine {
  /// The settings in the first four frames.
  let start: CombLanes
  /// How much they change in four frames.
  let step: CombLanes
  let frames: Int

  /// The stretch of a glide whose values are `CombSettings.vector`s.
  @inline(__always)
  init(_ line: Glide.Line) {
    start = CombLanes(line.start, slope: line.slope, frames: SIMD4(0, 1, 2, 3))
    step = CombLanes(.zero, slope: line.slope, frames: SIMD4(repeating: 4))
    frames = line.frames
  }

  /// The shortest and the longest delay.
  @inline(__always)
  var delays: (shortest: Double, longest: Double) {
    let first = start.delay[0]
    let last = first + step.delay[0] * (0.25 * Double(frames))
    return (min(first, last), max(first, last))
  }

  /// Whether the delay is that of `still` in every frame.
  @inline(__always)
  func hasDelay(of still: StillComb) -> Bool { step.delay[0] == 0 && start.delay[0] == still.settings.delay }

  /// Whether the loop's lowpass is.
  @inline(__always)
  func hasLowpass(of still: StillComb) -> Bool {
    step.openness[0] == 0 && start.openness[0] == still.settings.openness
  }
}

/// A comb at work: its glide to new settings, and its memory in up to two channels.
public struct CombKernel {
  /// Frames that one stretch of work takes at most.
  public static var stretch: Int { 1024 }

  private var glide: Glide
  /// What to do while nothing moves.
  private var still: StillComb
  private var channels: (CombChannel, CombChannel)

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - lines: one for each channel.
  public init(rate: Double, lines: (DelayLine, DelayLine)) {
    glide = Glide(rate: rate)
    let identity = CombSettings(delay: Interpolator.shortest, feedback: 0, openness: 1, direct: 1, echo: 0)
    glide.jump(to: identity.vector)
    still = StillComb(identity)
    channels = (CombChannel(line: lines.0), CombChannel(line: lines.1))
  }

  /// How many samples a line must hold for the longest delay, in frames.
  public static func capacity(longest: Double) -> Int {
    Int(longest.rounded(.up)) + stretch + 2 * Interpolator.taps
  }

  /// Forgets all sound, in no time, and ends the glide.
  public mutating func reset() {
    channels.0.reset()
    channels.1.reset()
    jump(to: CombSettings(glide.target))
  }

  /// Glides to `settings`, or takes them at once.
  public mutating func head(for settings: CombSettings, atOnce: Bool) {
    if atOnce { jump(to: settings) } else { glide.head(for: settings.vector) }
  }

  private mutating func jump(to settings: CombSettings) {
    glide.jump(to: settings.vector)
    still = StillComb(settings)
  }

  /// Filters `frames` frames of `count` channels, 1 or 2. Every output may be the memory of the same channel's input.
  @inline(__always)
  public mutating func process(
    _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), channels count: Int, frames: Int
  ) {
    var start = 0
    while start < frames {
      if glide.isSettled {
        let rest = min(frames &- start, Self.stretch)
        channels.0.run(&still, inputs.0 + start, outputs.0 + start, rest)
        if count == 2 { channels.1.run(&still, inputs.1 + start, outputs.1 + start, rest) }
        glide.skip(rest)
        start &+= rest
      } else {
        let line = CombLine(glide.advance(frames - start))
        channels.0.run(line, &still, inputs.0 + start, outputs.0 + start)
        if count == 2 { channels.1.run(line, &still, inputs.1 + start, outputs.1 + start) }
        if glide.isSettled { still = StillComb(CombSettings(glide.target)) }
        start += line.frames
      }
    }
  }
}

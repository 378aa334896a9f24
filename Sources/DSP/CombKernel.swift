/// A comb at work: its glide to new settings, and its memory in up to two channels.
public struct CombKernel {
  /// Frames that one stretch of work takes at most.
  public static var stretch: Int { 64 }

  private var glide: Glide
  private let interpolator: Interpolator
  private var channels: (CombChannel, CombChannel)

  /// - Parameters:
  ///   - rate: frames a second.
  ///   - lines: one for each channel.
  public init(rate: Double, interpolator: Interpolator, lines: (DelayLine, DelayLine)) {
    glide = Glide(rate: rate)
    self.interpolator = interpolator
    channels = (CombChannel(line: lines.0), CombChannel(line: lines.1))
  }

  /// How many samples a line must hold for the longest delay, in frames.
  public static func capacity(longest: Double) -> Int {
    Int(longest.rounded(.up)) + stretch + 2 * Interpolator.taps
  }

  /// Forgets all sound, in no time, and takes `settings` at once.
  public mutating func reset(to settings: CombSettings) {
    glide.jump(to: settings.vector)
    channels.0.reset()
    channels.1.reset()
  }

  /// Glides to `settings`.
  @inline(__always)
  public mutating func head(for settings: CombSettings) {
    glide.head(for: settings.vector)
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
        let rest = min(frames - start, Self.stretch)
        let settings = CombSettings(glide.target)
        let weights = interpolator.weights(settings.delay)
        channels.0.run(settings, weights, inputs.0 + start, outputs.0 + start, rest)
        if count == 2 { channels.1.run(settings, weights, inputs.1 + start, outputs.1 + start, rest) }
        glide.skip(rest)
        start += rest
      } else {
        let line = glide.advance(frames - start)
        channels.0.run(line, interpolator, inputs.0 + start, outputs.0 + start)
        if count == 2 { channels.1.run(line, interpolator, inputs.1 + start, outputs.1 + start) }
        start += line.frames
      }
    }
  }
}

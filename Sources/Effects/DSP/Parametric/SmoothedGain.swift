/// A smoothed gain of one or two channels.
struct SmoothedGain {
  private var smoother: Smoother

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    smoother = Smoother(rate: rate)
    setTarget(1, immediately: true)
  }

  /// The gain is its target.
  mutating func reset() { smoother.setTarget(smoother.target, immediately: true) }

  mutating func setTarget(_ amplitude: Double, immediately: Bool) {
    if immediately || amplitude != smoother.target[0] {
      smoother.setTarget(SIMD8(amplitude, 0, 0, 0, 0, 0, 0, 0), immediately: immediately)
    }
  }

  /// Whether the output equals the input.
  @inline(__always) var isIdentity: Bool { smoother.isSteady && smoother.target[0] == 1 }

  /// The gain, if it is steady.
  @inline(__always) var steadyAmplitude: Double? { smoother.isSteady ? smoother.target[0] : nil }

  /// Advances the time by frames in which the gain is steady.
  @inline(__always) mutating func skip(_ frames: Int) { smoother.skip(frames) }

  /// Multiplies `frames` frames in place.
  mutating func process(_ samples: Outputs<Double>, channels: Int, frames: Int) {
    var start = 0
    while start < frames && !smoother.isSteady {
      let segment = smoother.advance(frames - start)
      multiply(samples, channels, segment.start[0], segment.slope[0], start..<start + segment.frames)
      start += segment.frames
    }
    if start < frames {
      if smoother.target[0] != 1 { multiply(samples, channels, smoother.target[0], 0, start..<frames) }
      smoother.skip(frames - start)
    }
  }

  private func multiply(
    _ samples: Outputs<Double>, _ channels: Int, _ start: Double, _ slope: Double, _ frames: Range<Int>
  ) {
    var gain = start
    for frame in frames {
      samples.0[frame] = samples.0[frame] * gain
      if channels == 2 { samples.1[frame] = samples.1[frame] * gain }
      gain += slope
    }
  }
}

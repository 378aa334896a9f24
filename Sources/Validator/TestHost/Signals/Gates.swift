/// Gates as sequencers and keyboards send them to CV inputs: 1 for some twentieths of a second. Noise alone seldom starts what
/// waits for them.
enum Gates {
  /// In hertz: how often a gate can open or close.
  private static let steps = 20.0
  /// Of all steps, the part in which the gate is closed is a little more than half.
  private static let threshold: Float = 0.1

  /// Replaces the samples in which the gate of a channel is open. The first step of a signal has none.
  static func open(in samples: UnsafeMutableBufferPointer<Float>, from frame: Int, channel: Int, rate: Double) {
    for index in samples.indices {
      let step = Int(Double(frame + index) / rate * steps)
      if step > 0, isOpen(step, channel) { samples[index] = 1 }
    }
  }

  private static func isOpen(_ step: Int, _ channel: Int) -> Bool {
    Signal.noise(amplitude: 1, seed: 0).sample(frame: step, channel: channel, rate: 1) > threshold
  }
}

/// Takes what comes out of the chain, in order: drops its latency, keeps the length of the input, and asks the gate
/// about the rest.
struct Sink {
  let output: Output
  /// Frames still to be dropped.
  private var toDrop: Int
  /// Frames passed on or refused so far, without the latency.
  private(set) var position = 0
  private let silence: HeldSilence

  init(output: Output, latency: Int) {
    self.output = output
    toDrop = latency
    silence = HeldSilence(channels: output.channels)
  }

  /// - Parameters:
  ///   - samples: a buffer a channel, of `count` frames.
  ///   - inputLength: nil as long as the input's end has not been met, which is then beyond these frames.
  mutating func take(
    _ samples: [UnsafeMutablePointer<Float>], count: Int, inputLength: Int?, tail: inout TailGate
  ) throws(RenderError) {
    let dropped = min(toDrop, count)
    toDrop -= dropped
    let body = min(count - dropped, max(0, (inputLength ?? .max) - position))
    try output.write(samples, dropped..<dropped + body)
    position += body
    let start = dropped + body
    guard start < count else { return }
    let loud = (start..<count).reversed().first { frame in samples.contains { !(abs($0[frame]) <= TailGate.threshold) }
    }
    let (held, kept) = tail.take(count - start, lastLoud: loud.map { $0 - start })
    try silence.release(held, to: output)
    try output.write(samples, start..<start + kept)
    if !tail.isClosed { silence.hold(samples, start + kept..<count) }
    position += count - start
  }
}

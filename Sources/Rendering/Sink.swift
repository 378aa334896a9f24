/// Takes what comes out of the chain, in order: drops its latency, keeps the length of the input, and asks the gate
/// about the rest.
struct Sink {
  let output: Output
  /// Frames dropped for the latency so far.
  private var dropped = 0
  /// Frames passed on or refused so far, without the latency.
  private(set) var position = 0
  private let heldSilence: HeldSilence

  init(output: Output) {
    self.output = output
    heldSilence = HeldSilence(channels: output.channels)
  }

  /// - Parameters:
  ///   - samples: a buffer a channel, of `count` frames.
  ///   - latency: how many frames at the start are dropped, the same each time.
  ///   - inputLength: nil as long as the input's end has not been met, which is then beyond these frames.
  mutating func take(
    _ samples: [UnsafeMutablePointer<Float>], count: Int, latency: Int, inputLength: Int?, tail: inout TailGate
  ) throws(RenderError) {
    let first = min(latency - dropped, count)
    dropped += first
    let body = min(count - first, max(0, (inputLength ?? .max) - position))
    try output.write(samples, first..<first + body)
    position += body
    let start = first + body
    guard start < count else { return }
    // What is no finite number becomes 0 in the file.
    let silence = output.silence
    let loud = (start..<count).reversed().first { frame in
      samples.contains { abs($0[frame]) > silence && $0[frame].isFinite }
    }
    let (held, kept) = tail.take(count - start, lastLoud: loud.map { $0 - start })
    try heldSilence.release(held, to: output)
    try output.write(samples, start..<start + kept)
    if !tail.isClosed { heldSilence.hold(samples, start + kept..<count) }
    position += count - start
  }
}

/// Trims the output of the chain: removes the latency at the start, keeps the length of the input, and ends the tail.
struct OutputTrimmer {
  let output: Output
  /// Frames of latency removed so far.
  private var removed = 0
  /// Frames received so far, without the latency.
  private(set) var position = 0
  /// Silent frames of the tail. They are written only if sound follows.
  private var pendingSilence: [[Float]]

  init(output: Output) {
    self.output = output
    pendingSilence = [[Float]](repeating: [], count: output.channels)
  }

  /// - Parameters:
  ///   - samples: one buffer of `count` frames for each channel.
  ///   - latency: the number of frames to remove at the start, the same in each call.
  ///   - inputLength: in frames; nil while the end of the input is after these frames.
  mutating func process(
    _ samples: [UnsafeMutablePointer<Float>], count: Int, latency: Int, inputLength: Int?, tail: inout TailDetector
  ) throws(RenderError) {
    let first = min(latency - removed, count)
    removed += first
    let body = min(count - first, max(0, (inputLength ?? .max) - position))
    try output.write(samples, first..<first + body)
    position += body
    let start = first + body
    guard start < count else { return }
    // A sample that is NaN or infinite is 0 in the file.
    let silence = output.silence
    let lastLoud = (start..<count).reversed().first { frame in
      samples.contains { abs($0[frame]) > silence && $0[frame].isFinite }
    }
    let (pending, kept) = tail.process(count - start, lastLoud: lastLoud.map { $0 - start })
    if pending > 0 { try writePendingSilence() }
    try output.write(samples, start..<start + kept)
    if !tail.isEnded {
      for channel in pendingSilence.indices {
        pendingSilence[channel] += UnsafeBufferPointer(
          start: samples[channel] + start + kept, count: count - start - kept)
      }
    }
    position += count - start
  }

  private mutating func writePendingSilence() throws(RenderError) {
    let copies = pendingSilence.map { channel in
      let copy = UnsafeMutablePointer<Float>.allocate(capacity: channel.count)
      copy.update(from: channel, count: channel.count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    try output.write(copies, 0..<(pendingSilence.first?.count ?? 0))
    pendingSilence = [[Float]](repeating: [], count: pendingSilence.count)
  }
}

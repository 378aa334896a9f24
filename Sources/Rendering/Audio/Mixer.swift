/// The inputs, summed with their gains, a buffer a channel.
///
/// A mono input goes to all channels of the mix; otherwise all inputs have equally many.
final class Mixer {
  let channels: Int
  /// The longest input's length in frames, where all are known.
  let length: Int?
  private let inputs: [(source: any SoundSource, gain: Float)]
  /// Frames still to give where there is no input.
  private var silence: Int
  private var interleaved: [Float]
  private var ended: Set<Int> = []

  /// - Parameters:
  ///   - inputs: with their gains as factors and the names for messages.
  ///   - silence: how long it lasts where there is no input, in frames.
  ///   - blockLength: the most frames of one `read`.
  /// - Throws: `RenderError.usage` where the channel counts do not fit together.
  init(
    _ inputs: [(source: any SoundSource, gain: Float, name: String)], silence: Int, blockLength: Int
  ) throws(RenderError) {
    let channels = inputs.map(\.source.channels).max() ?? 0
    if let odd = inputs.first(where: { $0.source.channels != channels && $0.source.channels != 1 }) {
      throw .usage("\(odd.name) has \(odd.source.channels) channels and cannot be mixed with one of \(channels)")
    }
    self.channels = channels
    self.inputs = inputs.map { ($0.source, $0.gain) }
    let lengths = inputs.map(\.source.length)
    length = lengths.contains(nil) ? nil : lengths.compactMap { $0 }.max() ?? silence
    self.silence = silence
    interleaved = [Float](repeating: 0, count: max(1, blockLength * channels))
  }

  /// Gives the next frames; what is beyond the end is filled with zeros.
  ///
  /// - Returns: how many frames hold input; fewer than `frames` only at the end.
  func read(into outputs: [UnsafeMutablePointer<Float>], frames: Int) throws(RenderError) -> Int {
    for output in outputs { output.update(repeating: 0, count: frames) }
    if inputs.isEmpty {
      defer { silence -= min(frames, silence) }
      return min(frames, silence)
    }
    var longest = 0
    for (number, input) in inputs.enumerated() where !ended.contains(number) {
      let count = try read(input.source, frames: frames)
      if count < frames { ended.insert(number) }
      longest = max(longest, count)
      add(input.source.channels, input.gain, count: count, to: outputs, asFirst: number == 0)
    }
    return longest
  }

  private func read(_ source: any SoundSource, frames: Int) throws(RenderError) -> Int {
    return try interleaved.withUnsafeMutableBufferPointer { buffer throws(RenderError) in
      try source.read(into: UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * source.channels)]))
    }
  }

  /// The first input is copied and not added to 0, which keeps the sign of a zero.
  private func add(
    _ channels: Int, _ gain: Float, count: Int, to outputs: [UnsafeMutablePointer<Float>], asFirst: Bool
  ) {
    interleaved.withUnsafeBufferPointer { samples in
      for (channel, output) in outputs.enumerated() {
        let source = samples.baseAddress! + (channels == 1 ? 0 : channel)
        if asFirst {
          Interleaving.take(source, channels: channels, into: output, count: count, gain: gain)
        } else {
          Interleaving.add(source, channels: channels, to: output, count: count, gain: gain)
        }
      }
    }
  }
}

/// A source of interleaved samples at the sample rate of the rendering.
protocol SoundSource: AnyObject {
  var channels: Int { get }
  /// In frames; nil if unknown.
  var length: Int? { get }

  /// Reads the next frames.
  ///
  /// - Parameter buffer: `channels` samples for each frame.
  /// - Returns: the number of frames; fewer than the buffer holds only at the end.
  /// - Throws: `RenderError.input`.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(RenderError) -> Int
}

/// The sum of the inputs with their gains, in one buffer for each channel.
///
/// A mono input is added to all channels of the mix; all other inputs have the same number of channels. The channels of the side
/// chain follow those of the mix, and end with the mix.
final class Mixer {
  /// A source, its gain as a factor, and its name for messages.
  typealias Input = (source: any SoundSource, gain: Float, name: String)

  /// The length of the longest input in frames; nil if that of an input is unknown.
  let length: Int?
  private let inputs: [Input]
  private let sideChain: Input?
  private let mainChannels: Int
  /// Remaining frames of silence, without inputs.
  private var silence: Int
  private var interleaved: [Float]
  private var ended: Set<Int> = []

  /// - Parameters:
  ///   - sideChain: the input for the channels after those of the mix; nil for none.
  ///   - silence: the length without inputs, in frames.
  ///   - blockLength: the largest number of frames of one `read`.
  /// - Throws: `RenderError.usage` if the numbers of channels cannot be mixed.
  init(_ inputs: [Input], sideChain: Input? = nil, silence: Int, blockLength: Int) throws(RenderError) {
    let channels = inputs.map(\.source.channels).max() ?? 0
    if let odd = inputs.first(where: { $0.source.channels != channels && $0.source.channels != 1 }) {
      throw .usage(
        "\(odd.name) has \(odd.source.channels) channels and cannot be mixed with an input of \(channels) channels.")
    }
    self.inputs = inputs
    self.sideChain = sideChain
    mainChannels = channels
    let lengths = inputs.map(\.source.length)
    length = lengths.contains(nil) ? nil : lengths.compactMap { $0 }.max() ?? silence
    self.silence = silence
    interleaved = [Float](repeating: 0, count: max(1, blockLength * max(channels, sideChain?.source.channels ?? 0)))
  }

  /// Reads the next frames and fills the rest of the buffers with zeros.
  ///
  /// - Returns: the number of frames of input; fewer than `frames` only at the end.
  func read(into outputs: [UnsafeMutablePointer<Float>], frames: Int) throws(RenderError) -> Int {
    for output in outputs { output.update(repeating: 0, count: frames) }
    if let sideChain, !ended.contains(inputs.count) {
      let count = try read(sideChain, into: outputs[mainChannels...], frames: frames, isFirst: true)
      if count < frames { ended.insert(inputs.count) }
    }
    if inputs.isEmpty {
      defer { silence -= min(frames, silence) }
      return min(frames, silence)
    }
    var longest = 0
    for (number, input) in inputs.enumerated() where !ended.contains(number) {
      let count = try read(input, into: outputs[..<mainChannels], frames: frames, isFirst: number == 0)
      if count < frames { ended.insert(number) }
      longest = max(longest, count)
    }
    return longest
  }

  /// Adds the next frames of an input to the outputs, and returns their number.
  ///
  /// - Parameter isFirst: copies the samples instead of adding them to 0, which would change -0 to 0.
  private func read(
    _ input: Input, into outputs: ArraySlice<UnsafeMutablePointer<Float>>, frames: Int, isFirst: Bool
  ) throws(RenderError) -> Int {
    let channels = input.source.channels
    return try interleaved.withUnsafeMutableBufferPointer { buffer throws(RenderError) in
      let count = try input.source.read(into: .init(rebasing: buffer[..<(frames * channels)]))
      let transfer = isFirst ? Interleaving.deinterleave : Interleaving.addDeinterleaved
      for (channel, output) in outputs.enumerated() {
        transfer(buffer.baseAddress! + (channels == 1 ? 0 : channel), channels, output, count, input.gain)
      }
      return count
    }
  }
}

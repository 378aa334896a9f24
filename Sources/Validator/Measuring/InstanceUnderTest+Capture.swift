import LV2Host
import TestHost

extension InstanceUnderTest {
  /// The measured input: the first audio input that is not a side chain.
  var mainInput: PortDescription? { audioInputs.first { $0.kind == .audio && !$0.isSideChain } }

  /// The measured output: the first audio output.
  var mainOutput: PortDescription? { audioOutputs.first { $0.kind == .audio } }

  /// Whether the last block of the main output is silent.
  var mainOutputIsSilent: Bool {
    guard let samples = mainOutput.flatMap({ samples($0.index) }) else { return true }
    return (0..<configuration.maximumBlockLength).allSatisfy { samples[$0] == 0 }
  }

  /// Plays a signal into the main input, with silence at all other audio inputs, and returns the samples of the main
  /// output.
  ///
  /// - Parameters:
  ///   - frames: rounded up to whole blocks.
  ///   - start: the first frame of the signal to play.
  ///   - gain: the factor applied to the signal.
  ///   - run: calls `run()`; a parameter so that a caller can time the call.
  func capture(
    _ signal: Signal, frames: Int, from start: Int = 0, gain: Float = 1,
    run: (InstanceUnderTest, Int) -> Void = { $0.run($1) }
  ) -> [Float] {
    let length = configuration.maximumBlockLength
    var output: [Float] = []
    output.reserveCapacity(frames + length)
    for frame in stride(from: start, to: start + frames, by: length) {
      fill(signal, from: frame, count: length)
      for port in audioInputs where port.index != mainInput?.index {
        samples(port.index)?.update(repeating: 0, count: length)
      }
      if gain != 1, let input = mainInput.flatMap({ samples($0.index) }) {
        for frame in 0..<length { input[frame] *= gain }
      }
      prepareAtoms()
      run(self, length)
      if let samples = mainOutput.flatMap({ samples($0.index) }) {
        output.append(contentsOf: UnsafeBufferPointer(start: samples, count: length))
      }
    }
    return output
  }

  /// The latency that the plug-in reports, in frames; 0 if it has no latency port or the value is invalid.
  var latency: Double {
    plugin.latencyPort.map { PluginDescription.latency(fromPortValue: self[control: $0.index]) } ?? 0
  }
}

import LV2Host
import TestHost

extension InstanceUnderTest {
  /// The input that is measured: the first audio input that is no side chain.
  var mainInput: PortDescription? { audioInputs.first { $0.kind == .audio && !$0.isSideChain } }

  /// The output that is measured.
  var mainOutput: PortDescription? { audioOutputs.first { $0.kind == .audio } }

  /// Plays a signal into the main input, and silence into all others, and returns what the main output puts out.
  ///
  /// - Parameters:
  ///   - frames: rounded up to whole blocks.
  ///   - start: the signal's frame at which to begin.
  ///   - gain: what the signal is multiplied by.
  ///   - before: called before each block, with its first frame.
  ///   - run: makes the call of `run()`, so that it can be timed.
  func capture(
    _ signal: Signal, frames: Int, from start: Int = 0, gain: Float = 1, before: (Int) -> Void = { _ in },
    run: (InstanceUnderTest, Int) -> Void = { $0.run($1) }
  ) -> [Float] {
    let length = configuration.maximumBlockLength
    var output: [Float] = []
    output.reserveCapacity(frames + length)
    for frame in stride(from: start, to: start + frames, by: length) {
      before(frame)
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

  /// The latency that the plug-in reports, in frames; 0 where it reports none, or nonsense.
  var latency: Double {
    plugin.latencyPort.map { PluginDescription.latency(fromPortValue: self[control: $0.index]) } ?? 0
  }
}

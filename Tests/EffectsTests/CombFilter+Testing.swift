import DSP

@testable import Effects

/// The memory for a delay line could not be allocated.
struct OutOfMemory: Error {}

extension CombFilter {
  /// Creates a filter at 48 kHz with one channel.
  init(on memory: borrowing MirroredMemory) {
    let line = memory.delayLine
    self.init(rate: 48_000, delayLines: (line, line))
  }

  /// Returns the output for noise. `block` determines the noise.
  mutating func noiseResponse(block: Int, frames: Int) -> [Float] {
    process((0..<frames).map { Float(($0 * 7919 + block * 104_729) % 1000) / 1000 - 0.5 })
  }

  /// Returns the output for an impulse.
  mutating func impulseResponse(frames: Int) -> [Float] { process([1] + [Float](repeating: 0, count: frames - 1)) }

  /// Returns the output for silence.
  mutating func silenceResponse(frames: Int) -> [Float] { process([Float](repeating: 0, count: frames)) }

  private mutating func process(_ input: [Float]) -> [Float] {
    var output = [Float](repeating: .nan, count: input.count)
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        guard let source = input.baseAddress, let target = output.baseAddress else { return }
        process((source, source), (target, target), channels: 1, frames: input.count)
      }
    }
    return output
  }
}

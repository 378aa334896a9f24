import DSP

@testable import Effects

struct NoMemory: Error {}

extension CombKernel {
  /// A kernel at 48 kHz with one channel.
  init(on memory: borrowing MirroredMemory) {
    let line = DelayLine(storage: memory.samples, capacity: memory.capacity, isMirrored: memory.isMirrored)
    self.init(rate: 48_000, lines: (line, line))
  }

  /// What comes out in block number `block` of noise, which is the same for the same number.
  mutating func play(block: Int, frames: Int) -> [Float] {
    play((0..<frames).map { Float(($0 * 7919 + block * 104_729) % 1000) / 1000 - 0.5 })
  }

  /// What comes out for an impulse.
  mutating func response(frames: Int) -> [Float] { play([1] + [Float](repeating: 0, count: frames - 1)) }

  /// What comes out for silence.
  mutating func rest(frames: Int) -> [Float] { play([Float](repeating: 0, count: frames)) }

  private mutating func play(_ input: [Float]) -> [Float] {
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

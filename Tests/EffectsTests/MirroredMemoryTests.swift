import Testing

@testable import DSP
@testable import Effects

@Suite struct MirroredMemoryTests {
  @Test func theSecondHalfIsTheFirst() throws {
    guard let memory = MirroredMemory(capacity: 1000) else { throw NoMemory() }
    let (isMirrored, capacity) = (memory.isMirrored, memory.capacity)
    #expect(isMirrored && capacity >= 1000)
    memory.samples[3] = 0.5
    memory.samples[capacity + 7] = -2
    let (repeated, written) = (memory.samples[capacity + 3], memory.samples[7])
    #expect(repeated == 0.5 && written == -2)
  }

  @Test func thePlainKindIsTwiceAsLong() throws {
    guard let memory = MirroredMemory(capacity: 1000, mirrored: false) else { throw NoMemory() }
    let (isMirrored, capacity) = (memory.isMirrored, memory.capacity)
    #expect(!isMirrored)
    memory.samples[3] = 0.5
    let untouched = memory.samples[capacity + 3]
    #expect(untouched == 0)
    memory.samples[2 * capacity - 1] = 1
  }

  @Test func memoryThatCannotBeHadIsNil() {
    if MirroredMemory(capacity: 1 << 50) != nil { Issue.record("nine petabytes were given out") }
  }

  /// A comb on the plain kind sounds as on the mirrored kind, over several rounds of the ring and through glides.
  @Test func combsOnBothKindsSoundTheSame() throws {
    guard let mirrored = MirroredMemory(capacity: CombKernel.capacity(longest: 2000)) else { throw NoMemory() }
    guard let plain = MirroredMemory(capacity: CombKernel.capacity(longest: 2000), mirrored: false) else {
      throw NoMemory()
    }
    let outputs = [run(on: mirrored), run(on: plain)]
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains { abs($0) > 0.3 })
  }

  private func run(on memory: borrowing MirroredMemory) -> [Float] {
    var kernel = CombKernel(on: memory)
    let design = CombDesign(delay: 7, feedback: 80, feedforward: 20, damping: 9000, mix: 80, gain: 0)
    kernel.head(for: design.tuned(rate: 48_000).settings, atOnce: true)
    var output: [Float] = []
    for block in 0..<200 {
      if block == 60 {
        kernel.head(
          for: CombDesign(
            delay: 30, feedback: -70, feedforward: 0, damping: 20_000, mix: 100, gain: 0
          ).tuned(rate: 48_000).settings, atOnce: false)
      }
      if block == 120 {
        kernel.reset()
        kernel.head(for: design.tuned(rate: 48_000).settings, atOnce: true)
      }
      output += kernel.play(block: block, frames: 97)
    }
    return output
  }
}

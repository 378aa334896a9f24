import Testing

@testable import DSP
@testable import Effects

@Suite struct MirroredMemoryTests {
  @Test func theSecondHalfMirrorsTheFirst() throws {
    guard let memory = MirroredMemory(capacity: 1000) else { throw OutOfMemory() }
    let (isMirrored, capacity) = (memory.isMirrored, memory.capacity)
    #expect(isMirrored && capacity >= 1000)
    memory.samples[3] = 0.5
    memory.samples[capacity + 7] = -2
    let (repeated, written) = (memory.samples[capacity + 3], memory.samples[7])
    #expect(repeated == 0.5 && written == -2)
  }

  @Test func plainMemoryHasTwoIndependentHalves() throws {
    guard let memory = MirroredMemory(capacity: 1000, mirrored: false) else { throw OutOfMemory() }
    let (isMirrored, capacity) = (memory.isMirrored, memory.capacity)
    #expect(!isMirrored)
    memory.samples[3] = 0.5
    let untouched = memory.samples[capacity + 3]
    #expect(untouched == 0)
    memory.samples[2 * capacity - 1] = 1
  }

  @Test func anAllocationThatFailsReturnsNil() {
    if MirroredMemory(capacity: 1 << 50) != nil { Issue.record("9 PB were allocated") }
  }

  /// Combs on plain and on mirrored memory have the same output, over several wraps of the delay line and a ramp.
  @Test func bothKindsOfMemoryGiveTheSameOutput() throws {
    guard let mirrored = MirroredMemory(capacity: CombFilter.capacity(longestDelay: 2000)) else { throw OutOfMemory() }
    guard let plain = MirroredMemory(capacity: CombFilter.capacity(longestDelay: 2000), mirrored: false) else {
      throw OutOfMemory()
    }
    let outputs = [output(on: mirrored), output(on: plain)]
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].contains { abs($0) > 0.3 })
  }

  private func output(on memory: borrowing MirroredMemory) -> [Float] {
    var filter = CombFilter(on: memory)
    let design = CombDesign(delay: 7, feedback: 80, feedforward: 20, damping: 9000, mix: 80, gain: 0)
    filter.setTarget(design.parameters(rate: 48_000).parameters, immediately: true)
    var output: [Float] = []
    for block in 0..<200 {
      if block == 60 {
        let other = CombDesign(delay: 30, feedback: -70, feedforward: 0, damping: 20_000, mix: 100, gain: 0)
        filter.setTarget(other.parameters(rate: 48_000).parameters, immediately: false)
      }
      if block == 120 {
        filter.reset()
        filter.setTarget(design.parameters(rate: 48_000).parameters, immediately: true)
      }
      output += filter.noiseResponse(block: block, frames: 97)
    }
    return output
  }
}

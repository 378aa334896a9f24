import DSP
import Testing

@testable import Effects

@Suite struct CombKernelTests {
  /// A delay whose glide is over, while feedback goes on moving, is the new one and not the one before the glide.
  ///
  /// After 3 s the rest of a glide with time constants of some 5 ms is nothing, and of sound at 60 % of feedback in 4 ms
  /// as well: what is left is rounding.
  @Test func aDelayThatHasArrivedIsTheNewOne() throws {
    let moved = try play(delayAtFirst: 7)
    let unmoved = try play(delayAtFirst: 4)
    let differences = zip(moved, unmoved).map { abs($0 - $1) }
    #expect(differences.suffix(4800).max() ?? 1 < 1e-6)
    #expect(unmoved.suffix(4800).contains { abs($0) > 0.3 })
    #expect(differences.prefix(4800).max() ?? 0 > 0.1)
  }

  /// Noise through a comb of 4 ms, at first another, whose feedback moves in each block.
  private func play(delayAtFirst: Double) throws -> [Float] {
    guard let memory = MirroredMemory(capacity: CombKernel.capacity(longest: 1000)) else { throw NoMemory() }
    var kernel = CombKernel(on: memory)
    kernel.head(for: settings(delay: delayAtFirst, feedback: 50), atOnce: true)
    var output: [Float] = []
    for block in 0..<750 {
      kernel.head(for: settings(delay: 4, feedback: block % 2 == 0 ? 60 : 40), atOnce: false)
      output += kernel.play(block: block, frames: 192)
    }
    return output
  }

  private func settings(delay: Double, feedback: Double) -> CombSettings {
    CombDesign(delay: delay, feedback: feedback, feedforward: 0, damping: 20_000, mix: 100, gain: 0)
      .tuned(rate: 48_000).settings
  }
}

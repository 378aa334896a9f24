import DSP
import Foundation
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

  /// The first tooth of combs so short that their line has few taps: where the response to an impulse has its peak, within
  /// a cent of the fundamental that the design tells. The response has died away to -90 dB at its end, and the peak is
  /// looked for in steps of a quarter of a cent.
  @Test(arguments: [0.05, 0.06, 0.08, 0.1], [90.0, -90])
  func theFundamentalOfTheShortestDelaysIsTrue(delay: Double, feedback: Double) throws {
    guard let memory = MirroredMemory(capacity: CombKernel.capacity(longest: 1000)) else { throw NoMemory() }
    var kernel = CombKernel(on: memory)
    let design = CombDesign(delay: delay, feedback: feedback, feedforward: 0, damping: 20_000, mix: 100, gain: 0)
    let (settings, fundamental) = design.tuned(rate: 48_000)
    kernel.head(for: settings, atOnce: true)
    let response = kernel.response(frames: 1000)
    func power(_ cents: Double) -> Double {
      let angle = 2 * Double.pi * fundamental * exp2(cents / 1200) / 48_000
      let (x, y) = response.enumerated().reduce((0.0, 0.0)) { sum, sample in
        let turn = angle * Double(sample.offset)
        return (sum.0 + Double(sample.element) * cos(turn), sum.1 - Double(sample.element) * sin(turn))
      }
      return x * x + y * y
    }
    let peak = stride(from: -250.0, through: 250, by: 2).max { power($0) < power($1) } ?? .nan
    let closer = stride(from: peak - 3, through: peak + 3, by: 0.25).max { power($0) < power($1) } ?? .nan
    #expect(abs(closer) < 1)
    // The control: without an eye to the taps it would be off.
    let plain = 1000 / delay * (feedback > 0 ? 1 : 0.5)
    #expect(delay > 0.06 || feedback < 0 || abs(1200 * log2(fundamental / plain)) > 10)
  }

  /// The line is empty once a sound has died away, and on the way there holds no subnormal number: with and without a
  /// lowpass, frame by frame (two frames of delay) and four at a time. A loop of 99 % takes ln(1e25)/(1 - 0.992) = 7200
  /// delays at most, since an interpolator between few samples gives up to 0.0022 too much.
  @Test(arguments: [(0.04, 99.0), (0.04, -99), (0.3, 99), (0.3, -99)], [20_000.0, 9000])
  func aLineIsEmptyInTheEnd(loop: (delay: Double, feedback: Double), damping: Double) throws {
    guard let memory = MirroredMemory(capacity: CombKernel.capacity(longest: 1000)) else { throw NoMemory() }
    var kernel = CombKernel(on: memory)
    let (samples, capacity) = (memory.samples, memory.capacity)
    let line = { (0..<capacity).map { samples[$0] } }
    let design = CombDesign(
      delay: loop.delay, feedback: loop.feedback, feedforward: 0, damping: damping, mix: 100, gain: 0)
    kernel.head(for: design.tuned(rate: 48_000).settings, atOnce: true)
    _ = kernel.play(block: 1, frames: 1000)
    #expect(line().contains { abs($0) > 0.3 })
    for _ in 0...Int(7200 * max(loop.delay * 48, 2)) / capacity + 1 {
      _ = kernel.rest(frames: capacity)
      #expect(!line().contains { $0.isSubnormal })
    }
    #expect(line().allSatisfy { $0 == 0 })
    withExtendedLifetime(memory) {}
  }

  private func settings(delay: Double, feedback: Double) -> CombSettings {
    CombDesign(delay: delay, feedback: feedback, feedforward: 0, damping: 20_000, mix: 100, gain: 0)
      .tuned(rate: 48_000).settings
  }
}

import DSP
import Foundation
import Testing

@testable import Effects

@Suite struct CombFilterTests {
  /// After a ramp, the delay equals its target, even if the feedback still changes.
  ///
  /// The time constants of the ramp are about 5 ms, and the feedback of 60 % has a period of 4 ms. After 3 s only
  /// rounding errors remain.
  @Test func aDelayRampEndsAtItsTarget() throws {
    let moved = try output(initialDelay: 7)
    let unmoved = try output(initialDelay: 4)
    let differences = zip(moved, unmoved).map { abs($0 - $1) }
    #expect(differences.suffix(4800).max() ?? 1 < 1e-6)
    #expect(unmoved.suffix(4800).contains { abs($0) > 0.3 })
    #expect(differences.prefix(4800).max() ?? 0 > 0.1)
  }

  /// Returns the output for noise and a delay of 4 ms after `initialDelay`; the feedback changes in each block.
  private func output(initialDelay: Double) throws -> [Float] {
    guard let memory = MirroredMemory(capacity: CombFilter.capacity(longestDelay: 1000)) else { throw OutOfMemory() }
    var filter = CombFilter(on: memory)
    filter.setTarget(parameters(delay: initialDelay, feedback: 50), immediately: true)
    var output: [Float] = []
    for block in 0..<750 {
      filter.setTarget(parameters(delay: 4, feedback: block % 2 == 0 ? 60 : 40), immediately: false)
      output += filter.noiseResponse(block: block, frames: 192)
    }
    return output
  }

  /// For very short delays, which limit the taps of the fractional delay, the first peak of the response is within 1
  /// cent of the fundamental of the design. The response has decayed to -90 dB at its end. The steps of the search are
  /// 0.25 cent.
  @Test(arguments: [0.05, 0.06, 0.08, 0.1], [90.0, -90])
  func theFundamentalOfTheShortestDelaysIsExact(delay: Double, feedback: Double) throws {
    guard let memory = MirroredMemory(capacity: CombFilter.capacity(longestDelay: 1000)) else { throw OutOfMemory() }
    var filter = CombFilter(on: memory)
    let design = CombDesign(delay: delay, feedback: feedback, feedforward: 0, damping: 20_000, mix: 100, gain: 0)
    let (parameters, fundamental) = design.parameters(rate: 48_000)
    filter.setTarget(parameters, immediately: true)
    let response = filter.impulseResponse(frames: 1000)
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
    // Without a correction for the taps, the difference is larger than 10 cent.
    let plain = 1000 / delay * (feedback > 0 ? 1 : 0.5)
    #expect(delay > 0.06 || feedback < 0 || abs(1200 * log2(fundamental / plain)) > 10)
  }

  /// The delay line decays to zero without subnormal numbers: with and without the loop's lowpass, in single frames (a
  /// delay of two frames) and in blocks of four. A loop gain of 99 % needs at most ln(1e25)/(1 - 0.992) = 7200 delays,
  /// because the gain of a fractional delay with few taps is up to 0.0022 too high.
  @Test(arguments: [(0.04, 99.0), (0.04, -99), (0.3, 99), (0.3, -99)], [20_000.0, 9000])
  func aDelayLineDecaysToZero(loop: (delay: Double, feedback: Double), damping: Double) throws {
    guard let memory = MirroredMemory(capacity: CombFilter.capacity(longestDelay: 1000)) else { throw OutOfMemory() }
    var filter = CombFilter(on: memory)
    let (samples, capacity) = (memory.samples, memory.capacity)
    let line = { (0..<capacity).map { samples[$0] } }
    let design = CombDesign(
      delay: loop.delay, feedback: loop.feedback, feedforward: 0, damping: damping, mix: 100, gain: 0)
    filter.setTarget(design.parameters(rate: 48_000).parameters, immediately: true)
    _ = filter.noiseResponse(block: 1, frames: 1000)
    #expect(line().contains { abs($0) > 0.3 })
    for _ in 0...Int(7200 * max(loop.delay * 48, 2)) / capacity + 1 {
      _ = filter.silenceResponse(frames: capacity)
      #expect(!line().contains { $0.isSubnormal })
    }
    #expect(line().allSatisfy { $0 == 0 })
    withExtendedLifetime(memory) {}
  }

  private func parameters(delay: Double, feedback: Double) -> CombFilter.Parameters {
    CombDesign(delay: delay, feedback: feedback, feedforward: 0, damping: 20_000, mix: 100, gain: 0)
      .parameters(rate: 48_000).parameters
  }
}

import Foundation
import Support
import Testing

@testable import DSP

@Suite struct MovingGroupTests {
  private static let design = BandDesign(rate: 48_000)

  private static func coefficients(_ index: Int, gain: Double) -> SVFCoefficients {
    let frequencies = [3000.0, 40, 400, 15_000]
    return design.section(
      0, of: BandSettings(isEnabled: true, type: .bell, frequency: frequencies[index], gain: gain, q: 1.4))
  }

  /// Filters that get new targets at different times.
  private static func filters(_ count: Int) -> [SmoothedSVF] {
    (0..<count).map { index in
      var filter = SmoothedSVF(rate: 48_000)
      filter.setTarget(coefficients(index, gain: 6), immediately: true)
      var silence = [Double](repeating: 0, count: 50)
      silence.withUnsafeMutableBufferPointer {
        let samples = ($0.baseAddress!, $0.baseAddress!)
        let inputs = (UnsafePointer(samples.0), UnsafePointer(samples.1))
        filter.process(inputs, samples, channels: 1, frames: 9 * index + 1)
      }
      if index != 2 { filter.setTarget(coefficients(index, gain: -12), immediately: false, slowly: index == 1) }
      return filter
    }
  }

  /// A call with the samples of two channels from `start` on.
  private static func process(
    _ samples: inout [[Double]], _ start: Int, _ body: (Outputs<Double>) -> Void
  ) {
    var (left, right) = (samples[0], samples[1])
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        body((left.baseAddress! + start, right.baseAddress! + start))
      }
    }
    samples = [left, right]
  }

  /// The output is that of one filter after the other, for blocks of all lengths, before, while and after they become steady. The
  /// operations differ in their order: 1e-11 is 1e5 roundings of numbers up to 1, and a bell at 40 Hz remembers a thousand frames.
  @Test(arguments: 1...4) func equalsFiltersInSeries(count: Int) {
    var generator = SplitMix64(seed: 3)
    let input = (0..<2).map { _ in (0..<12_000).map { _ in Double.random(in: -1...1, using: &generator) } }
    var (alone, together) = (Self.filters(count), Self.filters(count))
    var (expected, samples) = (input, input)
    var (start, block) = (0, 0)
    while start < 12_000 {
      let frames = min([1, 2, 5, 6, 7, 31, 64, 256, 700][block % 9], 12_000 - start)
      block += 1
      for index in alone.indices {
        Self.process(&expected, start) {
          alone[index].process((UnsafePointer($0.0), UnsafePointer($0.1)), $0, channels: 2, frames: frames)
        }
      }
      var group = MovingGroup()
      for index in together.indices { together[index].append(to: &group, of: 2) }
      Self.process(&samples, start) { outputs in
        group.process(outputs, frames: frames) { together[$0].advance($1) }
      }
      for index in together.indices { together[index].resume(group, index) }
      start += frames
    }
    for channel in 0..<2 {
      let difference = zip(samples[channel], expected[channel]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      let change = zip(samples[channel], input[channel]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(difference < 1e-11 && change > 0.1)
    }
    let isSteady = together.map(\.isSteady)
    #expect(!isSteady.contains(false))
  }
}

import Foundation
import Support
import Testing

@testable import DSP

@Suite struct MovingGroupTests {
  private static func coefficients(_ index: Int, gain: Double, rate: Double) -> SVFCoefficients {
    let frequencies = [3000.0, 40, 400, 15_000]
    return BandDesign(rate: rate).section(
      0, of: BandSettings(isEnabled: true, type: .bell, frequency: frequencies[index], gain: gain, q: 1.4))
  }

  /// Filters that get new targets at different times: 37 frames, and some more, after a point of the grid without delay.
  private static func filters(_ lanes: [Int], rate: Double) -> [SmoothedSVF] {
    lanes.map { index in
      var filter = SmoothedSVF(rate: rate)
      filter.setTarget(coefficients(index, gain: 6, rate: rate), immediately: true)
      filter.align(37 - SectionSeries.delay(index))
      func process(_ frames: Int) {
        var silence = [Double](repeating: 0, count: frames)
        silence.withUnsafeMutableBufferPointer {
          let samples = ($0.baseAddress!, $0.baseAddress!)
          let inputs = (UnsafePointer(samples.0), UnsafePointer(samples.1))
          filter.process(inputs, samples, channels: 1, frames: frames)
        }
      }
      process(9 * index + 1)
      if index != 2 {
        filter.setTarget(coefficients(index, gain: -12, rate: rate), immediately: false, slowly: index == 1)
      }
      process(40 - 9 * index)
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
  /// operations differ in their order: 1e-11 is 1e5 roundings of numbers up to 1, and a bell at 40 Hz remembers a thousand frames. The
  /// grids have 4, 32 and 128 frames, fewer and more than the last filter is behind the first one.
  @Test(
    arguments: [
      ([0], 8000), ([1, 3], 8000), ([0, 1, 2, 3], 8000), ([2, 3], 48_000), ([0, 2, 3], 48_000), ([0, 1, 2, 3], 48_000),
      ([0, 1, 2, 3], 192_000),
    ] as [([Int], Double)])
  func equalsFiltersInSeries(lanes: [Int], rate: Double) {
    var generator = SplitMix64(seed: 3)
    let count = Int(min(rate / 4, 12_000))
    let input = (0..<2).map { _ in (0..<count).map { _ in Double.random(in: -1...1, using: &generator) } }
    var (alone, together) = (Self.filters(lanes, rate: rate), Self.filters(lanes, rate: rate))
    let stride = Smoother(rate: rate).stride
    var (expected, samples) = (input, input)
    var (start, block) = (0, 0)
    while start < count {
      let frames = min([1, 2, 5, 6, 7, 31, 64, 256, 700][block % 9], count - start)
      block += 1
      for index in alone.indices {
        Self.process(&expected, start) {
          alone[index].process((UnsafePointer($0.0), UnsafePointer($0.1)), $0, channels: 2, frames: frames)
        }
      }
      var group = MovingGroup()
      for (index, lane) in lanes.enumerated() { together[index].join(&group, lane, of: 2) }
      Self.process(&samples, start) { outputs in
        group.process(outputs, frames: frames, phase: 37 + 41 + start, stride: stride) { lane, frames, begins in
          together[lanes.firstIndex(of: lane)!].line(after: frames, begins: begins)
        }
      }
      for (index, lane) in lanes.enumerated() { together[index].resume(group, lane) }
      start += frames
    }
    for channel in 0..<2 {
      let difference = zip(samples[channel], expected[channel]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      let change = zip(samples[channel], input[channel]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(difference < 1e-11 && change > 0.1)
    }
    let isSteady = together.map(\.isSteady)
    #expect(rate > 48_000 || !isSteady.contains(false))
  }
}

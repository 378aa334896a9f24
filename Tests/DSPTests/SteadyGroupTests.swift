import Foundation
import Support
import Testing

@testable import DSP

@Suite struct SteadyGroupTests {
  /// Sections of several types. At 20 Hz and 768 kHz the states of the direct form are 4e7 times as large as the input.
  private static func sections(_ count: Int, _ frequency: Double, rate: Double) -> [SVFCoefficients] {
    let design = BandDesign(rate: rate)
    let types: [BandType] = [.bell, .lowShelf, .highpass, .allpass, .bell, .notch, .tilt, .bell]
    return (0..<count).map {
      design.section(
        0, of: BandSettings(isEnabled: true, type: types[$0], frequency: frequency, gain: $0 % 2 == 0 ? 12 : -9, q: 1.4)
      )
    }
  }

  /// One section after the other, as an SVF, from the states at the end of the last call.
  private static func reference(
    _ samples: [Double], _ sections: [SVFCoefficients], _ states: inout [SVFState<Double>]
  ) -> [Double] {
    var samples = samples
    for (index, section) in sections.enumerated() {
      let lanes = SVFLanes<Double>(section)
      for frame in samples.indices { samples[frame] = states[index].next(samples[frame], lanes) }
    }
    return samples
  }

  /// The largest difference is -160 dB of the output: rounding errors, 1e-16 of states that are 4e7 times as large.
  @Test(
    arguments: [1, 2, 4, 5, 8],
    [(20, 768_000), (20, 192_000), (1000, 48_000), (15_000, 44_100)] as [(Double, Double)])
  func equalsSectionsInSeries(count: Int, place: (frequency: Double, rate: Double)) {
    let sections = Self.sections(count, place.frequency, rate: place.rate)
    var generator = SplitMix64(seed: 5)
    let input = (0..<2).map { _ in (0..<3000).map { _ in Double.random(in: -1...1, using: &generator) } }
    var states = [[SVFState<Double>]](repeating: .init(repeating: SVFState(), count: count), count: 2)
    // The group takes over the states after 1000 frames, and returns them after 1999 more.
    let first = (0..<2).map { Self.reference(Array(input[$0][..<1000]), sections, &states[$0]) }
    var group = SteadyGroup(capacity: count)
    for (index, section) in sections.enumerated() {
      #expect(DirectSection.exists(for: section))
      group.append(section, (states[0][index], states[1][index]), SIMD2(1, 1))
    }
    var samples = [Array(input[0][1000...]), Array(input[1][1000...])]
    Self.process(&group, &samples, lengths: [1, 2, 7, 8, 9, 63, 256, 500, 0, 3, 1151])
    let expected = (0..<2).map { Self.reference(Array(input[$0][1000...]), sections, &states[$0]) }
    for channel in 0..<2 {
      let peak = (first[channel] + expected[channel]).reduce(0) { max($0, abs($1)) }
      let difference = zip(samples[channel].prefix(1999), expected[channel]).reduce(0) { max($0, abs($1.0 - $1.1)) }
      #expect(difference < 1e-8 * peak)
    }
  }

  /// A section that changes only the left channel leaves the right one, but keeps its states up to date.
  @Test func sectionsOfOneChannel() {
    let sections = Self.sections(3, 500, rate: 48_000)
    var group = SteadyGroup(capacity: 3)
    for (index, section) in sections.enumerated() {
      group.append(section, (SVFState(), SVFState()), index == 1 ? SIMD2(1, 1) : SIMD2(1, 0))
    }
    let input = (0..<200).map { sin(0.1 * Double($0)) }
    var samples = [input, input]
    Self.process(&group, &samples, lengths: [200])
    var states = [SVFState<Double>](repeating: SVFState(), count: 3)
    #expect(zip(samples[0], Self.reference(input, sections, &states)).allSatisfy { abs($0 - $1) < 1e-12 })
    var second = [SVFState<Double>()]
    #expect(zip(samples[1], Self.reference(input, [sections[1]], &second)).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(abs(group.states(0).1.band - states[0].band) < 1e-12 && abs(states[0].band) > 1e-3)
  }

  /// The states become zero in silence.
  @Test func silenceEndsTheStates() {
    var group = SteadyGroup(capacity: 2)
    for section in Self.sections(2, 300, rate: 48_000) {
      group.append(section, (SVFState(band: 0.1, low: 0.1), SVFState(band: 0, low: 0.2)), SIMD2(1, 1))
    }
    // With the Q of the bell's poles, 2.8, the decay of 500 dB has 8200 frames.
    var samples = [[Double](repeating: 0, count: 10_240), [Double](repeating: 0, count: 10_240)]
    Self.process(&group, &samples, lengths: [Int](repeating: 256, count: 40))
    #expect(samples[0][0] != 0)
    #expect(group.states(0).0.band == 0 && group.states(1).1.low == 0)
    #expect(samples[0].suffix(256).allSatisfy { $0 == 0 })
  }

  private static func process(_ group: inout SteadyGroup, _ samples: inout [[Double]], lengths: [Int]) {
    var (left, right) = (samples[0], samples[1])
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        var start = 0
        for frames in lengths {
          let outputs = (left.baseAddress! + start, right.baseAddress! + start)
          group.process((UnsafePointer(outputs.0), UnsafePointer(outputs.1)), outputs, gain: 1, frames: frames)
          start += frames
        }
      }
    }
    samples = [left, right]
  }
}

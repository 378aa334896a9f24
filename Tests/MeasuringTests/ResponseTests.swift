import Foundation
import Model
import Testing

@testable import Measuring

@Suite struct ResponseTests {
  private let rate = 48_000.0

  /// The impulse response of a moving average of two samples: magnitude cos(pi f / rate), phase -pi f / rate.
  private func average(delayed frames: Int = 0) -> [Float] {
    var impulse = [Float](repeating: 0, count: 1 << 16)
    impulse[frames] = 0.5
    impulse[frames + 1] = 0.5
    return impulse
  }

  @Test func theMagnitudeOfAMovingAverageIsACosine() {
    let response = Response(.defaults, impulse: average(), rate: rate, latency: 0)
    #expect(response.magnitude.x.first == 20 && response.magnitude.x.last! > 19_700)
    for (frequency, decibels) in zip(response.magnitude.x, response.magnitude.y) {
      // Frequencies have four digits: at 19.7 kHz, where the slope is steepest, an error of 5 Hz changes the level by
      // 0.01 dB.
      #expect(abs(Double(decibels) - 20 * log10(cos(Double.pi * Double(frequency) / rate))) < 0.02)
    }
    #expect(response.phase.x.count == response.magnitude.x.count)
    for (frequency, degrees) in zip(response.phase.x, response.phase.y) {
      #expect(abs(Double(degrees) + 180 * Double(frequency) / rate) < 0.1)
    }
  }

  @Test func thePhaseExcludesTheReportedLatency() {
    let plain = Response(.defaults, impulse: average(), rate: rate, latency: 0)
    let delayed = Response(.defaults, impulse: average(delayed: 777), rate: rate, latency: 777)
    #expect(delayed.magnitude == plain.magnitude)
    for (one, other) in zip(delayed.phase.y, plain.phase.y) { #expect(abs(one - other) < 0.15) }
    let uncorrected = Response(.defaults, impulse: average(delayed: 777), rate: rate, latency: 0)
    #expect(zip(uncorrected.phase.y, plain.phase.y).contains { abs($0 - $1) > 90 })
  }

  @Test func narrowNotchesAreKept() {
    // A comb filter with notches 100 Hz apart: above 5 kHz, a band of 1/24 octave contains several notches.
    var impulse = [Float](repeating: 0, count: 1 << 16)
    impulse[0] = 0.5
    impulse[480] = 0.5
    let response = Response(.defaults, impulse: impulse, rate: rate, latency: 0)
    let high = zip(response.magnitude.x, response.magnitude.y).filter { $0.0 > 6000 }.map(\.1)
    #expect(high.max()! > -0.01)
    #expect(high.min()! < -30)
  }
}

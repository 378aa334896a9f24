import Foundation
import Testing

@testable import DSP

@Suite struct BiquadTests {
  private let biquad = Biquad(frequency: 0.2, damping: 0.1, direct: 0.7, bandGain: 1.3, lowGain: -0.4)

  /// The formula of the response against the frames themselves.
  @Test func responseIsThatOfTheFrames() {
    var state = BiquadState()
    let impulse = (0..<2000).map { state.next($0 == 0 ? 1 : 0, biquad) }
    for angle in [0.01, 0.2, 1, 2, 3] {
      var (real, imaginary) = (0.0, 0.0)
      for (frame, sample) in impulse.enumerated() {
        real += sample * cos(angle * Double(frame))
        imaginary -= sample * sin(angle * Double(frame))
      }
      let response = biquad.response(at: angle)
      // 2000 frames decay by 0.95^2000, and 2000 roundings of 1e-16 add up.
      #expect(abs(response.real - real) < 1e-11 && abs(response.imaginary - imaginary) < 1e-11)
    }
    #expect(impulse.contains { abs($0) > 0.1 })
  }

  /// Four frames at a time are the same filter as one at a time.
  @Test func blocksAreTheSameFilter() {
    let noise = (0..<400).map { Double($0 * 7919 % 1000) / 500 - 1 }
    let block = BlockBiquad(biquad)
    var (state, states) = (BiquadState(), SIMD2<Double>())
    for start in stride(from: 0, to: noise.count, by: 4) {
      let four = block.next(SIMD4(noise[start], noise[start + 1], noise[start + 2], noise[start + 3]), &states)
      for frame in 0..<4 {
        let one = state.next(noise[start + frame], biquad)
        #expect(abs(four[frame] - one) < 1e-12)
      }
    }
  }

  /// Rounding at 20 Hz and 192 kHz: the double-precision filter against the same filter in twice the precision, as the
  /// difference of two runs that round differently. The bar is -150 dB of a full-scale input.
  @Test(arguments: [0.1, 0.7071, 25]) func roundingIsInaudibleAtLowFrequencies(q: Double) {
    let biquad = LowpassDesign(rate: 192_000).biquad(cutoff: 20, q: q)
    let block = BlockBiquad(biquad)
    var (state, states, worst, peak) = (BiquadState(), SIMD2<Double>(), 0.0, 0.0)
    for start in stride(from: 0, to: 400_000, by: 4) {
      let x = SIMD4((0..<4).map { sin(Double(start + $0) * 2 * .pi * 20 / 192_000) })
      let four = block.next(x, &states)
      for frame in 0..<4 {
        let one = state.next(x[frame], biquad)
        worst = max(worst, abs(four[frame] - one))
        peak = max(peak, abs(one))
      }
    }
    #expect(worst < 3.2e-8)
    #expect(peak > 0.05)
  }
}

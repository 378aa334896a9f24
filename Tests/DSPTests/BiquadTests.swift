import Foundation
import Testing

@testable import DSP

@Suite struct BiquadTests {
  private let biquad = Biquad(
    frequency: 0.2, damping: 0.1, leak: 0.02, direct: 0.7, bandGain: 1.3, lowGain: -0.4)

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

  /// A stretch in four lanes is the same filter as frame by frame, from a lowpass to a bell, in both channels of a pair.
  @Test func stretchesAreTheSameFilter() {
    let first = LowpassDesign(rate: 48_000).biquad(cutoff: 9000, q: 5).vector
    let last = BellDesign(rate: 48_000).biquad(frequency: 500, q: 0.3, decibels: 20).vector
    let frames = BiquadStretch.frames
    let noise = (0..<frames).map { Double($0 * 7919 % 1000) / 500 - 1 }
    let line = BiquadLine(Glide.Line(start: first, slope: (last - first) * (1 / Double(frames)), frames: frames))
    let before = BiquadState(band: 0.3, low: -0.7)
    var (state, output) = (before, noise)
    output.withUnsafeMutableBufferPointer { samples in
      guard let place = samples.baseAddress else { return }
      BiquadStretch.run(line, &state, UnsafePointer(place), place)
    }
    var pair = BiquadPair(line, (BiquadState(), before))
    for frame in 0..<frames {
      let expected = pair.next(SIMD2(0, noise[frame]))
      // Each frame rounds a few numbers below 4 to 2^-53.
      #expect(abs(output[frame] - expected[1]) < 1e-13 && expected[0] == 0)
    }
    #expect(abs(state.band - pair.states.1.band) < 1e-13 && abs(state.low - pair.states.1.low) < 1e-13)
    #expect(output.contains { abs($0) > 0.5 })
  }

  /// Between any two lowpasses or bells, and on the straight line between them, the states lose energy without input:
  /// whatever moves, it pumps nothing up.
  @Test func noMovementAddsEnergy() {
    var generator = SplitMix(seed: 7)
    for rate in [8000.0, 48_000] {
      let (bells, lowpasses) = (BellDesign(rate: rate), LowpassDesign(rate: rate))
      func random() -> Biquad {
        let frequency = 20 * pow(1000, Double.random(in: 0...1, using: &generator))
        let q = 0.1 * pow(250, Double.random(in: 0...1, using: &generator))
        return Bool.random(using: &generator)
          ? lowpasses.biquad(cutoff: frequency, q: q)
          : bells.biquad(frequency: frequency, q: q, decibels: Double.random(in: -50...50, using: &generator))
      }
      for _ in 0..<2000 {
        let share = Double.random(in: 0...1, using: &generator)
        let between = Biquad(random().vector * share + random().vector * (1 - share))
        let angle = Double.random(in: 0...(2 * .pi), using: &generator)
        var state = BiquadState(band: cos(angle), low: sin(angle))
        _ = state.next(0, between)
        // A few roundings to 2^-53.
        #expect(state.band * state.band + state.low * state.low < 1 + 1e-15)
      }
    }
    // A damping that is too small is noticed.
    var state = BiquadState(band: 1, low: 0)
    _ = state.next(0, Biquad(frequency: 0.2, damping: 0.001, leak: 0.02, direct: 1, bandGain: 0, lowGain: 0))
    #expect(state.band * state.band + state.low * state.low > 1.01)
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

import Foundation
import Support
import Testing

@testable import DSP

@Suite struct SVFTests {
  private let coefficients = SVFCoefficients(
    frequency: 0.2, damping: 0.1, leak: 0.02, inputGain: 0.7, bandGain: 1.3, lowGain: -0.4)

  /// Returns samples between -1 and 1 that look random.
  private func noise(_ count: Int) -> [Double] {
    (0..<count).map { (frame: Int) -> Double in Double(frame * 7919 % 1000) / 500 - 1 }
  }

  @Test func transferFunctionMatchesImpulseResponse() {
    var state = SVFState<Double>()
    let lanes = SVFLanes<Double>(coefficients)
    let impulse = (0..<2000).map { state.next($0 == 0 ? 1 : 0, lanes) }
    for angle in [0.01, 0.2, 1, 2, 3] {
      var (real, imaginary) = (0.0, 0.0)
      for (frame, sample) in impulse.enumerated() {
        real += sample * cos(angle * Double(frame))
        imaginary -= sample * sin(angle * Double(frame))
      }
      let response = coefficients.response(at: angle)
      // The impulse response decays by 0.95^2000. The sum has 2000 rounding errors of 1e-16.
      #expect(abs(response.real - real) < 1e-11 && abs(response.imaginary - imaginary) < 1e-11)
    }
    #expect(impulse.contains { abs($0) > 0.1 })
  }

  @Test func fourFramesAtATimeEqualSingleFrames() {
    let noise = noise(400)
    let block = BlockSVF(coefficients)
    let lanes = SVFLanes<Double>(coefficients)
    var (state, pair) = (SVFState<Double>(), SIMD2<Double>())
    for start in stride(from: 0, to: noise.count, by: 4) {
      let four = block.next(SIMD4(noise[start], noise[start + 1], noise[start + 2], noise[start + 3]), &pair)
      for frame in 0..<4 {
        let one = state.next(noise[start + frame], lanes)
        #expect(abs(four[frame] - one) < 1e-12)
      }
    }
  }

  /// For coefficients that move from a lowpass to a bell, four lanes give the same output and states as single frames.
  @Test func parallelFramesEqualSingleFrames() {
    let first = LowpassDesign(rate: 48_000).coefficients(cutoff: 9000, q: 5).vector
    let last = BellDesign(rate: 48_000).coefficients(frequency: 500, q: 0.3, decibels: 20).vector
    let frames = ParallelSVF.frames
    let noise = noise(frames)
    let ramp = SVFRamp(Smoother.Segment(start: first, slope: (last - first) * (1 / Double(frames)), frames: frames))
    let before = SVFState(band: 0.3, low: -0.7)
    var (state, output) = (before, noise)
    output.withUnsafeMutableBufferPointer { samples in
      guard let place = samples.baseAddress else { return }
      ParallelSVF.run(ramp, &state, UnsafePointer(place), place)
    }
    var pair = SVFState(band: SIMD2(0, before.band), low: SIMD2(0, before.low))
    var lanes = SVFLanes<SIMD2<Double>>(ramp.start)
    for frame in 0..<frames {
      let expected = pair.next(SIMD2(0, noise[frame]), lanes)
      lanes.advance(by: ramp.slope)
      // Each frame rounds a few numbers below 4 to 2^-53.
      #expect(abs(output[frame] - expected[1]) < 1e-13 && expected[0] == 0)
    }
    #expect(abs(state.band - pair.band[1]) < 1e-13 && abs(state.low - pair.low[1]) < 1e-13)
    #expect(output.contains { abs($0) > 0.5 })
  }

  /// Both orders of operations are the same recurrence, with and without input.
  @Test func fewerOperationsGiveTheSameOutput() {
    let lanes = SVFLanes<Double>(coefficients)
    var (a, b) = (SVFState(band: 0.3, low: -0.7), SVFState(band: 0.3, low: -0.7))
    var peak = 0.0
    let noise = noise(200)
    for frame in 0..<400 {
      let input = frame < 200 ? noise[frame] : 0
      let expected = a.next(input, lanes)
      let output = frame < 200 ? b.nextInFewerOperations(input, lanes) : b.nextInFewerOperations(lanes)
      // The states lose a tenth per frame, so no more than about 20 rounding errors of 2^-53 of numbers below 10 add up.
      #expect(abs(output - expected) < 1e-13 && abs(a.band - b.band) < 1e-13 && abs(a.low - b.low) < 1e-13)
      peak = max(peak, abs(output))
    }
    #expect(peak > 0.5)
  }

  /// Without input the states lose energy, for any lowpass or bell and on the straight line between any two of them.
  /// Moving coefficients therefore never add energy.
  @Test func movingCoefficientsAddNoEnergy() {
    var generator = SplitMix64(seed: 7)
    for rate in [8000.0, 48_000] {
      let (bells, lowpasses) = (BellDesign(rate: rate), LowpassDesign(rate: rate))
      func random() -> SVFCoefficients {
        let frequency = 20 * pow(1000, Double.random(in: 0...1, using: &generator))
        let q = 0.1 * pow(250, Double.random(in: 0...1, using: &generator))
        return Bool.random(using: &generator)
          ? lowpasses.coefficients(cutoff: frequency, q: q)
          : bells.coefficients(frequency: frequency, q: q, decibels: Double.random(in: -50...50, using: &generator))
      }
      for _ in 0..<2000 {
        let share = Double.random(in: 0...1, using: &generator)
        let between = SVFCoefficients(random().vector * share + random().vector * (1 - share))
        let angle = Double.random(in: 0...(2 * .pi), using: &generator)
        var state = SVFState(band: cos(angle), low: sin(angle))
        _ = state.next(0, SVFLanes(between))
        // A few rounding errors of 2^-53.
        #expect(state.band * state.band + state.low * state.low < 1 + 1e-15)
      }
    }
    // Positive control: the test detects too little damping.
    var state = SVFState(band: 1.0, low: 0)
    let coefficients = SVFCoefficients(
      frequency: 0.2, damping: 0.001, leak: 0.02, inputGain: 1, bandGain: 0, lowGain: 0)
    _ = state.next(0, SVFLanes(coefficients))
    #expect(state.band * state.band + state.low * state.low > 1.01)
  }

  /// The rounding error at 20 Hz and 192 kHz is below -150 dB of a full-scale input. The difference between two runs that
  /// round differently estimates it.
  @Test(arguments: [0.1, 0.7071, 25]) func roundingIsInaudibleAtLowFrequencies(q: Double) {
    let coefficients = LowpassDesign(rate: 192_000).coefficients(cutoff: 20, q: q)
    let block = BlockSVF(coefficients)
    let lanes = SVFLanes<Double>(coefficients)
    var (state, pair, worst, peak) = (SVFState<Double>(), SIMD2<Double>(), 0.0, 0.0)
    for start in stride(from: 0, to: 400_000, by: 4) {
      let x = SIMD4((0..<4).map { sin(Double(start + $0) * 2 * .pi * 20 / 192_000) })
      let four = block.next(x, &pair)
      for frame in 0..<4 {
        let one = state.next(x[frame], lanes)
        worst = max(worst, abs(four[frame] - one))
        peak = max(peak, abs(one))
      }
    }
    #expect(worst < 3.2e-8)
    #expect(peak > 0.05)
  }
}

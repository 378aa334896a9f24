import Foundation
import Testing

@testable import DSP

@Suite struct CombDesignTests {
  /// The frequency of the largest magnitude, in cents from `fundamental`, with an exact delay and an exact lowpass.
  private func peak(_ parameters: CombFilter.Parameters, near fundamental: Double, rate: Double) -> Double {
    func magnitude(_ cents: Double) -> Double {
      let angle = 2 * Double.pi * fundamental * pow(2, cents / 1200) / rate
      let pole = 1 - parameters.lowpassCoefficient
      // The response of the delay line and the lowpass: `gain` with the phase `turn`.
      let (real, imaginary) = (1 - pole * cos(angle), pole * sin(angle))
      let gain = parameters.lowpassCoefficient / (real * real + imaginary * imaginary).squareRoot()
      let turn = -angle * parameters.delay - atan2(imaginary, real)
      let (x, y) = (gain * cos(turn), gain * sin(turn))
      let (a, b) = (parameters.echoGain / parameters.inputGain - parameters.feedback, -parameters.feedback)
      let above = (1 + a * x) * (1 + a * x) + a * y * a * y
      return above / ((1 + b * x) * (1 + b * x) + b * y * b * y)
    }
    return stride(from: -60.0, through: 60, by: 0.01).max { magnitude($0) < magnitude($1) } ?? .nan
  }

  /// Damping moves the first peak by at most 2 cents, at any feedback and mix.
  @Test(arguments: [90.0, 99, 50, -90, -50], [100.0, 50])
  func dampingDoesNotDetune(feedback: Double, mix: Double) {
    for fundamental in [55.0, 440, 1760] {
      for damping in [500.0, 1000, 5000] {
        let design = CombDesign(
          delay: (feedback > 0 ? 1000 : 500) / fundamental, feedback: feedback, feedforward: 0, damping: damping,
          mix: mix, gain: -6)
        let (parameters, shown) = design.parameters(rate: 48_000)
        #expect(abs(peak(parameters, near: fundamental, rate: 48_000)) <= 2)
        #expect(abs(shown / fundamental - 1) < 1e-9)
      }
    }
  }

  /// Positive control of the test above: without the correction for the lowpass, the peak is too low.
  @Test func dampingWithoutCorrectionDetunes() {
    let design = CombDesign(delay: 1000 / 440, feedback: 90, feedforward: 0, damping: 5000, mix: 100, gain: 0)
    var parameters = design.parameters(rate: 48_000).parameters
    #expect(abs(peak(parameters, near: 440, rate: 48_000)) < 0.02)
    parameters.delay = 48_000 / 440
    // The delay is too long by about one frame of 109.
    #expect(peak(parameters, near: 440, rate: 48_000) < -15)
  }

  /// The response has no step where the lowpass ends: 0.01 % below, the loss at 20 kHz is less than 0.01 dB. Up to half of
  /// that damping the analog cutoff of the lowpass is within 7 % of the damping.
  @Test(arguments: [8000.0, 48_000, 768_000]) func dampingEndsWithoutAStep(rate: Double) {
    func coefficient(_ damping: Double) -> Double {
      CombDesign(delay: 10, feedback: 90, feedforward: 0, damping: damping, mix: 100, gain: 0).parameters(rate: rate)
        .parameters.lowpassCoefficient
    }
    let pole = 1 - coefficient(CombDesign.undamped * 0.9999)
    #expect(20 * log10((1 - pole) / (1 + pole)) > -0.01)
    #expect(coefficient(CombDesign.undamped) == 1)
    for damping in [200.0, 1000, 5000, 10_000] {
      let analog = -log(1 - coefficient(damping)) * rate / (2 * .pi)
      #expect((1...1.07).contains(analog / damping))
    }
    #expect(coefficient(CombDesign.undamped * 0.5) < 0.9999 || rate < 20_000)
  }
}

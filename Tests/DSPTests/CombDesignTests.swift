import Foundation
import Testing

@testable import DSP

@Suite struct CombDesignTests {
  /// Where the comb's magnitude is greatest, in cents from `fundamental`, with a delay and a lowpass without any error.
  private func peak(_ settings: CombSettings, near fundamental: Double, rate: Double) -> Double {
    func magnitude(_ cents: Double) -> Double {
      let angle = 2 * Double.pi * fundamental * pow(2, cents / 1200) / rate
      let pole = 1 - settings.openness
      // The line and the lowpass: a number turned by `turn`, over another.
      let (real, imaginary) = (1 - pole * cos(angle), pole * sin(angle))
      let gain = settings.openness / (real * real + imaginary * imaginary).squareRoot()
      let turn = -angle * settings.delay - atan2(imaginary, real)
      let (x, y) = (gain * cos(turn), gain * sin(turn))
      let (a, b) = (settings.echo / settings.direct - settings.feedback, -settings.feedback)
      let above = (1 + a * x) * (1 + a * x) + a * y * a * y
      return above / ((1 + b * x) * (1 + b * x) + b * y * b * y)
    }
    return stride(from: -60.0, through: 60, by: 0.01).max { magnitude($0) < magnitude($1) } ?? .nan
  }

  /// Damping moves the peak of the first tooth by 2 cents at most, whatever the feedback and the mix.
  @Test(arguments: [90.0, 99, 50, -90, -50], [100.0, 50])
  func dampingDoesNotDetune(feedback: Double, mix: Double) {
    for fundamental in [55.0, 440, 1760] {
      for damping in [500.0, 1000, 5000] {
        let design = CombDesign(
          delay: (feedback > 0 ? 1000 : 500) / fundamental, feedback: feedback, feedforward: 0, damping: damping,
          mix: mix, gain: -6)
        let (settings, shown) = design.tuned(rate: 48_000)
        #expect(abs(peak(settings, near: fundamental, rate: 48_000)) <= 2)
        #expect(abs(shown / fundamental - 1) < 1e-9)
      }
    }
  }

  /// The same comb with a line as long as the delay would be far too low: the lowpass delays as well.
  @Test func aLineAsLongAsTheDelayWouldDetune() {
    let design = CombDesign(delay: 1000 / 440, feedback: 90, feedforward: 0, damping: 5000, mix: 100, gain: 0)
    var settings = design.tuned(rate: 48_000).settings
    #expect(abs(peak(settings, near: 440, rate: 48_000)) < 0.02)
    settings.delay = 48_000 / 440
    // By a frame or so of 109.
    #expect(peak(settings, near: 440, rate: 48_000) < -15)
  }

  /// The knob has no step where the lowpass ends: a hundredth of a per cent below it the loop's loss at 20 kHz is less than
  /// 0.01 dB. Half way, and below, the lowpass is that of its damping, with 7 % for the way up.
  @Test(arguments: [8000.0, 48_000, 768_000]) func dampingEndsWithoutAStep(rate: Double) {
    func openness(_ damping: Double) -> Double {
      CombDesign(delay: 10, feedback: 90, feedforward: 0, damping: damping, mix: 100, gain: 0).tuned(rate: rate)
        .settings.openness
    }
    let pole = 1 - openness(CombDesign.undamped * 0.9999)
    #expect(20 * log10((1 - pole) / (1 + pole)) > -0.01)
    #expect(openness(CombDesign.undamped) == 1)
    for damping in [200.0, 1000, 5000, 10_000] {
      let analog = -log(1 - openness(damping)) * rate / (2 * .pi)
      #expect((1...1.07).contains(analog / damping))
    }
    #expect(openness(CombDesign.undamped * 0.5) < 0.9999 || rate < 20_000)
  }
}

import Foundation
import Testing

@testable import DSP

@Suite struct QuarterWaveTests {
  @Test func isRightToThirteenDigits() {
    for angle in Sweep.points(1e-5...(0.49 * Double.pi), 5000) {
      let wave = QuarterWave(angle: angle)
      #expect(abs(wave.sine / sin(angle) - 1) < 1e-13)
      #expect(abs(wave.cosine / cos(angle) - 1) < 1e-13)
    }
  }
}

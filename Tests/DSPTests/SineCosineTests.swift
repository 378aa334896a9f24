import Foundation
import Testing

@testable import DSP

@Suite struct SineCosineTests {
  @Test func relativeErrorIsBelow1e13() {
    for angle in Sweep.points(1e-5...(0.49 * Double.pi), 5000) {
      let wave = SineCosine(angle: angle)
      #expect(abs(wave.sine / sin(angle) - 1) < 1e-13)
      #expect(abs(wave.cosine / cos(angle) - 1) < 1e-13)
    }
  }
}

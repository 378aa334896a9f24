import Foundation
import LV2DSP
import Testing

@Suite struct DelayLineTests {
  @Test func aDelayLineReturnsThePast() {
    var line = DelayLine(longest: 100)
    for index in 0..<1000 {
      line.write(Float(index))
      for delay in [0, 1, 50, 100] where index >= delay { #expect(line.read(delay) == Float(index - delay)) }
      if index > 100 { #expect(line.read(Float(7.25)) == Float(index) - 7.25) }
    }
    line.reset()
    #expect((0...100).allSatisfy { line.read($0) == 0 })
    // Older samples stay silent while new ones arrive, until the ring is full of these.
    for index in 1...1000 {
      line.write(Float(index))
      for delay in 0...100 { #expect(line.read(delay) == (delay < index ? Float(index - delay) : 0)) }
      #expect(line.read(Float(100)) == (index > 100 ? Float(index - 100) : 0))
    }
  }

  /// A reset runs on the audio thread: a hundred thousand resets of ten seconds at 192 kHz would clear 800 GB.
  @Test func theTimeOfAResetDoesNotDependOnTheCapacity() {
    var line = DelayLine(longest: 1_920_000)
    for index in 0..<100_000 {
      line.write(Float(index))
      line.reset()
    }
    #expect(line.read(0) == 0)
  }

  /// The error that the documentation states, for sines up to 5 kHz at 44.1 kHz; whole delays are exact.
  @Test func precisePositionsHaveTheStatedError() {
    for hertz in [100.0, 1000, 5000] {
      var line = DelayLine(longest: 64)
      func sample(_ frame: Double) -> Double { Foundation.sin(2 * .pi * hertz / 44_100 * frame) }
      for frame in 0..<200 {
        line.write(Float(sample(Double(frame))))
        guard frame > 80 else { continue }
        for delay in [7.0, 7.5, 20.123, 63.999, 64] {
          // The error of the real and of the imaginary part, and the rounding of the samples and of the result.
          let allowed = 2.0.squareRoot() * 3.4e-5 + 1.2e-7
          #expect(abs(Double(line.readPrecisely(delay)) - sample(Double(frame) - delay)) < allowed)
        }
        #expect(line.readPrecisely(10) == line.read(10))
      }
    }
  }

  /// The shortest delay, and delays that are limited, do not read outside of the line.
  @Test func shortAndLongPositionsAreLimited() {
    var line = DelayLine(longest: 10)
    for index in 0..<100 { line.write(index % 2 == 0 ? 1 : 1) }
    for delay in [-5.0, 0, 1, 1.5, 2.7, 10, 1e9] { #expect(abs(line.readPrecisely(delay) - 1) < 1e-6) }
  }
}

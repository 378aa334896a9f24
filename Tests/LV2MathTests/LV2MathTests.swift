import Foundation
import LV2Math
import Testing

@Suite struct LV2MathTests {
  /// Evenly distributed numbers.
  private func numbers(_ range: ClosedRange<Float>) -> [Float] {
    (0...20_000).map { range.lowerBound + (range.upperBound - range.lowerBound) * Float($0) / 20_000 }
  }

  @Test func powersOfTwoHaveTheStatedError() {
    for x in numbers(-126...127) {
      #expect(abs(Double(LV2Math.exp2(x)) / Foundation.pow(2, Double(x)) - 1) < 7e-8)
    }
    #expect(LV2Math.exp2(0) == 1 && LV2Math.exp2(10) == 1024 && LV2Math.exp2(.nan) == 1)
    #expect(LV2Math.exp2(1000) == LV2Math.exp2(127) && LV2Math.exp2(-.infinity) == LV2Math.exp2(-126))
  }

  @Test func logarithmsHaveTheStatedError() {
    for x in numbers(0.5...2) { #expect(abs(Double(LV2Math.log2(x)) - Foundation.log2(Double(x))) < 1e-7) }
    for x in numbers(-120...120).map({ LV2Math.exp2($0) }) {
      // Half a unit in the last place of a number up to 128 is 3.8e-6.
      #expect(abs(Double(LV2Math.log2(x)) - Foundation.log2(Double(x))) < 3.9e-6)
    }
    #expect(LV2Math.log2(1) == 0 && LV2Math.log2(0) == -126 && LV2Math.log2(-1) == -126)
    #expect(LV2Math.log2(.nan) == -126 && LV2Math.log2(.infinity) <= 128)
  }

  @Test func sinesHaveTheStatedError() {
    for x in numbers(-8...8) {
      #expect(abs(Double(sine(turns: x)) - Foundation.sin(2 * .pi * Double(x))) < 7e-8)
      // The sum of the angle and a quarter is rounded, by up to 4.8e-7 turns.
      #expect(abs(Double(cosine(turns: x)) - Foundation.cos(2 * .pi * Double(x))) < 7e-8 + 2 * .pi * 4.8e-7)
    }
    #expect(sine(turns: 0) == 0 && sine(turns: .infinity) == 0 && sine(turns: .nan) == 0)
  }

  @Test func levelsAreConverted() {
    for level in numbers(-120...120) {
      let ratio = Double(amplitude(decibels: level))
      #expect(abs(ratio / Foundation.pow(10, Double(level) / 20) - 1) < 2e-6)
      #expect(abs(Double(decibels(amplitude: Float(ratio))) - Double(level)) < 3e-5)
    }
    #expect(amplitude(decibels: 0) == 1 && decibels(amplitude: 1) == 0)
  }

  @Test func squareRootsAreRounded() {
    for x in numbers(0...100) { #expect(squareRoot(x) == x.squareRoot()) }
    #expect(squareRoot(-1) == 0 && squareRoot(.nan) == 0)
  }

  @Test func aOnePoleReaches63PercentAfterItsTimeConstant() {
    var pole = OnePole(seconds: 0.01, rate: 48_000)
    for _ in 0..<480 { _ = pole.next(1) }
    #expect(abs(pole.value - (1 - Float(Foundation.exp(-1.0)))) < 1e-4)
    for _ in 0..<100_000 { _ = pole.next(0) }
    #expect(pole.value == 0)
  }

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
}

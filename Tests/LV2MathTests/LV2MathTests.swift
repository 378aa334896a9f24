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

  @Test func tangentsHaveTheStatedError() {
    for x in numbers(-0.245...0.245) where x != 0 {
      #expect(abs(Double(tangent(turns: x)) / Foundation.tan(2 * .pi * Double(x)) - 1) < 3e-7)
    }
    #expect(tangent(turns: 0) == 0)
  }
}

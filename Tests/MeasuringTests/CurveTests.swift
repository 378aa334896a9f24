import Model
import Testing

@testable import Measuring

@Suite struct CurveTests {
  @Test func thinningKeepsPeaks() {
    var samples = [Float](repeating: 0, count: 10_000)
    samples[1234] = 1
    samples[8765] = -2
    let curve = Curve(thinning: samples, columns: 50, start: -10, step: 0.5)
    #expect(curve.x.count == curve.y.count && curve.x.count <= 100)
    #expect(curve.x == curve.x.sorted())
    #expect(zip(curve.x, curve.y).contains { $0 == 607 && $1 == 1 })
    #expect(zip(curve.x, curve.y).contains { $0 == 4373 && $1 == -2 })
  }

  @Test func fewSamplesAreAllKept() {
    let curve = Curve(thinning: [3, 1, 2], columns: 10, start: 0, step: 1)
    #expect(curve == Curve(x: [0, 1, 2], y: [3, 1, 2]))
    #expect(Curve(thinning: [], columns: 10, start: 0, step: 1) == Curve())
  }

  /// Rounded up, it would be infinite.
  @Test func theLargestNumberStaysFinite() {
    #expect(Double(Float.greatestFiniteMagnitude).compact == .greatestFiniteMagnitude)
  }

  @Test func numbersAreRounded() {
    #expect((1234.567).compact == 1235)
    #expect((-0.000123456).compact == -0.0001235)
    #expect((0.0).compact == 0)
    #expect((12.3456).rounded(digits: 1) == 12.3)
  }
}

import Foundation
import Testing

@testable import DSP

@Suite struct ExponentialTests {
  /// An error of at most 1.2 units in the last place, and of libm's result 0.6, is a distance of at most 1.
  @Test func equalsTheLastPlaceOfLibm() {
    for x in Sweep.points(1e-9...700, 20_000).flatMap({ [$0, -$0] }) {
      let (own, reference) = (exponential(x), exp(x))
      #expect(abs(Int64(own.bitPattern) - Int64(reference.bitPattern)) <= 1, "e^\(x)")
    }
  }

  @Test func theLimitsAreFinite() {
    #expect(exponential(0) == 1 && exponential(-0.0) == 1)
    #expect(exponential(-1e9) == exponential(-700) && exponential(-700) < 1e-300)
  }
}

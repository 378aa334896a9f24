import Testing

@testable import Effects

@Suite struct BandControlTests {
  /// The short way to the value of a port limits it as its declaration does.
  @Test func valuesAreLimitedAsDeclared() {
    let values: [Float] = [.nan, -.infinity, -1000, -7.6, -0.4, 0, 0.3, 1.5, 3.49, 13, 31, 480, 1e6, .infinity]
    for band in 0..<8 {
      for control in (0...BandControl.ratio.rawValue).compactMap(BandControl.init) {
        let declaration = ParametricEQStereoPort.band(control, band).declaration
        for value in values { #expect(control.sanitized(value, band) == declaration.sanitized(value)) }
      }
    }
  }
}

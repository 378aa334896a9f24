import Support
import Testing

@testable import Measuring
@testable import Views

/// Two implementations of one transform: kissfft for the measurements, and another one for the windows.
@Suite struct FourierTests {
  @Test(arguments: [4, 64, 8192]) func bothTransformsAreEqual(_ count: Int) {
    var generator = SplitMix64(seed: 1)
    let samples = (0..<count).map { _ in Float.random(in: -1...1, using: &generator) }
    let measured = Fourier(samples)
    var real = samples.map(Double.init)
    var imaginary = [Double](repeating: 0, count: count)
    FourierTransform(count: count).transform(&real, &imaginary)
    for bin in 0...count / 2 {
      #expect(abs(measured.real[bin] - real[bin]) < 1e-10 && abs(measured.imaginary[bin] - imaginary[bin]) < 1e-10)
    }
  }
}

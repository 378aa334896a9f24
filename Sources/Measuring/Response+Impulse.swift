import Glibc

extension Response {
  static let lowest = 20.0
  static let highest = 20_000.0

  /// The transform of an impulse response.
  ///
  /// - Parameters:
  ///   - impulse: a power of two of samples, after an impulse of 1 at its first.
  ///   - latency: in frames; its phase is left out.
  ///   - bandsPerOctave: how fine it is.
  init(_ setting: Setting, impulse: [Float], rate: Double, latency: Double, bandsPerOctave: Int = 24) {
    self.init(setting: setting, frequencies: [], decibels: [], degrees: [])
    let spectrum = Fourier(impulse)
    let width = rate / Double(spectrum.length)
    let last = spectrum.length / 2
    let top = min(Response.highest, 0.49 * rate)
    let bands = Int((log2(top / Response.lowest) * Double(bandsPerOctave)).rounded(.down))
    let half = exp2(0.5 / Double(bandsPerOctave))
    for band in 0...bands {
      let centre = Response.lowest * exp2(Double(band) / Double(bandsPerOctave))
      let (lowest, highest) = (Int((centre / half / width).rounded(.up)), Int(centre * half / width))
      if highest - lowest < 2 {
        append(centre, spectrum, at: centre / width, latency)
      } else {
        let bins = lowest...min(highest, last)
        let least = bins.min { spectrum.magnitude($0) < spectrum.magnitude($1) } ?? lowest
        let greatest = bins.max { spectrum.magnitude($0) < spectrum.magnitude($1) } ?? lowest
        // Both, even where they are one: responses of the same rate and length have their points in pairs.
        for index in [least, greatest].sorted() {
          append(Double(index) * width, spectrum, at: Double(index), latency)
        }
      }
    }
  }

  /// One point, between two numbers of the transform where it falls there.
  private mutating func append(_ frequency: Double, _ spectrum: Fourier, at place: Double, _ latency: Double) {
    let below = min(Int(place), spectrum.length / 2 - 1)
    let fraction = place - Double(below)
    var real = 0.0
    var imaginary = 0.0
    for (index, weight) in [(below, 1 - fraction), (below + 1, fraction)] {
      let turn = 2 * Double.pi * latency * Double(index) / Double(spectrum.length)
      real += weight * (spectrum.real[index] * cos(turn) - spectrum.imaginary[index] * sin(turn))
      imaginary += weight * (spectrum.real[index] * sin(turn) + spectrum.imaginary[index] * cos(turn))
    }
    frequencies.append(frequency.compact)
    decibels.append(Decibels.of((real * real + imaginary * imaginary).squareRoot()).rounded(digits: 2))
    degrees.append((atan2(imaginary, real) * 180 / .pi).rounded(digits: 1))
  }
}

import Glibc

/// The bands of the parametric EQ that come closest to the response of a file.
struct EQFit {
  static let bandCount = 8
  static let gains = -24.0...24.0
  static let frequencies = 20.0...20_000.0
  static let qualities = 0.1...25.0

  private(set) var bands: [EQFilter]
  /// The output gain in decibels.
  private(set) var gain: Double
  /// The largest and the mean (root mean square) difference from the file between 20 Hz and 20 kHz, in decibels.
  private(set) var largestError = 0.0
  private(set) var meanError = 0.0
  /// Whether the bands are the filters of the file.
  let isExact: Bool
  /// Whether a band changes one channel only.
  var isForStereo: Bool { bands.contains { $0.channel != .stereo } }

  /// Where responses are compared: 12 frequencies in an octave, in hertz.
  private static let grid = (0...119).map { 20 * pow(1000, Double($0) / 119) }

  /// - Throws: `EQFile.Failure` if the file has more filters without gain than there are bands, or filters for one channel that are
  ///   not bands as they are.
  init(_ file: EQFile) throws(EQFile.Failure) {
    isExact = file.points.isEmpty && file.filters.count <= Self.bandCount && file.filters.allSatisfy(Self.fits)
    gain = file.preamp
    guard isExact || file.filters.allSatisfy({ $0.channel == .stereo }) else {
      throw EQFile.Failure(
        description: "filters for one channel are only imported as they are; the file has more than \(Self.bandCount), "
          + "a value that no band has, or a GraphicEQ")
    }
    if isExact {
      bands = file.filters
    } else {
      let fixed = file.filters.filter { !$0.kind.hasGain }
      guard fixed.count < Self.bandCount, fixed.allSatisfy(Self.fits) else {
        throw EQFile.Failure(
          description: "the passes and notches of the file do not fit into \(Self.bandCount) bands of 20 Hz to 20 kHz")
      }
      let target = Self.grid.map { hertz in fixed.reduce(file.level(at: hertz)) { $0 - $1.level(at: hertz) } }
      let count = Self.bandCount - fixed.count
      let fits = [
        LeastSquares(target, Self.grid, count, hasShelves: false), .init(target, Self.grid, count, hasShelves: true),
      ]
      let best = fits.min { $0.error < $1.error }!
      bands = fixed + best.filters
      gain += best.offset
    }
    gain = min(max(gain, Self.gains.lowerBound), Self.gains.upperBound)
    let errors = Self.grid.map { hertz in
      bands.reduce(gain - file.preamp - file.level(at: hertz)) { $0 + $1.level(at: hertz) }
    }
    largestError = errors.map(abs).max() ?? 0
    meanError = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  private static func fits(_ filter: EQFilter) -> Bool {
    gains.contains(filter.gain) && frequencies.contains(filter.frequency) && qualities.contains(filter.q)
  }
}

import Glibc
import Model

extension Curve {
  /// Reduces samples to at most two points for each column of a plot: the minimum and the maximum of the column.
  ///
  /// A plot with this number of columns therefore loses no peak.
  ///
  /// - Parameters:
  ///   - start: the x coordinate of the first sample.
  ///   - step: the distance of two samples in x.
  init(thinning samples: [Float], columns: Int, start: Double, step: Double) {
    self.init()
    let count = samples.count
    for column in 0..<min(columns, count) {
      let range = count * column / min(columns, count)..<count * (column + 1) / min(columns, count)
      let extremes = [range.min { samples[$0] < samples[$1] }, range.max { samples[$0] < samples[$1] }]
      for index in Set(extremes.compactMap(\.self)).sorted() {
        x.append((start + Double(index) * step).compact)
        y.append(Double(samples[index]).compact)
      }
    }
  }
}

/// Rounding keeps reports small; a plot does not show more digits.
extension Double {
  /// Rounds to a number of digits after the decimal point.
  func rounded(digits: Int) -> Float {
    let factor = pow(10, Double(digits))
    // Adding 0 turns a negative zero into 0.
    return Float((self * factor).rounded() / factor) + 0
  }

  /// The value rounded to four significant digits.
  var compact: Float {
    guard self != 0, isFinite else { return Float(self) }
    let value = rounded(digits: 3 - Int(log10(abs(self)).rounded(.down)))
    // Rounded up, the largest number is infinite.
    return value.isFinite ? value : Float(self)
  }
}

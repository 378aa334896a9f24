import Glibc
import ValidationModel

extension Curve {
  /// Reduces samples to at most two points for each column of a plot: the minimum and the maximum of the column.
  ///
  /// A plot with this number of columns therefore loses no peak.
  ///
  /// - Parameters:
  ///   - start: the x coordinate of the first sample.
  ///   - step: the distance of two samples in x.
  init(thinning samples: some RandomAccessCollection<Float>, columns: Int, start: Double, step: Double) {
    self.init()
    let count = samples.count
    for column in 0..<min(columns, count) {
      let range = count * column / min(columns, count)..<count * (column + 1) / min(columns, count)
      var lowest = range.lowerBound
      var highest = range.lowerBound
      for index in range {
        if sample(samples, index) < sample(samples, lowest) { lowest = index }
        if sample(samples, index) > sample(samples, highest) { highest = index }
      }
      for index in lowest == highest ? [lowest] : [lowest, highest].sorted() {
        x.append((start + Double(index) * step).compact)
        y.append(Double(sample(samples, index)).compact)
      }
    }
  }

  private func sample<C: RandomAccessCollection<Float>>(_ samples: C, _ offset: Int) -> Float {
    samples[samples.index(samples.startIndex, offsetBy: offset)]
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
    return rounded(digits: 3 - Int(log10(abs(self)).rounded(.down)))
  }
}

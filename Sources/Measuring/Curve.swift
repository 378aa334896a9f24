import ValidationModel

extension Curve {
  /// Samples thinned to so many columns, in each of which the least and the greatest stay: nothing that a picture of
  /// that width would show is lost.
  ///
  /// - Parameters:
  ///   - start: the place of the first sample.
  ///   - step: from one sample to the next.
  init(thinning samples: some RandomAccessCollection<Float>, columns: Int, start: Double, step: Double) {
    self.init()
    let count = samples.count
    for column in 0..<min(columns, count) {
      let range = count * column / min(columns, count)..<count * (column + 1) / min(columns, count)
      var least = range.lowerBound
      var greatest = range.lowerBound
      for index in range {
        if sample(samples, index) < sample(samples, least) { least = index }
        if sample(samples, index) > sample(samples, greatest) { greatest = index }
      }
      for index in least == greatest ? [least] : [least, greatest].sorted() {
        x.append((start + Double(index) * step).compact)
        y.append(Double(sample(samples, index)).compact)
      }
    }
  }

  private func sample<C: RandomAccessCollection<Float>>(_ samples: C, _ offset: Int) -> Float {
    samples[samples.index(samples.startIndex, offsetBy: offset)]
  }
}

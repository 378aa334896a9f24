extension Collection where Element: Equatable {
  /// The number of elements to insert, remove or replace to turn this collection into another.
  ///
  /// Source: V. I. Levenshtein, "Binary codes capable of correcting deletions, insertions and reversals", 1966; computed
  /// row by row (R. A. Wagner, M. J. Fischer, "The string-to-string correction problem", 1974). The time is proportional
  /// to the product of both lengths.
  public func editDistance(to other: some Collection<Element>) -> Int {
    let other = Array(other)
    var row = Array(0...other.count)
    for (line, element) in enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, otherElement) in other.enumerated() {
        let replaced = diagonal + (element == otherElement ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}

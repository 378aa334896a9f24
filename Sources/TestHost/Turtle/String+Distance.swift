extension String {
  /// How many letters have to be put in, left out or replaced to get from one text to the other (V. Levenshtein, "Binary
  /// codes capable of correcting deletions, insertions and reversals", 1966).
  package func distance(to other: String) -> Int {
    let right = Array(other.utf8)
    var row = Array(0...right.count)
    for (line, letter) in utf8.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in right.enumerated() {
        let kept = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = Swift.min(kept, diagonal + 1, row[column] + 1)
      }
    }
    return row[right.count]
  }
}

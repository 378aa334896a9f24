/// What the user may have meant.
enum Suggestion {
  /// `: did you mean 'cutoff'?` for the nearest name, or what names there are, or nothing where there are none.
  static func text(for name: String, among names: [String]) -> String {
    let ranked = names.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
    if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= max(2, name.count / 3) {
      return ": did you mean '\(best.name)'?"
    }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.isEmpty ? ": it has none" : ": it has \(shown)\(names.count > 8 ? " ..." : "")"
  }

  /// How many letters must be inserted, removed or replaced (Levenshtein).
  static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[second.count]
  }
}

/// What the user may have meant.
enum Suggestion {
  /// `: did you mean 'cutoff'?` for the nearest name, or what names there are.
  static func text(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return ": did you mean '\(nearest)'?" }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.isEmpty ? ": there is none" : ": there is \(shown)\(names.count > 8 ? " ..." : "")"
  }

  /// The name with the least distance, or nil where a third of the letters would have to change.
  static func nearest(to name: String, among names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
    return ranked.min { $0.distance < $1.distance }.flatMap { $0.distance <= (name.count + 1) / 3 ? $0.name : nil }
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

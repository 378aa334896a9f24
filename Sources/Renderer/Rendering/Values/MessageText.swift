import Support

/// The end of a message about an unknown name.
enum Suggestion {
  /// `; did you mean 'cutoff'?` for a similar name, otherwise the list of names.
  static func text(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return "; did you mean '\(nearest)'?" }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.isEmpty ? "; none is available" : "; available: \(shown)\(names.count > 8 ? " ..." : "")"
  }

  /// The name with the smallest edit distance; nil if more than a third of the characters differ.
  static func nearest(to name: String, among names: [String]) -> String? {
    let ranked = names.map { (name: $0, distance: Array(name.lowercased()).editDistance(to: Array($0.lowercased()))) }
    return ranked.min { $0.distance < $1.distance }.flatMap { $0.distance <= (name.count + 1) / 3 ? $0.name : nil }
  }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
  /// The number without `.0` if it is an integer.
  package var shortText: String { rounded() == self && magnitude < 1e9 ? String(Int(self)) : String(self) }
}

// How texts for people write lists, counts and numbers.

extension Sequence<String> {
  /// The words as a list: `a`, `a and b`, `a, b and c`.
  ///
  /// - Parameters:
  ///   - limit: the largest number of words; of a longer list, the others are counted: `a, b and 3 more`.
  ///   - noun: what the others are, in the singular: `a, b and 3 more ports`.
  public func listed(atMost limit: Int = .max, _ noun: String? = nil) -> String {
    var words = Array(self)
    if words.count > limit {
      let others = words.count - limit
      words.removeLast(others)
      words.append(noun.map { "\(others) more \(others == 1 ? $0 : $0.plural)" } ?? "\(others) more")
    }
    guard let last = words.popLast() else { return "" }
    return words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
  }
}

extension BinaryInteger {
  /// The number with a noun: `1 frame`, `2 frames`, `1 entry`, `0 entries`.
  ///
  /// - Parameter noun: in the singular.
  public func counted(_ noun: String) -> String { "\(self) \(noun.inNumber(self))" }
}

extension String {
  /// A noun in the singular or plural that belongs to a number, without the number.
  public func inNumber(_ count: some BinaryInteger) -> String { count == 1 ? self : plural }

  /// The plural of a noun or of a phrase that ends with it: `frames`, `boxes`, `entries`, `delays`.
  fileprivate var plural: String {
    let isConsonantY = hasSuffix("y") && !["a", "e", "i", "o", "u"].contains(dropLast().last)
    if isConsonantY { return dropLast() + "ies" }
    return ["s", "x", "z", "ch", "sh"].contains(where: hasSuffix) ? self + "es" : self + "s"
  }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
  /// The shortest decimal number that represents the value, or `NaN`, `infinity` or `-infinity`.
  public var text: String { isFinite ? "\(self)" : isNaN ? "NaN" : self < 0 ? "-infinity" : "infinity" }
}

extension Duration {
  /// The duration in seconds, rounded to microseconds.
  public var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds / 1_000_000_000_000) / 1e6
  }

  /// The duration with its unit, such as `20 s` or `0.5 s`.
  public var text: String { "\(seconds.rounded() == seconds ? "\(Int(seconds))" : "\(seconds)") s" }
}

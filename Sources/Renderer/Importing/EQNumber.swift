/// Numbers as Equalizer APO and REW write them.
enum EQNumber {
  /// A number with a decimal point or, as REW writes in some countries, a comma; with or without dB or Hz.
  static func value(_ word: some StringProtocol) throws(EQFile.Failure) -> Double {
    let digits = withoutUnit(word)
    let text = String(digits.map { $0 == "," && !digits.contains(".") ? "." : $0 }.filter { $0 != "," })
    guard let number = Double(text), number.isFinite else {
      throw EQFile.Failure(description: "'\(word)' is not a number")
    }
    return number
  }

  /// A frequency, in which REW separates thousands as the country does: `1,338`, `1.338,5`, `1 338` or `1'338`.
  ///
  /// Of different separators, the last one is the decimal point. If there is one kind, three digits after each are thousands, as
  /// for Equalizer APO.
  static func frequency(_ word: String) throws(EQFile.Failure) -> Double {
    let text = withoutUnit(word)
    let separators = text.filter { ",.'’ ".contains($0) }
    if Set(separators).count > 1, let point = separators.last {
      return try value(text.filter { $0 == point || !separators.contains($0) })
    }
    let groups = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let areThousands = (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    return try value(areThousands ? groups.joined() : text)
  }

  private static func withoutUnit(_ word: some StringProtocol) -> String {
    let hasUnit = ["hz", "db"].contains { word.lowercased().hasSuffix($0) }
    return String(hasUnit ? word.dropLast(2) : word[...]).trimming()
  }
}

extension String {
  /// Without spaces at the end.
  fileprivate func trimming() -> String {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

import Glibc

/// A gain in decibels, written `-3dB`, `-3 dB` or `-3`.
public struct Decibels: Hashable, Sendable, Codable {
  public var value: Double

  public init(_ value: Double) { self.value = value }

  /// - Returns: nil if the text is not a finite number of decibels.
  public init?(_ text: some StringProtocol) {
    var digits = Substring(text.lowercased())
    if digits.hasSuffix("db") { digits = digits.dropLast(2) }
    while digits.last == " " { digits.removeLast() }
    guard let value = Double(digits), value.isFinite else { return nil }
    self.value = value
  }

  /// The amplitude factor 10^(dB / 20).
  public var factor: Float { value == 0 ? 1 : Float(pow(10, value / 20)) }
}

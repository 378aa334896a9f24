import FoundationEssentials
import Glibc

enum HTMLNumber {
  /// Rounded to a number of significant digits, without an exponent.
  static func text(_ number: some BinaryFloatingPoint, digits count: Int = 3) -> String {
    let value = Double(number)
    guard value != 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    let digits = max(0, count - 1 - Int(log10(abs(value)).rounded(.down)))
    let factor = pow(10, Double(min(digits, 9)))
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
  }

  static func percent(_ share: Double) -> String { "\(text(share * 100, digits: 2)) %" }
}

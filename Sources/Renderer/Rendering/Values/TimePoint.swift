/// A time or a duration, written `2`, `2s`, `10ms`, `1:30.5`, `1:02:03` or `48000f` (frames).
public enum TimePoint: Hashable, Sendable {
  case seconds(Double)
  case frames(Int)

  /// The largest time in frames: eleven years at the highest sample rate. The number of bytes of twice this time does
  /// not overflow, with any number of channels.
  static let longest = 1 << 48

  /// - Returns: nil if the text is not a time, or the time is negative or longer than `longest`.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    if text.hasSuffix("f"), let frames = Int(text.dropLast()), (0...Self.longest).contains(frames) {
      self = .frames(frames)
      return
    }
    let (digits, unit) =
      text.hasSuffix("ms") ? (text.dropLast(2), 0.001) : text.hasSuffix("s") ? (text.dropLast(), 1) : (text[...], 1.0)
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts.count == 1 || unit == 1 else { return nil }
    var total = 0.0
    for (position, part) in parts.enumerated() {
      guard let value = Double(part), value.isFinite, value >= 0, part.first != "+" else { return nil }
      if position > 0 && value >= 60 { return nil }
      if position < parts.count - 1 && value.rounded() != value { return nil }
      total = total * 60 + value
    }
    guard total * unit * Double(RenderRequest.highestRate) < Double(Self.longest) else { return nil }
    self = .seconds(total * unit)
  }

  /// Rounded to the nearest frame at `rate` hertz.
  public func frames(rate: Int) -> Int {
    switch self {
    case .seconds(let seconds): Int((seconds * Double(rate)).rounded())
    case .frames(let frames): frames
    }
  }
}

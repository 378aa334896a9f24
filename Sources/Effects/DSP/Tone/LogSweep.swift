/// The frequency of a sweep from 20 Hz to 20 kHz, which rises by the same ratio in each second.
///
/// The upper end is limited to 0.45 of the sample rate.
struct LogSweep {
  private static var lowest: Double { 20 }
  private static var highest: Double { 20_000 }

  /// The frequencies of a sweep in hertz.
  static func range(rate: Double) -> ClosedRange<Double> { lowest...min(0.45 * rate, highest) }

  /// Frames between two exact frequencies.
  private static var stride: Int { 64 }

  private let rate: Double
  /// The logarithm of the ratio of the ends.
  private var nepers: Double { 6.907755278982137 }
  /// Frames since the start, and from the start to the end.
  private var frame = 0
  private(set) var length: Int
  private var ratio = 0.0
  private var factor = 1.0

  init(rate: Double) {
    self.rate = rate
    length = Int(10 * rate)
  }

  /// - Parameter seconds: the time of the whole sweep, for the next start.
  mutating func restart(seconds: Double) {
    (frame, length) = (0, Int(seconds * rate))
  }

  /// Frames until the end; 0 after it.
  var framesLeft: Int { max(length - frame, 0) }

  /// Returns the present frequency divided by the sample rate, and advances by a frame.
  mutating func next() -> Double {
    if frame % Self.stride == 0 {
      ratio = Self.lowest / rate * exponential(nepers * Double(min(frame, length)) / Double(length))
      factor = exponential(nepers / Double(length))
    }
    let present = min(ratio, min(0.45, Self.highest / rate))
    ratio *= factor
    frame += 1
    return present
  }
}

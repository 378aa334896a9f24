/// The crossfade between the untouched input and the effect, for lv2:enabled.
///
/// A weight of 0 is the input bit for bit, 1 the effect. In between it follows the polynomial 35t⁴ - 84t⁵ + 70t⁶ - 20t⁷,
/// whose first three derivatives vanish at both ends, so that the fade adds nothing audible around a tone.
struct Fade {
  /// How long a fade takes, in seconds.
  static var seconds: Double { 0.045 }

  /// The frames of a whole fade, above 0.
  let length: Int
  /// Where the fade stands: 0 is bypassed, `length` is enabled.
  private(set) var position: Int
  private let step: Double

  /// - Parameter rate: frames a second, above 1/`seconds`.
  init(rate: Double) {
    length = Int(rate * Self.seconds)
    position = length
    step = 1 / Double(length)
  }

  @inline(__always) var isEnabled: Bool { position == length }
  @inline(__always) var isBypassed: Bool { position == 0 }

  /// Ends any fade at once.
  mutating func jump(toEnabled enabled: Bool) {
    position = enabled ? length : 0
  }

  /// Moves one frame towards its end and returns the weight of the effect there, 0 to 1.
  @inline(__always)
  mutating func next(towardsEnabled enabled: Bool) -> Float {
    if enabled {
      if position < length { position += 1 }
    } else if position > 0 {
      position -= 1
    }
    if position == length { return 1 }
    let t = Double(position) * step
    let square = t * t
    return Float(square * square * (35 + t * (-84 + t * (70 - t * 20))))
  }
}

/// The crossfade between the untouched input and the effect, for lv2:enabled.
///
/// Two weights follow the polynomial 35t⁴ - 84t⁵ + 70t⁶ - 20t⁷, whose first three derivatives vanish at both ends, so that
/// the fade adds nothing audible around a tone. `heard` is how much of the input the effect hears: it rises when the effect
/// is woken, for an input that began at once would ring in it. `told` is how much of the effect is told: it falls to the
/// bypass, and a fall that has begun goes on to its end, for to turn back would be a bend. With x for the input and H for
/// the effect, the output is
/// ```
/// x + told·(H(heard·x) - heard·x)
/// ```
struct Fade {
  /// How long a fade takes, in seconds.
  static var seconds: Double { 0.045 }

  /// The frames of a whole fade, above 0.
  let length: Int
  /// Where `heard` stands, 0 to `length`.
  private(set) var hearing: Int
  /// Where `told` stands: 0 is bypassed, and so many frames are left of a fall.
  private(set) var telling: Int
  private let step: Double

  /// - Parameter rate: frames a second, above 1/`seconds`.
  init(rate: Double) {
    length = Int(rate * Self.seconds)
    hearing = length
    telling = length
    step = 1 / Double(length)
  }

  @inline(__always) var isEnabled: Bool { telling == length && hearing == length }
  @inline(__always) var isBypassed: Bool { telling == 0 }

  /// Whether the next frame goes on with a fall, or begins one.
  @inline(__always)
  func isFalling(enabled: Bool) -> Bool { telling > 0 && (telling < length || !enabled) }

  /// Ends any fade at once.
  mutating func jump(toEnabled enabled: Bool) {
    hearing = length
    telling = enabled ? length : 0
  }

  /// Ends a bypass. The effect has heard nothing yet.
  mutating func wake() {
    hearing = 0
    telling = length
  }

  /// Moves `heard` one frame on and returns it, 0 to 1.
  @inline(__always)
  mutating func nextHeard() -> Float {
    if hearing < length { hearing += 1 }
    return weight(hearing)
  }

  /// Moves `told` one frame on, towards 0 unless the effect is `enabled` and was so before, and returns it, 0 to 1.
  @inline(__always)
  mutating func nextTold(enabled: Bool) -> Float {
    if isFalling(enabled: enabled) { telling -= 1 }
    return weight(telling)
  }

  @inline(__always)
  private func weight(_ position: Int) -> Float {
    if position == length { return 1 }
    let t = Double(position) * step
    let square = t * t
    return Float(square * square * (35 + t * (-84 + t * (70 - t * 20))))
  }
}

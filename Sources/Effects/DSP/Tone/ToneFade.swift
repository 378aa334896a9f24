/// The gain of a tone at its start and its end, without corners.
struct ToneFade {
  /// 0 to 1.
  private var progress = 0.0
  private var target = 0.0
  private var step = 0.0
  private var framesLeft = 0

  /// The number of frames until the fade ends; 0 if there is none.
  var remaining: Int { framesLeft }
  /// Whether the tone is off and stays so.
  var isSilent: Bool { framesLeft == 0 && progress == 0 }
  /// Whether the tone is on, or becomes it.
  var isOn: Bool { target > 0 }

  /// Ends the tone at once.
  mutating func reset() { (progress, target, framesLeft) = (0, 0, 0) }

  /// - Parameter length: the frames of a whole fade, at least 1. A fade that is turned round takes a part of them.
  mutating func move(isOn: Bool, length: Int) {
    guard isOn != self.isOn else { return }
    target = isOn ? 1 : 0
    framesLeft = max(1, Int((abs(target - progress) * Double(length)).rounded(.up)))
    step = (target - progress) / Double(framesLeft)
  }

  /// Advances by a frame and returns the gain. Its first three derivatives are zero at both ends of a whole fade.
  mutating func next() -> Double {
    if framesLeft > 0 {
      framesLeft -= 1
      progress = framesLeft == 0 ? target : progress + step
    }
    let square = progress * progress
    return square * square * (35 + progress * (-84 + progress * (70 - progress * 20)))
  }
}

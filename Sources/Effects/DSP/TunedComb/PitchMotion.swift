/// The pitch of a tuned comb, in semitones: a note, which glides to the next one without corners, and a bend, which follows its
/// target without steps.
struct PitchMotion {
  /// The time constant of each of the two poles through which the bend moves, in seconds.
  private static var bendTime: Double { 0.005 }

  private var note = 69.0
  private var target = 69.0
  /// The distance of the glide, in semitones, its length in frames, and the number of frames that remain.
  private var distance = 0.0
  private var length = 0
  private var framesLeft = 0
  private var bend = 0.0
  private var bendBetween = 0.0
  private var bendTarget = 0.0
  private let bendFrames: Double

  init(rate: Double) { bendFrames = Self.bendTime * rate }

  @inline(__always) var isSteady: Bool { framesLeft == 0 && bend == bendTarget && bendBetween == bendTarget }
  /// The note and the bend.
  @inline(__always) var pitch: Double { note + bend }
  /// The pitch after all movements.
  @inline(__always) var finalPitch: Double { target + bendTarget }

  /// Moves to a note in a number of frames; 0 jumps, and takes the bend along.
  mutating func move(to note: Double, frames: Int) {
    (target, distance) = (note, note - self.note)
    (length, framesLeft) = (frames, frames)
    if frames == 0 { finish() }
  }

  mutating func setBend(_ semitones: Double) { bendTarget = semitones }

  /// Ends all movements.
  mutating func finish() { (note, bend, bendBetween, framesLeft) = (target, bendTarget, bendTarget, 0) }

  mutating func advance(_ frames: Int) {
    if framesLeft > 0 {
      framesLeft = max(framesLeft - frames, 0)
      let rest = Double(framesLeft) / Double(length)
      note = target - distance * rest * rest * (3 - 2 * rest)
    }
    guard bend != bendTarget || bendBetween != bendTarget else { return }
    // The exact movement of two equal poles, so that the division of the time has no influence.
    let time = Double(frames) / bendFrames
    let decay = exponential(-time)
    let (distance, between) = (bend - bendTarget, bendBetween - bendTarget)
    bend = bendTarget + decay * (distance + time * between)
    bendBetween = bendTarget + decay * between
    // A thousandth of a cent.
    if abs(bend - bendTarget) < 1e-5 && abs(between) < 1e-5 { (bend, bendBetween) = (bendTarget, bendTarget) }
  }
}

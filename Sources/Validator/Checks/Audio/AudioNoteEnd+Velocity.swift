import LV2Host
import Model
import Scenarios
import TestHost

/// Keys that are released by note-ons of velocity 0.
extension AudioNoteEnd {
  private enum Release { case noteOff, velocityZero, none }

  private static let pressed: [UInt8] = [48, 55, 64]
  /// In seconds: how long the keys are held, and how long the check listens at least.
  private static let (hold, rest) = (0.3, 0.5)
  /// -80 and -20 dB relative to the peak: rounding, and what a release must change.
  private static let (equal, clear): (Float, Float) = (1e-4, 0.1)

  /// A finding if a note-on of velocity 0 has no effect on a held note, and a note-off has one.
  ///
  /// The sound may decay while the key is held, so that a note that hangs is not heard.
  static func velocityZeroFinding(_ usual: NoteTrial.Release, _ context: PluginContext) throws -> Finding? {
    guard try ignoresVelocityZero(usual, context) else { return nil }
    let found: Finding = runFinding(
      .velocityZero, context,
      "Note-ons of velocity 0 do not release held keys: the sound is as if nothing had been sent. Note-offs change it; "
        + "expected the same release.")
    return try context.confirmed([found]) { try ignoresVelocityZero(usual, $0) }.findings.first
  }

  private static func ignoresVelocityZero(_ usual: NoteTrial.Release, _ context: PluginContext) throws -> Bool {
    let held = try recording(.none, usual, context)
    let peak = held.peak
    guard peak.isFinite, peak > equal else { return false }
    let ignored = try recording(.velocityZero, usual, context)
    guard held.largestDifference(from: ignored) <= equal * peak else { return false }
    return try recording(.noteOff, usual, context).largestDifference(from: held) > clear * peak
  }

  private static func recording(
    _ release: Release, _ usual: NoteTrial.Release, _ context: PluginContext
  ) throws -> Recording {
    let end = Int(hold * context.rate)
    let ends = pressed.compactMap { key -> Scenario.Event? in
      switch release {
      case .noteOff: Scenario.Event(end, .midi([0x80, key, 64]))
      case .velocityZero: Scenario.Event(end, .midi([0x90, key, 0]))
      case .none: nil
      }
    }
    let score = pressed.map { Scenario.Event(0, .midi([0x90, $0, 100])) } + ends
    let frames = end + Int((usual.time + rest) * context.rate)
    return try context.activeInstance().perform(Scenario.Passage(frames: frames, score: score)).audio
  }
}

import LV2Host
import Scenarios
import TestHost

extension InstanceUnderTest {
  /// In seconds: the sound at each position of a switch, in which a plug-in can learn something.
  private static let learningTime = 0.5
  /// In seconds: the sound after it.
  private static let restTime = 0.1
  /// The most positions.
  private static let mostPositions = 32

  /// If save() stores nothing, or the same as in the beginning, plays noise at each position of each switch, and after its
  /// return, until it stores something else. Sets all controls to their defaults.
  ///
  /// A noise reduction has a state only after a mode learned the noise. The instance must be active.
  ///
  /// - Parameter initial: the state of a new instance; nil if it does not matter.
  func learn(_ context: PluginContext, since initial: StateSnapshot? = nil) {
    func hasLearned() -> Bool {
      guard let state = save() else { return true }
      return !state.properties.isEmpty && state.properties != initial?.properties
    }
    if hasLearned() { return }
    let seconds = Self.learningTime
    let positions = context.sweep(seconds: seconds, for: StateRoundtrip.id).filter { setting in
      setting.values.count == 1 && setting.values.allSatisfy { $0.port.isSwitch }
    }
    for setting in positions.prefix(context.reduced(Self.mostPositions)) where !isWorkSlow {
      setDefaults()
      setting.apply(to: self)
      play(context.noise, frames: Int(seconds * context.rate))
      if hasLearned() { break }
      setDefaults()
      play(context.noise, frames: Int(Self.restTime * context.rate))
      if hasLearned() { break }
    }
    setDefaults()
    settle()
  }
}

import LV2Host
import Scenarios
import TestHost

extension InstanceUnderTest {
  /// In seconds: the sound at each position of a switch, in which a plug-in can learn something.
  private static let learningTime = 0.5
  /// The most positions.
  private static let mostPositions = 32

  /// If save() stores nothing, plays noise at each position of each switch until it does, and sets all controls to their
  /// defaults.
  ///
  /// A noise reduction has a state only after a mode learned the noise. The instance must be active.
  func learn(_ context: PluginContext) {
    guard save()?.properties.isEmpty == true else { return }
    let seconds = Self.learningTime
    let positions = context.sweep(seconds: seconds, for: StateRoundtrip.id).filter { setting in
      setting.values.count == 1 && setting.values.allSatisfy { $0.port.isSwitch }
    }
    for setting in positions.prefix(context.reduced(Self.mostPositions)) where !isWorkSlow {
      setDefaults()
      setting.apply(to: self)
      play(context.noise, frames: Int(seconds * context.rate))
      if save()?.properties.isEmpty == false { break }
    }
    setDefaults()
    settle()
  }
}

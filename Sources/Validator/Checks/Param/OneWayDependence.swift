import LV2Host
import Model
import TestHost

/// An output that depends on both inputs, while the other one depends on its own input only.
struct OneWayDependence {
  let setting: ControlSetting
  /// The output that depends on both inputs.
  let output: Int
  /// How much it changes with the input of the other channel, relative to its peak.
  let size: Float
  private let recordings: [Recording]

  /// - Returns: nil if the setting shows none.
  init?(
    _ pair: ChannelPair, _ context: PluginContext, at setting: ControlSetting, frames: Int,
    playing stimulus: ChannelPair.Stimulus = .usual
  ) throws {
    let usual = try pair.play(stimulus, context, at: setting, frames: frames)
    guard ChannelPair.isSound(usual) else { return nil }
    let others = try (0..<2).map {
      try pair.play(stimulus.replacing($0), context, at: setting, frames: frames)
    }
    guard others.allSatisfy(ChannelPair.isSound) else { return nil }
    let changes = others.map { ChannelChange($0, from: usual) }
    guard (0..<2).allSatisfy({ changes[$0].isConsiderable($0) }) else { return nil }
    let output = (0..<2).first { changes[1 - $0].isConsiderable($0) && changes[$0].isNone(1 - $0) }
    guard let output else { return nil }
    self.setting = setting
    self.output = output
    size = changes[1 - output].sizes[output]
    recordings = [usual] + others
  }

  func isIdentical(to other: OneWayDependence) -> Bool {
    output == other.output && zip(recordings, other.recordings).allSatisfy { $0.isIdentical(to: $1) }
  }
}

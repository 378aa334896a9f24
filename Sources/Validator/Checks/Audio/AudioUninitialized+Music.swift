import LV2Host
import Model
import Scenarios
import Support
import TestHost

/// The sound of an instrument that depends on the content of new memory.
///
/// Members of voices that are never set, or set only with the next step of an envelope, need notes that begin inside blocks,
/// and several velocities, pedals and controllers.
extension AudioUninitialized {
  /// In seconds: of the music.
  private static let duration = 0.5
  /// The number of settings besides the defaults.
  private static let maximumSettings = 4

  /// The findings about the music; nil if there are none.
  static func musicOutcome(_ context: PluginContext) throws -> FilledMemoryComparison? {
    guard playsMusic(context) else { return nil }
    // Each setting is played by two instances for each content of the memory.
    let seconds = duration * Double(2 * patterns.count)
    let settings = context.sweep(seconds: seconds, for: id).prefix(context.reduced(maximumSettings))
    for setting in [nil] + settings.map(Optional.some) {
      let condition = setting.map { ", in music with \($0.description)" } ?? ", in music"
      func play(_ instance: InstanceUnderTest) -> Recording {
        setting?.apply(to: instance)
        return instance.perform(music(context, instance)).audio
      }
      let comparison = try compare(context, condition, controls: { _ in setting?.controls }, play)
      if !comparison.outcome.findings.isEmpty { return comparison }
    }
    return nil
  }

  /// In seconds: of the session.
  private static let sessionDuration = 3.0

  /// The finding about a session in which controls, keys, the transport and parameters move at random; nil if there is none.
  static func sessionOutcome(_ context: PluginContext) throws -> CheckOutcome? {
    let folder = try TemporaryFolder()
    let movable = Score.Movable(context, rate: context.rate, file: try folder.writeFile(for: context))
    guard movable.hasEvents, context.plugin.hasAudioOutput else { return nil }
    let session = Scenario.Passage.walk(
      context, moving: movable, block: context.blockLength,
      seconds: min(context.reduced(sessionDuration), Score.walkDuration(context)), generator: context.generator(for: id)
    )
    let comparison = try compare(context, ", in random moves") { $0.perform(session).audio }
    return comparison.outcome.findings.isEmpty ? nil : comparison.outcome
  }

  static func playsMusic(_ context: PluginContext) -> Bool {
    context.plugin.midiInput != nil && context.plugin.hasAudioOutput
  }

  static func music(_ context: PluginContext, _ instance: InstanceUnderTest) -> Scenario.Passage {
    let block = min(context.blockLength, instance.configuration.maximumBlockLength)
    var score = Score(rate: context.rate, block: block, generator: context.generator(for: id))
    score.roll(from: 0)
    score.chord()
    for (index, velocity) in ([1, 30, 64, 127] as [UInt8]).enumerated() {
      score.noteOn(UInt8(40 + 12 * index), velocity: velocity)
    }
    score.rest(blocks: 2)
    for index in 0..<4 { score.noteOff(UInt8(40 + 12 * index)) }
    score.retriggers()
    score.pedals()
    score.expression()
    return Scenario.Passage(context.noise, frames: score.length, blocks: [block], score: score.sorted)
  }
}

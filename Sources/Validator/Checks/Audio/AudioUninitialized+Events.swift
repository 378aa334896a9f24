import LV2Host
import Model
import Scenarios
import TestHost

/// Control outputs and MIDI messages that depend on the content of new memory.
extension AudioUninitialized {
  /// What an instance gives for music besides its sound.
  private struct Others: Equatable {
    let controls: [Take.Control]
    let messages: [Take.Event]

    /// NaN equals NaN.
    static func == (one: Others, other: Others) -> Bool {
      one.messages == other.messages
        && zip(one.controls, other.controls).allSatisfy { $0.values.map(\.bitPattern) == $1.values.map(\.bitPattern) }
    }
  }

  static func otherOutcome(_ context: PluginContext) throws -> CheckOutcome {
    let plugin = context.plugin
    let hasMessages = plugin.sequencePorts(.output).contains { $0.supports.contains(URI.MIDI.event) }
    guard hasMessages || !plugin.ports(.control, .output).isEmpty else { return .passed }
    let settings = context.sweep(seconds: 1, for: id).prefix(context.reduced(6))
    for setting in [ControlSetting(values: [])] + settings {
      let condition = setting.values.isEmpty ? "" : ", with \(setting.description)"
      func others(_ byte: UInt8) throws -> Others { try self.others(context, byte, setting) }
      CrashRecord.note(activity: "music in new memory filled with 00 and CD\(condition)")
      let (zeros, again, filled) = try (others(0), others(0), others(0xCD))
      guard zeros == again, zeros != filled, try others(0xCD) == filled, try others(0) == zeros else { continue }
      var finding = finding(zeros, filled, condition, setting, context)
      finding.message += try sentence(context) { positions, watched in
        try self.others(context, 0xCD, setting, only: positions, watching: watched) != zeros
      }.text
      return .findings([finding])
    }
    return .passed
  }

  private static func others(
    _ context: PluginContext, _ byte: UInt8, _ setting: ControlSetting, only positions: [FreshMemory.Positions]? = nil,
    watching watched: UInt64 = .max
  ) throws -> Others {
    try context.inMemory(filledWith: byte, only: positions, watching: watched, at: setting) { instance in
      let block = min(context.blockLength, instance.configuration.maximumBlockLength)
      var score = Score(rate: context.rate, block: block, generator: context.generator(for: id))
      score.roll(from: 0)
      score.chord()
      score.rest(seconds: 0.5)
      let passage = Scenario.Passage(context.noise, frames: score.length, blocks: [block], score: score.sorted)
      let take = instance.perform(passage)
      let midi = InstanceUnderTest.atomTypes.midiEvent
      return Others(controls: take.controls, messages: take.events.filter { $0.type == midi })
    }
  }

  private static func finding(
    _ zeros: Others, _ filled: Others, _ condition: String, _ setting: ControlSetting, _ context: PluginContext
  ) -> Finding {
    let controls = setting.values.isEmpty ? nil : setting.controls
    let occasion = "if new memory is filled with 00 or with CD\(condition); expected"
    for (one, other) in zip(zeros.controls, filled.controls)
    where one.values.map(\.bitPattern) != other.values.map(\.bitPattern) {
      let pair = zip(one.values, other.values).first { $0.0.bitPattern != $0.1.bitPattern }
      return runFinding(
        .control, about: context.symbol(one.port), context,
        "Control output \(context.name(one.port)) depends on uninitialized memory: it is \((pair?.0 ?? 0).text) or "
          + "\((pair?.1 ?? 0).text) \(occasion) one value.", controls: controls)
    }
    let event =
      zip(zeros.messages, filled.messages).first { $0 != $1 }?.0 ?? zeros.messages.last ?? filled.messages.last
    let port = event?.port ?? 0
    return runFinding(
      .event, about: context.symbol(port), context,
      "The MIDI messages of output \(context.name(port)) depend on uninitialized memory: they differ \(occasion) the same "
        + "messages.", controls: controls)
  }
}

import LV2Host
import Model
import Scenarios
import TestHost

/// The outcome of a comparison for different contents of new memory.
struct FilledMemoryComparison {
  let outcome: CheckOutcome
  /// All positions on which a difference depends; empty if they are unknown.
  let positions: [FreshMemory.Positions]

  init(_ outcome: CheckOutcome, _ positions: [FreshMemory.Positions] = []) {
    self.outcome = outcome
    self.positions = positions
  }
}

/// Sound at the defaults and at other settings.
extension AudioUninitialized {
  /// The number of settings of one control that are played.
  private static let maximumSingles = 16
  /// The number of settings that are compared in copies of the process.
  private static let maximumCopies = 4

  /// The finding of the same comparisons in which these positions have one content; nil if there is none.
  static func furtherFinding(
    besides positions: [FreshMemory.Positions], _ context: PluginContext
  ) throws -> Finding? {
    guard !positions.isEmpty else { return nil }
    var context = context
    context.sparedMemory = (context.sparedMemory + positions).sorted { $0.lowerBound < $1.lowerBound }
    let comparison = try soundComparison(context)
    guard var further = comparison.outcome.findings.first else { return nil }
    further.id = MessageID(id, Message.outputElsewhere)
    further.message = further.message.replacing("depends on", with: "depends on other", maxReplacements: 1)
      .replacing("if new memory is", with: "if it is")
    return further
  }

  /// Settings of one control, in turn a position of a switch and an end of another range. The bypass is left out.
  private static func singleSettings(_ context: PluginContext) -> [ControlSetting] {
    var generator = context.generator(for: id)
    let ports = context.plugin.movableControls.filter { !$0.isDesignated(URI.Core.enabled) }
    func settings(_ ports: [PortDescription]) -> [ControlSetting] {
      let all = ports.flatMap { port in
        let values = port.range(rate: context.rate).map(port.testValues) ?? []
        let others = values.filter { $0 != port.initialValue(rate: context.rate) }
        return others.map { ControlSetting(values: [(port, $0)]) }
      }
      return all.shuffled(using: &generator)
    }
    let all = [settings(ports.filter(\.isSwitch)), settings(ports.filter { !$0.isSwitch })].inTurn()
    return Array(all.prefix(context.reduced(maximumSingles)))
  }

  static func soundComparison(_ context: PluginContext) throws -> FilledMemoryComparison {
    let usual = try compare(context, "") { sound($0, context) }
    guard usual.outcome == .passed else { return usual }
    if let found = try musicOutcome(context) { return found }
    let singles = singleSettings(context)
    /// In turn, with the frame at which each begins: a part is longer if the plug-in requires blocks of one length.
    var settings: [(start: Int, controls: [Finding.ControlValue])] = []
    func controls(_ frame: Int) -> [Finding.ControlValue]? { settings.last { $0.start <= frame }?.controls }
    let randomized = try compare(context, ", at these control values", controls: controls) { instance in
      var generator = context.generator(for: id)
      settings = [(0, [])]
      var recording = instance.play(context.noise, frames: setLength)
      for set in 1...context.reduced(sets) {
        instance.setControls { $0.randomValue(in: $1, &generator) }
        settings.append((recording.count, instance.changedControls))
        recording.append(instance.play(context.noise, frames: setLength, from: set * setLength))
      }
      for setting in singles {
        setting.apply(to: instance)
        let start = recording.count
        recording.append(instance.play(context.noise, frames: setLength, from: settings.count * setLength))
        settings.append((start, instance.changedControls))
      }
      return recording
    }
    // Other settings can make an output random that is repeatable at the defaults.
    if case .skipped = randomized.outcome { return try alone(singles, context) }
    guard case .findings(let findings) = randomized.outcome, let controls = findings.first?.controls else {
      return randomized
    }
    return try outcome(atFewestOf: controls, context) ?? randomized
  }

  /// The first finding of settings that are compared each in instances of their own; in copies of the process where the
  /// output is random.
  private static func alone(
    _ settings: [ControlSetting], _ context: PluginContext
  ) throws -> FilledMemoryComparison {
    var random = 0
    for setting in settings {
      let comparison = try compare(setting, context)
      if !comparison.outcome.findings.isEmpty { return comparison }
      guard case .skipped = comparison.outcome, random < maximumCopies else { continue }
      random += 1
      if let found = outcomeOfCopies(context, at: setting), !found.findings.isEmpty { return .init(found) }
    }
    return .init(.passed)
  }

  /// Compares instances whose controls move to a setting after a while.
  private static func compare(_ setting: ControlSetting, _ context: PluginContext) throws -> FilledMemoryComparison {
    func play(_ instance: InstanceUnderTest) -> Recording {
      var recording = instance.play(context.noise, frames: setLength)
      setting.apply(to: instance)
      recording.append(instance.play(context.noise, frames: setLength, from: setLength))
      return recording
    }
    let text = ", with \(setting.description)"
    return try compare(context, text, activity: "", controls: { _ in setting.controls }, play)
  }

  /// The outcome of a fresh instance with those of the control values that suffice; nil if it does not depend on
  /// uninitialized memory with all of them.
  private static func outcome(
    atFewestOf controls: [Finding.ControlValue], _ context: PluginContext
  ) throws -> FilledMemoryComparison? {
    func fails(_ setting: ControlSetting) throws -> Bool {
      try !compare(setting, context).outcome.findings.isEmpty
    }
    var setting = ControlSetting(
      values: controls.compactMap { control in
        context.plugin.ports.first { $0.symbol == control.symbol }.map { ($0, control.value) }
      })
    guard try fails(setting) else { return nil }
    try setting.values.reduce { try fails(ControlSetting(values: $0)) }
    return try compare(setting, context)
  }
}

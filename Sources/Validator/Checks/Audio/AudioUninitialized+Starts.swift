import Model
import TestHost

/// Instances that begin at other sample rates and settings.
extension AudioUninitialized {
  /// In hertz.
  private static let otherRates: [Double] = [44_100, 96_000]
  /// The number of settings.
  private static let starts = 4

  /// A finding if instantiate() returns NULL in memory of another content than 0 only.
  static func instantiationFinding(_ context: PluginContext) throws -> Finding? {
    func succeeds(_ byte: UInt8) throws -> Bool {
      try unlessNull { try context.inMemory(filledWith: byte) { _ in } } != nil
    }
    guard try succeeds(patterns[0].byte) else { return nil }
    for pattern in patterns.dropFirst() {
      CrashRecord.note(activity: "new memory filled with \(pattern.name) at \(Int(context.rate)) Hz")
      guard try !succeeds(pattern.byte), try !succeeds(pattern.byte), try succeeds(patterns[0].byte) else { continue }
      return finding(
        .instantiation,
        "instantiate() returned NULL at \(Int(context.rate)) Hz if new memory is filled with \(pattern.name), and an instance "
          + "if it is filled with 00; expected an instance.", call: "instantiate()")
    }
    return nil
  }

  /// A finding about sound at another sample rate, or at settings that instances have from the beginning, as those of a session.
  static func startFinding(_ context: PluginContext) throws -> Finding? {
    for rate in otherRates where rate != context.rate {
      var other = context
      other.rate = rate
      if let finding = try instantiationFinding(other) { return finding }
      let place = ", at \(Int(rate)) Hz"
      let comparison = try unlessNull { try compare(other, place) { $0.play(context.noise, frames: setLength) } }
      if let finding = comparison?.outcome.findings.first { return finding }
    }
    var generator = context.generator(for: id)
    for _ in 0..<context.reduced(starts) {
      let setting = context.randomSetting(of: context.plugin.movableControls, &generator)
      if let finding = try startFinding(at: setting, context) { return finding }
    }
    return nil
  }

  /// The finding of instances that begin with the fewest values of a setting that suffice.
  private static func startFinding(at setting: ControlSetting, _ context: PluginContext) throws -> Finding? {
    func play(_ instance: InstanceUnderTest) -> Recording { instance.play(context.noise, frames: setLength) }
    func differs(_ setting: ControlSetting) throws -> Bool {
      let recordings = try patterns.prefix(2).map { try context.inMemory(filledWith: $0.byte, at: setting, play) }
      return !recordings[0].isIdentical(to: recordings[1])
    }
    CrashRecord.note(activity: "instances that begin with \(setting.description)")
    guard try differs(setting) else { return nil }
    var values = setting.values
    try values.reduce { try differs(ControlSetting(values: $0)) }
    let fewest = ControlSetting(values: values)
    let outcome = try compare(
      context, "", activity: " from the beginning at a setting", at: fewest, controls: { _ in fewest.controls }, play
    ).outcome
    guard var finding = outcome.findings.first else { return nil }
    if !values.isEmpty { finding.message += " The instances begin with \(fewest.description)." }
    return finding
  }
}

import Model
import Scenarios
import Support
import TestHost

enum PerfLoad: PluginCheck {
  enum Message: MessageKind {
    case high, highAtSetting

    var text: MessageText {
      switch self {
      case .high:
        MessageText(
          .note, rule: sharedTime,
          remedy:
            "Profile run() with perf, and look for buffers larger than the cache, table lookups and transcendental "
            + "functions.")
      case .highAtSetting:
        MessageText(
          .note, rule: sharedTime,
          remedy:
            "Profile run() with perf at these control values, and look for a loop whose length depends on {the controls}."
        )
      }
    }
  }

  private static let sharedTime = Rule(
    "A session contains many plug-ins, which share the time of one block",
    source: "lv2val: the specification has no such requirement")

  static let id: CheckID = "perf.load"
  static let measuresTime = true
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "run() uses at most 20 % of the real time of blocks of 64 frames at 48 kHz, on the machine of the run.",
    method: "Measures 750 blocks of 64 frames at 48 kHz in fresh instances at the defaults, with noise and a held "
      + "note. The load is the sum of the minimum of two performances for each block. A load above 20 % is measured "
      + "again, up to six times. Then measures up to 32 other settings, and the worst of them again.",
    details:
      "If six performances take too long, the processor time of the thread decides. Every report contains the load at the "
      + "defaults, and at the worst of the other settings if that is more than twice as much. A finding states the setting.",
    level: CheckLevel(9, "A measurement that depends on the machine."))

  private static let blocks = 750, frames = 64
  /// At a setting other than the defaults, fewer blocks are measured, and at most so many times.
  private static let (blocksAtSetting, timesAtSetting) = (250, 4)
  /// The declared maximum block length, so that a plug-in that assumes this length for every block stays in its buffers.
  private static let longest = 256
  private static let limit = 0.2

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let usual = try Load(context, nil)
    let name = "of the real time of a block of \(usual.length.counted("frame")) at 48 kHz"
    let measurement = "\(usual.percent) % \(name)"
    guard !usual.isHigh else {
      let found: Finding = runFinding(
        .high, context, "run() uses \(measurement); expected at most \(Int(100 * limit)) %.")
      return .measured(measurement, [found])
    }
    let considerable = max(factor * usual.share, small)
    guard let setting = try worstSetting(context, above: considerable) else { return .measured(measurement, []) }
    let worst = try Load(context, setting)
    guard worst.share > considerable else { return .measured(measurement, []) }
    let both = "\(measurement), and \(worst.percent) % at the worst of other settings"
    guard worst.isHigh else { return .measured(both, []) }
    let found: Finding = runFinding(
      .highAtSetting, context,
      "run() uses \(worst.percent) % of the time of a block with \(setting.description), but \(usual.percent) % at the "
        + "defaults; expected at most \(Int(100 * limit)) %.", naming: ["the control".inNumber(setting.values.count)],
      controls: setting.controls)
    return .measured(both, [found])
  }

  /// A worst setting takes so many times the time of the defaults: less is not the effect of the setting.
  private static let factor = 2.0
  /// Of the real time: a worst setting below does not matter, and the time of the host influences its measurement.
  private static let small = 0.01
  /// In frames: what is played at each setting in the search for the worst one. A part of it is not measured.
  private static let (searched, warming) = (128 * frames, 32 * frames)
  /// In seconds of processor time: for the search of the controls that the worst setting needs.
  private static let reductionTime = 0.5

  /// The setting of the sweep that takes the most processor time, if it takes more than a considerable share of the real time.
  ///
  /// If it exceeds the limit, controls that it does not need are left out.
  private static func worstSetting(_ context: PluginContext, above considerable: Double) throws -> ControlSetting? {
    // One instance plays all settings: many take long to create.
    let instance = try context.activeInstance(InstanceSetup(rate: 48_000, blockLength: longest))
    func share(_ setting: ControlSetting) -> Double {
      instance.setDefaults()
      setting.apply(to: instance)
      instance.play(context.noise, frames: warming, blocks: [frames], noteEnd: .max)
      let start = ProcessSnapshot.threadTime
      instance.play(context.noise, frames: searched, from: warming, blocks: [frames])
      return (ProcessSnapshot.threadTime - start) * 48_000 / Double(searched)
    }
    let settings = context.sweep(seconds: Double(warming + searched) / 48_000, for: id)
    let shares = settings.map { share($0) }
    guard let worst = zip(settings, shares).max(by: { $0.1 < $1.1 }),
      worst.1 > considerable
    else { return nil }
    guard worst.1 > limit else { return worst.0 }
    var values = worst.0.values
    let start = ProcessSnapshot.threadTime
    values.reduce {
      ProcessSnapshot.threadTime - start < reductionTime && share(ControlSetting(values: $0)) > 0.8 * worst.1
    }
    return ControlSetting(values: values)
  }

  /// The load at a setting.
  private struct Load {
    /// Of the real time.
    let share: Double
    /// Whether the share exceeds the limit, as repeated measurements confirm.
    let isHigh: Bool
    /// Of the blocks, in frames.
    let length: Int

    init(_ context: PluginContext, _ setting: ControlSetting?) throws {
      let setup = InstanceSetup(rate: 48_000, blockLength: longest)
      var length = frames
      var times = BlockDurations()
      let blocks = setting == nil ? PerfLoad.blocks : blocksAtSetting
      func perform(_ instance: InstanceUnderTest, _ after: () -> Void) {
        if instance.configuration.isFixedBlockLength { length = instance.configuration.maximumBlockLength }
        instance.play(
          context.noise, frames: blocks * length, blocks: [length], noteEnd: .max, after: { _, _ in after() })
      }
      func share(_ times: BlockDurations) -> Double {
        let duration = Double(length) / setup.rate * 1e9 * Double(times.least.count)
        return times.least.reduce(0, +) / max(duration, 1)
      }
      let isHigh = try times.isConfirmed(
        context, setup, at: setting, few: 2, many: setting == nil ? 6 : timesAtSetting, perform
      ) { share($0) > limit }
      // Either the plug-in is too slow to be measured again or the machine is busy: processor time excludes the latter.
      let seconds = Double(length * times.least.count) / setup.rate
      self.share = isHigh == nil ? times.leastThreadTime / seconds : share(times)
      self.isHigh = isHigh ?? (self.share > limit)
      self.length = length
    }

    /// With two digits after the point.
    var percent: String { ((10_000 * share).rounded() / 100).text }
  }
}

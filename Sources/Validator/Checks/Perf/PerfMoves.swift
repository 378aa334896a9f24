import Model
import Scenarios
import Support
import TestHost

enum PerfMoves: PluginCheck {
  enum Message: MessageKind {
    case memory

    var text: MessageText {
      MessageText(
        .note,
        rule: Rule(
          "A session contains many plug-ins, which share the bandwidth of the memory",
          source: "lv2val: the specification has no such requirement"),
        remedy:
          "Keep samples in a ring buffer, and move its index instead of its content; or collect several blocks before "
          + "the buffer moves.")
    }
  }

  static let id: CheckID = "perf.moves"
  static let provocation = Provocation(incidental: (.controls, .inRunAfterControl))
  static let text = CheckText(
    asserts: "run() moves at most 2048 bytes of memory for each frame.",
    method:
      "Counts the bytes that the plug-in's library moves or copies with memmove() and memcpy(), in 64 blocks of 64 "
      + "frames with noise and a held note, at the defaults and up to 32 other settings.",
    details:
      "Compilers make such calls of loops that move memory, too. 2048 bytes for each frame are 100 MB/s at 48 kHz: about "
      + "1 % of the time of one core, and more if other plug-ins need the cache. A delay line that is moved for each frame "
      + "exceeds that hundredfold. Copies in other libraries are not counted.",
    level: CheckLevel(9, "A note about speed."))

  private static let blocks = 64, frames = 64
  /// In bytes for each frame.
  private static let limit = 2048

  static func run(in context: PluginContext) throws -> CheckOutcome {
    MovedMemory.count(in: context.plugin)
    let instance = try instance(context)
    let usual = moves(nil, instance, context)
    guard usual <= limit else { return finding(usual, nil, context) }
    // One instance plays all settings: many take long to create.
    let settings = context.sweep(seconds: Double(blocks * frames) / context.rate, for: id)
    guard let worst = settings.first(where: { moves($0, instance, context) > limit }) else { return .passed }
    func movesAlone(_ setting: ControlSetting) throws -> Int { moves(setting, try self.instance(context), context) }
    var values = worst.values
    try values.reduce { try movesAlone(ControlSetting(values: $0)) > limit }
    let setting = ControlSetting(values: values)
    let bytes = try movesAlone(setting)
    return bytes > limit ? finding(bytes, setting, context) : .passed
  }

  private static func instance(_ context: PluginContext) throws -> InstanceUnderTest {
    var setup = InstanceSetup(rate: context.rate, blockLength: frames)
    setup.watch = .moves
    return try context.activeInstance(setup)
  }

  /// The bytes for each frame at a setting; nil for the defaults.
  private static func moves(
    _ setting: ControlSetting?, _ instance: InstanceUnderTest, _ context: PluginContext
  ) -> Int {
    instance.setDefaults()
    setting?.apply(to: instance)
    _ = MovedMemory.take()
    instance.play(context.noise, frames: blocks * frames, noteEnd: .max)
    return MovedMemory.take() / (blocks * frames)
  }

  private static func finding(_ bytes: Int, _ setting: ControlSetting?, _ context: PluginContext) -> CheckOutcome {
    let place = setting.map { " with \($0.description)" } ?? ""
    return runFinding(
      .memory, context,
      "run() moves \(bytes.counted("byte")) of memory for each frame\(place); expected at most \(limit).",
      controls: setting?.controls)
  }
}

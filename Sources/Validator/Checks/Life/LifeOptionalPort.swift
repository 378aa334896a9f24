import Model
import Support
import TestHost

enum LifeOptionalPort: PluginCheck {
  typealias Message = NoMessage

  static let id: CheckID = "life.optional-port"
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "lv2:connectionOptional means that the port does not have to be connected to valid data by the host; to leave a "
          + "port unconnected, the host MUST explicitly connect the port to NULL",
        source: "lv2core.meta.ttl: lv2:connectionOptional"),
      remedy: "Test the pointer of the port for NULL before every use, or remove lv2:connectionOptional from the port."),
    exercise: .stimulus)
  static let text = CheckText(
    asserts: "A port that is lv2:connectionOptional may be connected to NULL.",
    method:
      "Connects each of the first 16 optional ports alone to NULL, then all of them, and runs noise. A crash is an error. "
      + "With all of them at NULL, also controls, MIDI, the transport and parameters move.",
    details: "A port alone is named in the message. One pointer test may also cover several ports.",
    level: CheckLevel(2, "A host that leaves optional ports unconnected crashes."))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let optional = context.plugin.ports.filter(\.isConnectionOptional)
    guard !optional.isEmpty else { return .skipped("the plug-in has no optional port") }
    for port in optional.prefix(16) {
      CrashRecord.note(activity: "port \(context.name(port.index)) at NULL")
      let instance = try context.activeInstance()
      instance.connect(port.index, to: nil)
      instance.play(context.noise, frames: 2 * context.blockLength)
    }
    CrashRecord.note(activity: "all optional ports at NULL")
    var setup = InstanceSetup(context, \.optionalPortsAtNull, true)
    _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
    let folder = try TemporaryFolder()
    let file = try folder.writeFile(for: context)
    setup.stateDirectory = folder.path
    let instance = try context.activeInstance(setup)
    instance.randomizeState(context, for: id, file: file)
    instance.settle()
    return .passed
  }
}

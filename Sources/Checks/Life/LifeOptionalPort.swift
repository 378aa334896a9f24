import TestHost
import ValidationModel

enum LifeOptionalPort: PluginCheck {
  static let id: CheckID = "life.optional-port"
  static let text = CheckText(
    asserts: "Ports that are lv2:connectionOptional may be NULL.",
    rule: "A host may connect a port with lv2:connectionOptional to NULL, which the plug-in has to tolerate",
    source: "lv2core: lv2:connectionOptional; lv2/core/lv2.h: connect_port()",
    method: "Connects all optional ports to NULL, then each of them alone, and runs noise.",
    remedy: "Look whether the pointer is NULL before every use, or do not declare the port optional.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let optional = context.plugin.ports.filter(\.isConnectionOptional)
    guard !optional.isEmpty else { return .skipped("it has no optional port") }
    CrashRecord.note(activity: "all optional ports at NULL")
    var setup = InstanceSetup(context)
    setup.optionalPortsAtNull = true
    _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
    // One at a time too: a test for one pointer may stand for several ports. Sixteen keep this short.
    for port in optional.prefix(16) {
      CrashRecord.note(activity: "port \(context.name(port.index)) at NULL")
      let instance = try InstanceUnderTest(context, InstanceSetup(context))
      instance.activate()
      instance.connect(port.index, to: nil)
      instance.play(context.noise, frames: 2 * context.blockLength)
    }
    return .passed
  }
}

enum LifeOptionalPort: PluginCheck {
  static let id = CheckID.lifeOptionalPort
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
    BlackBox.note(stage: "all optional ports at NULL")
    var setup = RigSetup(context)
    setup.optionalPortsAtNull = true
    _ = try context.record(context.noise, frames: 4 * context.blockLength, setup)
    // One at a time too: a test for one pointer may stand for several ports. Sixteen keep this short.
    for port in optional.prefix(16) {
      BlackBox.note(stage: "port \(context.name(port.index)) at NULL")
      let rig = try Rig(context, RigSetup(context))
      rig.activate()
      rig.connect(port.index, to: nil)
      rig.play(context.noise, frames: 2 * context.blockLength)
    }
    return .passed
  }
}

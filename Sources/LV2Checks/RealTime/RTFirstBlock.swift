import CProbe

enum RTFirstBlock: PluginCheck {
  static let id = CheckID.rtFirstBlock
  static let text = CheckText(
    asserts: "The first run() after activate() does nothing either that real time forbids.",
    rule: "What run() needs is made ready before: a host calls activate() before the first run()",
    source: "lv2/core/lv2.h: activate()",
    method: "Watches heap, locks and system calls in the first block of an instance, on noise.",
    remedy: "Build tables and open resources in instantiate() or activate(), not when run() first needs them.",
    severities: [.warning, .note])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let rig = try Rig(context, RigSetup(context))
    rig.activate()
    probe_event_reset()
    rig.watch = [.heap, .locks, .syscalls]
    rig.play(.noise(amplitude: 0.5, seed: context.seed), frames: 1)
    let first = WatchedEvent.recorded { !$0.isInvalidFree }
    probe_event_reset()
    rig.play(.noise(amplitude: 0.5, seed: context.seed), frames: 8)
    rig.watch = []
    let later = WatchedEvent.recorded { !$0.isInvalidFree }
    let once = first.filter { event in !later.contains { event.isSamePlace(as: $0) } }
    return .findings(
      findings(
        of: once, in: "run()", context, severity: { _ in context.plugin.hardRTCapable ? .warning : .note },
        message: { "In its first block \($0.clause.prefix(1).lowercased())\($0.clause.dropFirst())" }))
  }
}

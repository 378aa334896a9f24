import CProbe
import LV2Host

enum RTHostCallback: PluginCheck {
  static let id = CheckID.rtHostCallback
  /// It moves every control to its ends, which is what that check is about.
  static let crashesSpeakFor = CheckID.paramBounds
  static let text = CheckText(
    asserts: "run() neither maps URIs nor writes to the log, but for entries of type Trace.",
    rule: "A host's urid:map may lock and allocate, and only log:Trace is meant for the audio thread",
    source: "lv2/urid/urid.h: LV2_URID_Map.map; lv2/log/log.h: printf()",
    method: "Counts the host's callbacks that arrive while run() is on, as rt.allocation exercises it.",
    remedy: "Map all URIs in instantiate(), and log from there or with log:Trace.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let rig = try Rig(context, RigSetup(context))
    rig.activate()
    probe_event_reset()
    rig.watch = .hostCalls
    rig.exercise(context, for: id)
    rig.watch = []
    let trace = UInt64(Rig.map.id(of: URI.Log.trace))
    let calls = WatchedEvent.recorded(by: \.argument) { event in
      switch HostCallback(rawValue: event.argument) {
      case .map, .unmap: true
      case .log: event.detail != trace
      default: false
      }
    }
    return .findings(findings(of: calls, in: "run()", context, severity: { _ in .warning }, message: clause))
  }

  private static func clause(_ call: WatchedEvent) -> String {
    switch HostCallback(rawValue: call.argument) {
    case .map: return "It maps a URI"
    case .unmap: return "It unmaps a URID"
    default:
      let type = Rig.map.uri(of: UInt32(truncatingIfNeeded: call.detail)) ?? "an unknown type"
      return "It writes to the log an entry of <\(type)>"
    }
  }
}

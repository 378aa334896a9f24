import CProbe
import LV2Host
import TestHost
import ValidationModel

enum RTHostCallback: PluginCheck {
  static let id: CheckID = "rt.host-callback"
  static let text = CheckText(
    asserts: "run() neither maps URIs nor writes to the log, but for entries of type Trace.",
    rule: "A host's urid:map may lock and allocate, and only log:Trace is meant for the audio thread",
    source: "lv2/urid/urid.h: LV2_URID_Map.map; lv2/log/log.h: printf()",
    method: "Counts the host's callbacks that arrive while run() is on, as rt.allocation exercises it.",
    remedy: "Map all URIs in instantiate(), and log from there or with log:Trace.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, .longBlocks(context))
    instance.activate()
    probe_event_reset()
    instance.watch = .hostCalls
    try instance.exercise(context, for: id)
    instance.watch = []
    let trace = UInt64(InstanceUnderTest.map.id(of: URI.Log.trace))
    let calls = WatchedEvent.recorded(by: \.argument) { event in
      switch HostCallback(rawValue: event.argument) {
      case .map, .unmap: true
      case .log: event.detail != trace
      default: false
      }
    }
    return .findings(findings(of: gathered(calls), in: "run()", context, severity: { _ in .warning }, message: clause))
  }

  /// What one function, called from one place, asks of the host, as one event: the first of them. Entries of the log are
  /// told apart by type.
  private static func gathered(_ calls: [WatchedEvent]) -> [WatchedEvent] {
    calls.reduce(into: []) { gathered, call in
      let like = gathered.firstIndex {
        $0.argument == call.argument && $0.addresses.dropFirst() == call.addresses.dropFirst()
          && ($0.argument != HostCallback.log.rawValue || $0.detail == call.detail)
      }
      if let like { gathered[like].count += call.count } else { gathered.append(call) }
    }
  }

  private static func clause(_ call: WatchedEvent) -> String {
    let uri = InstanceUnderTest.map.uri(of: UInt32(truncatingIfNeeded: call.detail)).map { "<\($0)>" }
    switch HostCallback(rawValue: call.argument) {
    case .map: return "It maps \(call.count > 1 ? "URIs such as " : "")\(uri ?? "what is no URI")"
    case .unmap: return "It unmaps \(uri.map { "the id of \($0)" } ?? "an id that stands for nothing")"
    default: return "It writes to the log an entry of \(uri ?? "an unknown type")"
    }
  }
}

import LV2Host
import Model
import TestHost

enum RTHostCallback: PluginCheck {
  enum Message: MessageKind { case map, unmap, log }

  static let id: CheckID = "rt.host-callback"
  static let text = CheckText(
    asserts: "run() does not map URIs and does not write to the log, except for entries of type log:Trace.",
    rule: "urid:map may lock and allocate in the host; only log:Trace entries are intended for the audio thread",
    source: "lv2/urid/urid.h: LV2_URID_Map.map; lv2/log/log.h: printf()",
    method:
      "Counts the calls of the host's urid:map, urid:unmap and log:log during run(), and plays the same as rt.allocation.",
    remedy: "Map all URIs in instantiate(), and write to the log there or with log:Trace.",
    level: CheckLevel(6, "Host functions are not safe on the audio thread."),
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let run = try RealTimeRun.of(context)
    let trace = UInt64(InstanceUnderTest.map.id(of: URI.Log.trace))
    let calls = run.events.filter { event in
      guard event.watch == .hostCalls else { return false }
      let callback = HostCallback(rawValue: event.argument)
      return callback == .map || callback == .unmap || callback == .log && event.detail != trace
    }
    return .measured(
      run.description,
      findings(
        of: combined(calls), in: "run()", context, message: message, severity: { _ in .warning },
        expected: "expected no call of this host function in run()", action: action))
  }

  /// The calls of one host function from one place as one event. Log entries are distinguished by type.
  private static func combined(_ calls: [WatchedEvent]) -> [WatchedEvent] {
    calls.reduce(into: []) { combined, call in
      let known = combined.firstIndex {
        $0.argument == call.argument && $0.addresses.dropFirst() == call.addresses.dropFirst()
          && ($0.argument != HostCallback.log.rawValue || $0.detail == call.detail)
      }
      if let known { combined[known].count += call.count } else { combined.append(call) }
    }
  }

  private static func message(_ call: WatchedEvent) -> Message {
    switch HostCallback(rawValue: call.argument) {
    case .map: .map
    case .unmap: .unmap
    default: .log
    }
  }

  private static func action(_ call: WatchedEvent) -> String {
    let uri = InstanceUnderTest.map.uri(of: UInt32(truncatingIfNeeded: call.detail)).map { "<\($0)>" }
    switch message(call) {
    case .map: return "mapped \(call.count > 1 ? "URIs such as " : "")\(uri ?? "an invalid URI")"
    case .unmap: return "unmapped \(uri.map { "the URID of \($0)" } ?? "an unknown URID")"
    case .log: return "wrote a log entry of \(uri ?? "an unknown type")"
    }
  }
}

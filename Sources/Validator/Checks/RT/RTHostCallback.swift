import LV2Host
import Model
import TestHost

enum RTHostCallback: PluginCheck {
  enum Message: MessageKind {
    case map, unmap, log

    var text: MessageText {
      switch self {
      case .map:
        MessageText(
          .warning,
          rule: Rule(
            "\"This function is not necessarily very fast or RT-safe: plugins SHOULD cache any IDs they might need in "
              + "performance critical situations\"",
            source: "lv2/urid/urid.h: LV2_URID_Map.map()"),
          remedy: "Map {all URIs} in instantiate(), and store the numbers in the instance for {run()}.")
      case .unmap:
        MessageText(
          .warning,
          rule: Rule(
            "Plug-ins with lv2:hardRTCapable use no \"library functions which do not adhere to these rules\" in run(); "
              + "unmap() of a host may lock and allocate",
            source: "lv2core: lv2:hardRTCapable; lv2/urid/urid.h: LV2_URID_Unmap.unmap()"),
          remedy:
            "Compare numbers that instantiate() mapped instead of unmapping {a URID} in {run()}, or unmap it in work()."
        )
      case .log:
        MessageText(
          .warning,
          rule: Rule(
            "\"This function may be called from any non-realtime context, or from any context if type is "
              + "LV2_LOG__Trace\"",
            source: "lv2/log/log.h: LV2_Log_Log.printf(), vprintf()"),
          remedy: "Write the entry of {its type} with the type log:Trace in {run()}, or write it in work().")
      }
    }
  }

  static let id: CheckID = "rt.host-callback"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "run() does not map URIs and does not write to the log, except for entries of type log:Trace.",
    method:
      "Counts the calls of the host's urid:map, urid:unmap and log:log during run(), and plays the same as "
      + "rt.allocation.",
    level: CheckLevel(6, "Host functions are not safe on the audio thread."))

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
        of: combined(calls), in: "run()", context, message: message,
        expected: "expected no call of this host function in run()", naming: { [object($0.event), $0.call] },
        action: action))
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
    switch message(call) {
    case .map: "mapped \(object(call))"
    case .unmap: "unmapped \(object(call))"
    case .log: "wrote a log entry of \(object(call))"
    }
  }

  /// What was mapped or unmapped, or the type of the log entry.
  private static func object(_ call: WatchedEvent) -> String {
    let uri = InstanceUnderTest.map.uri(of: UInt32(truncatingIfNeeded: call.detail)).map { "<\($0)>" }
    return switch message(call) {
    case .map: "\(call.count > 1 ? "URIs such as " : "")\(uri ?? "an invalid URI")"
    case .unmap: uri.map { "the URID of \($0)" } ?? "an unknown URID"
    case .log: uri ?? "an unknown type"
    }
  }
}

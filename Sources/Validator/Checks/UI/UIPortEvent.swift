import CLV2
import Glibc
import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UIPortEvent: InterfaceCheck {
  enum Message: MessageKind {
    case slow

    var text: MessageText {
      switch self {
      case .slow:
        MessageText(
          .warning,
          rule: Rule(
            "The host calls port_event() when the port value changes, in the thread of its user interface",
            source: "lv2/ui/ui.h: LV2UI_Descriptor.port_event()"),
          remedy: "Store the value in port_event(), and draw in idle().")
      }
    }
  }

  static let id: CheckID = "ui.port-event"
  static let answersFor: Set<EndSubject> = [.call("port_event()")]
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "Tell the UI that something interesting has happened at a plugin port: for format 0, a float of a control port; "
          + "otherwise, what the format defines", source: "lv2/ui/ui.h: LV2UI_Descriptor.port_event()"),
      remedy: "Check the port index, the format and the size in port_event(), and limit values to the range."),
    exercise: .stimulus, extremeSeverity: .note)
  static let text = CheckText(
    asserts: "The interface accepts any port event, also before the first call of idle(), and 10,000 of them.",
    method: "Sends each control port its default, both bounds, values beyond, NaN and infinities. Then an index that "
      + "no port has, unknown formats, other sizes, whole and truncated messages. Between them, 10,000 events, with idle() after each \(floodPart).",
    details:
      "What no host sends on purpose comes last and is a note: NaN, values beyond, unknown indices and formats, wrong "
      + "sizes, and malformed and truncated messages. NULL is not sent. Messages are patch:Set, patch:Put and MIDI events, in atom:eventTransfer, cut after each 8 bytes. "
      + "The flood is a warning if an event takes more than 1 ms in the mean, twice: a preset then changes 100 controls in 0.1 s. "
      + "The time in which other processes occupy the processor is not counted. The flood of a slow interface ends earlier, after 1,000 events or more.",
    level: CheckLevel(4, "A value that the host sends crashes the interface, and the host with it."))

  private static let floodSize = 10_000
  /// The number of events between two calls of idle().
  private static let floodPart = 500
  /// The number of events after which a flood can end.
  private static let leastEvents = 1_000
  /// In seconds: a preset that changes 100 controls then takes 0.1 s, and all windows of the host move in jerks.
  private static let eventLimit = 0.001
  /// In seconds, for a flood.
  private static let floodPatience = 0.2

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    guard context.library.descriptor.pointee.port_event != nil else {
      return .skipped("the interface has no port_event()")
    }
    let session = try InterfaceSession(context, sendsValues: false)
    defer { session.close() }
    CrashRecord.note(activity: "port_event() before the first call of idle()")
    session.sendValues()
    session.idle()
    sendValues(session)
    sendMessages(session)
    session.idle()
    let findings = flood(session)
    session.sendValues()
    session.idle()
    sendExtremeValues(session)
    sendDamagedMessages(session)
    sendInvalidEvents(session)
    session.idle()
    return .findings(findings)
  }

  /// The number of ports whose values, or of messages that, arrive between two calls of idle(), and the largest number of
  /// such groups of ports.
  private static let (group, mostGroups) = (4, 16)

  /// The number of ports of a group: an interface with hundreds of controls draws for seconds otherwise.
  private static func group(of controls: [PortDescription]) -> Int {
    max(group, (controls.count + mostGroups - 1) / mostGroups)
  }

  private static func sendValues(_ session: InterfaceSession) {
    let context = session.context
    let group = group(of: context.controls)
    for (count, port) in context.controls.enumerated() {
      let range = context.range(of: port)
      let initial = context.initialValue(of: port)
      CrashRecord.note(activity: "port '\(port.symbol)' at its bounds")
      for value in [range.lowerBound, range.upperBound, initial] { session.interface.send(value, toPort: port.index) }
      if count % group == 0 { session.idle(1) }
    }
    session.idle(1)
  }

  private static func sendExtremeValues(_ session: InterfaceSession) {
    let context = session.context
    let group = group(of: context.controls)
    var extreme: [PortDescription] = []
    func reset() {
      let names = extreme.map { "'\($0.symbol)'" }
      CrashRecord.note(activity: "\("port".inNumber(names.count)) \(names.listed(atMost: 4)) at 1e+30", isExtreme: true)
      session.idle(1)
      for port in extreme { session.interface.send(context.initialValue(of: port), toPort: port.index) }
      extreme = []
    }
    for port in context.controls {
      let range = context.range(of: port)
      let width = range.upperBound - range.lowerBound
      for value in [range.lowerBound - width, range.upperBound + width, .nan, .infinity, -.infinity, 1e30] {
        CrashRecord.note(activity: "port '\(port.symbol)' at \(value)", isExtreme: true)
        session.interface.send(value, toPort: port.index)
      }
      extreme.append(port)
      if extreme.count == group { reset() }
    }
    if !extreme.isEmpty { reset() }
  }

  /// Messages that a host passes on from an atom output.
  private static func sendMessages(_ session: InterfaceSession) {
    let outputs = session.context.plugin.plugin.ports(.atom, .output)
    forEach(UIMessages.wellFormed(for: session.context.plugin), to: outputs, session) { message, name, send in
      CrashRecord.note(activity: name)
      send(message)
    }
  }

  /// Malformed messages, and parts of all others, also to inputs, from which no host passes anything on.
  private static func sendDamagedMessages(_ session: InterfaceSession) {
    let ports = session.context.plugin.plugin.ports.filter { $0.kind == .atom }
    forEach(UIMessages.malformed, to: ports, session) { message, name, send in
      CrashRecord.note(activity: name, isExtreme: true)
      send(message)
    }
    forEach(UIMessages.wellFormed(for: session.context.plugin), to: ports, session) { message, name, send in
      // The size in the header states more than the buffer has.
      for size in stride(from: 0, to: message.count, by: 8) {
        CrashRecord.note(activity: "the first \(size) bytes of \(name)", isExtreme: true)
        send(message.prefix(size))
      }
    }
  }

  /// Calls `body` with each message to each port, its name, and a function that sends bytes to the port.
  private static func forEach(
    _ messages: [UIMessages.Message], to ports: [PortDescription], _ session: InterfaceSession,
    _ body: (ArraySlice<UInt8>, String, (ArraySlice<UInt8>) -> Void) -> Void
  ) {
    let transfer = InstanceUnderTest.map.id(of: URI.UserInterface.eventTransfer)
    for port in ports {
      for (count, message) in messages.enumerated() {
        body(message.bytes[...], "\(message.name) at port '\(port.symbol)'") { bytes in
          session.interface.send(Array(bytes), toPort: UInt32(port.index), format: transfer)
        }
        if count % group == 0 { session.idle(1) }
      }
      session.idle(1)
    }
  }

  private static func sendInvalidEvents(_ session: InterfaceSession) {
    let ports = session.context.plugin.plugin.ports
    let interface = session.interface
    func send(_ activity: String, _ port: UInt32, format: UInt32, size: Int?, _ bytes: [UInt8]) {
      CrashRecord.note(activity: activity, isExtreme: true)
      interface.send(bytes, toPort: port, format: format, size: size)
    }
    let value = withUnsafeBytes(of: Float(0.5)) { Array($0) }
    for index in [UInt32(ports.count), UInt32(ports.count) + 1000, .max] {
      send("a port event of port \(index) of \(ports.count)", index, format: 0, size: nil, value)
    }
    let unknown = InstanceUnderTest.map.id(of: "urn:lv2val:no-such-protocol")
    for port in session.context.controls.prefix(4) {
      let index = UInt32(port.index)
      send("a port event with an unknown format", index, format: unknown, size: nil, value)
      send("a port event of 8 bytes for a control", index, format: 0, size: nil, value + value)
      send("a port event of 0 bytes for a control", index, format: 0, size: 0, value)
    }
  }

  /// A number of port events, and what they took without the time in which other processes occupied the processor.
  private struct Flood {
    var events = 0
    /// In seconds.
    var duration = 0.0

    var isSlow: Bool { duration > limit(1) }
    /// Whether further events cannot change the judgment, or take too long.
    func isEnough(_ patience: Patience) -> Bool { events >= leastEvents && (duration > limit(2) || !patience.isLeft) }
    private func limit(_ factor: Double) -> Double { factor * eventLimit * Double(events) }
  }

  private static func flood(_ session: InterfaceSession) -> [Finding] {
    guard let port = session.context.controls.first else { return [] }
    CrashRecord.note(activity: "\(floodSize) port events, with idle() after each \(floodPart)")
    guard flood(session, port).isSlow else { return [] }
    let flood = flood(session, port)
    guard flood.isSlow else { return [] }
    return [
      finding(
        .slow, session.context,
        "took \(Duration.milliseconds(Int(flood.duration * 1000)).text) for \(flood.events) calls of port_event(); "
          + "expected at most \(Duration.microseconds(Int(eventLimit * 1e6)).text) for each.", call: "port_event()")
    ]
  }

  private static func flood(_ session: InterfaceSession, _ port: PortDescription) -> Flood {
    let context = session.context
    let range = context.range(of: port)
    let patience = Patience(floodPatience)
    var flood = Flood()
    while flood.events < floodSize, !flood.isEnough(patience) {
      flood.duration += context.duration {
        for index in flood.events..<flood.events + floodPart {
          let value = range.lowerBound + (range.upperBound - range.lowerBound) * Float(index % 100) / 100
          session.interface.send(value, toPort: port.index)
        }
      }
      flood.events += floodPart
      // A toolkit that queues the values handles them between the calls of a host; GTK handles few in one call.
      if case .gtk = context.interface.toolkit { session.idle() } else { session.idle(1) }
    }
    return flood
  }
}

import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UIWrite: InterfaceCheck {
  enum Message: MessageKind {
    case unprompted, echo, invalidPort, invalidSize, truncatedAtom, outOfRange, nan, unknownProtocol, touch

    var text: MessageText {
      switch self {
      case .unprompted:
        MessageText(
          .warning, rule: ofUser,
          remedy: "Take the initial values from port_event(), and write {the port} only when the user moves it.")
      case .echo:
        MessageText(
          .warning, rule: ofUser,
          remedy: "Do not write {the port} while port_event() sets the widget of its control.")
      case .invalidPort:
        MessageText(
          .error, rule: writing,
          remedy: "Write only to input ports of the plug-in: compare the indices with the Turtle.")
      case .invalidSize:
        MessageText(.error, rule: writing, remedy: "Pass sizeof(float) as buffer_size with the protocol 0.")
      case .truncatedAtom:
        MessageText(
          .error,
          rule: Rule(
            "buffer contains buffer_size bytes of data; with atom:eventTransfer, it is an LV2_Atom with its body",
            source: "lv2/ui/ui.h: LV2UI_Write_Function; atom.meta.ttl: atom:eventTransfer"),
          remedy: "Pass lv2_atom_total_size() of the atom as buffer_size.")
      case .outOfRange:
        MessageText(
          .warning,
          rule: Rule(
            "lv2:minimum and lv2:maximum are the soft limits of a port: a value that the host presents to the user",
            source: "lv2core.ttl: lv2:minimum, lv2:maximum"),
          remedy: "Limit the value of {the port} to its range before it is written.")
      case .nan:
        MessageText(.error, rule: writing, remedy: "Write finite values only: check the computation of {the port}.")
      case .unknownProtocol:
        MessageText(
          .warning,
          rule: Rule(
            "The UI SHOULD NOT use a protocol not supported by the host", source: "lv2/ui/ui.h: LV2UI_Write_Function"),
          remedy: "Write with the protocol 0 for controls, and with atom:eventTransfer for events.")
      case .touch:
        MessageText(
          .warning,
          rule: Rule(
            "The host should cease automating the port until the control has been ungrabbed",
            source: "lv2/ui/ui.h: LV2UI_Touch.touch()"),
          remedy:
            "Call touch() with false for {the port} when the user releases the control, and when the interface closes.")
      }
    }

    private var ofUser: Rule {
      Rule(
        "port_event() tells the UI the value of a port; the UI writes when the user changes it",
        source: "lv2/ui/ui.h: LV2UI_Descriptor.port_event(), LV2UI_Write_Function")
    }

    private var writing: Rule {
      Rule(
        "For protocol 0, the port MUST be an lv2:ControlPort input, buffer MUST point to a single float value, and "
          + "buffer_size MUST be sizeof(float)", source: "lv2/ui/ui.h: LV2UI_Write_Function")
    }
  }

  static let id: CheckID = "ui.write"
  static let text = CheckText(
    asserts: "The interface writes valid values to existing input ports, and only when the user changes something.",
    method:
      "Records what the interface writes while it opens, while values of controls arrive, and while the user clicks "
      + "and drags. The first two must change no control.",
    details:
      "At its opening, the interface may write the value that a control has already, controls with pprops:notOnGUI or "
      + "pprops:trigger, and messages to atom ports. A write during port_event() with the value that just arrived, up to rounding, "
      + "is not reported: it changes nothing.",
    level: CheckLevel(4, "The sound changes because the user opens the interface."))

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let session = try InterfaceSession(context)
    session.idle()
    var judged = Set<String>()
    var findings = unpromptedFindings(session, &judged)
    findings += echoFindings(session, &judged)
    session.idle()
    session.perform(UserInput.tour(of: session, context.generator(for: id), places: 3))
    session.idle()
    let activity = session.interface.activity
    session.close()
    findings += activity.writes.compactMap { invalidFinding($0, context, &judged) }
    // A touch can also end when the interface closes.
    findings += touchFindings(session.interface.activity.touches, context)
    return .findings(findings)
  }

  private static func port(_ index: UInt32, _ context: InterfaceContext) -> PortDescription? {
    context.plugin.plugin.ports.first { $0.index == Int(index) }
  }

  private static func unpromptedFindings(_ session: InterfaceSession, _ judged: inout Set<String>) -> [Finding] {
    let context = session.context
    return session.interface.activity.writes.compactMap { write -> Finding? in
      guard let value = write.value, let port = port(write.port, context), port.isSetting,
        differs(value, context.initialValue(of: port), port, context), judged.insert(port.symbol).inserted
      else { return nil }
      return finding(
        .unprompted, about: port.symbol, context,
        "changed input '\(port.symbol)' from \(context.initialValue(of: port)) to \(value) when it opened; "
          + "expected no change without the user.", naming: ["'\(port.symbol)'"])
    }
  }

  /// Whether two values of a control differ by more than rounding.
  private static func differs(
    _ value: Float, _ other: Float, _ port: PortDescription, _ context: InterfaceContext
  ) -> Bool {
    let range = context.range(of: port)
    return !(abs(value - other) <= tolerance * (range.upperBound - range.lowerBound))
  }

  /// The largest number of controls whose values are sent, to bound the time.
  private static let largestCount = 64

  /// The values of a control that arrive one after the other; the last one is that at the opening.
  private static func sentValues(_ port: PortDescription, _ context: InterfaceContext) -> [Float] {
    let range = context.range(of: port)
    return [range.upperBound, range.lowerBound, context.initialValue(of: port)]
  }

  /// The controls that the interface writes with another value than the one that arrived, among those of all controls.
  private static func echoCandidates(_ session: InterfaceSession) -> [PortDescription] {
    let context = session.context
    let controls = Array(context.controls.prefix(largestCount))
    var candidates: Set<Int> = []
    for round in 0..<3 {
      CrashRecord.note(activity: "values of all controls")
      let before = session.interface.activity.writes.count
      let sent = Dictionary(uniqueKeysWithValues: controls.map { ($0.index, sentValues($0, context)[round]) })
      for port in controls { session.interface.send(sentValues(port, context)[round], toPort: port.index) }
      session.idle(2)
      func hasArrived(_ write: HostActivity.Write) -> Bool {
        guard let value = write.value, let port = port(write.port, context), let arrived = sent[port.index] else {
          return false
        }
        return !differs(value, arrived, port, context)
      }
      for write in session.interface.activity.writes.dropFirst(before) where !hasArrived(write) {
        candidates.insert(Int(write.port))
      }
    }
    return controls.filter { candidates.contains($0.index) }
  }

  private static func echoFindings(_ session: InterfaceSession, _ judged: inout Set<String>) -> [Finding] {
    let context = session.context
    var findings: [Finding] = []
    for port in echoCandidates(session) {
      for value in sentValues(port, context) {
        CrashRecord.note(activity: "port '\(port.symbol)' at \(value)")
        let before = session.interface.activity.writes.count
        session.interface.send(value, toPort: port.index)
        session.idle(1)
        let writes = session.interface.activity.writes.dropFirst(before)
        for write in writes {
          guard let written = write.value, let target = Self.port(write.port, context), target.isSetting,
            target.index == port.index, differs(written, value, target, context),
            judged.insert(target.symbol).inserted
          else { continue }
          findings.append(
            finding(
              .echo, about: target.symbol, context,
              "wrote \(written) to input '\(target.symbol)' after port_event() with \(value)"
                + "; expected no write without the user.", naming: ["'\(target.symbol)'"], call: "port_event()"))
        }
      }
    }
    return findings
  }

  private static func invalidFinding(
    _ write: HostActivity.Write, _ context: InterfaceContext, _ judged: inout Set<String>
  ) -> Finding? {
    let map = InstanceUnderTest.map
    let isFloat = write.isFloat
    let isAtom = [URI.UserInterface.eventTransfer, URI.UserInterface.atomTransfer].contains {
      map.id(of: $0) == write.protocolID
    }
    func once(_ key: String, _ make: () -> Finding) -> Finding? { judged.insert(key).inserted ? make() : nil }
    let expected = isFloat ? "a control" : isAtom ? "an atom" : "an"
    guard let port = port(write.port, context), port.isInput, !isFloat || port.kind == .control,
      !isAtom || port.kind == .atom
    else {
      return once("port \(write.port)") {
        let target = port(write.port, context).map { "'\($0.symbol)'" } ?? "\(write.port)"
        return finding(
          .invalidPort, about: "port \(write.port)", context,
          "wrote \(isFloat ? "a value" : "data") to port \(target), which is not \(expected) input.")
      }
    }
    if isAtom { return atomFinding(write, port, context, once) }
    if !isFloat {
      return once("protocol \(write.protocolID)") {
        finding(
          .unknownProtocol, about: "protocol \(write.protocolID)", context,
          "wrote to '\(port.symbol)' with the protocol \(map.uri(of: write.protocolID).map { "<\($0)>" } ?? "\(write.protocolID)"), "
            + "which the host does not support.")
      }
    }
    guard write.size == 4, let value = write.value else {
      return once("size \(port.symbol)") {
        finding(
          .invalidSize, about: port.symbol, context,
          "wrote \(write.size) bytes to control '\(port.symbol)'; expected 4, a float.")
      }
    }
    if !value.isFinite {
      return once("nan \(port.symbol)") {
        finding(
          .nan, about: port.symbol, context, "wrote \(value.text) to control '\(port.symbol)'; expected a number.",
          naming: ["'\(port.symbol)'"])
      }
    }
    // A value that differs in the last digits only is the bound.
    guard let range = port.range(rate: context.plugin.rate),
      case let margin = tolerance * (range.upperBound - range.lowerBound),
      value < range.lowerBound - margin || value > range.upperBound + margin
    else { return nil }
    return once("range \(port.symbol)") {
      finding(
        .outOfRange, about: port.symbol, context,
        "wrote \(value) to control '\(port.symbol)'; its range is \(range.lowerBound) to \(range.upperBound).",
        naming: ["'\(port.symbol)'"])
    }
  }

  /// An atom whose header states more bytes than the host receives.
  private static func atomFinding(
    _ write: HostActivity.Write, _ port: PortDescription, _ context: InterfaceContext,
    _ once: (String, () -> Finding) -> Finding?
  ) -> Finding? {
    let stated = write.bytes.count < 4 ? nil : write.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    let total = 8 + Int(stated ?? 0)
    guard write.size < total else { return nil }
    return once("atom \(port.symbol)") {
      finding(
        .truncatedAtom, about: port.symbol, context,
        "wrote \(write.size) bytes to '\(port.symbol)', but an atom of \(total) bytes with its header.")
    }
  }

  /// Relative to the range.
  private static let tolerance: Float = 1e-5

  private static func touchFindings(_ touches: [HostActivity.Touch], _ context: InterfaceContext) -> [Finding] {
    var grabbed: Set<UInt32> = []
    for touch in touches {
      if touch.isGrabbed { grabbed.insert(touch.port) } else { grabbed.remove(touch.port) }
    }
    return grabbed.sorted().prefix(1).map { index in
      let name = port(index, context).map { "'\($0.symbol)'" } ?? "\(index)"
      return finding(
        .touch, about: "touch \(index)", context,
        "called touch() with true for port \(name), but never with false, although the user released the control.",
        naming: [name], call: "touch()")
    }
  }
}

extension PortDescription {
  /// Whether the control is a setting of the sound, and not one by which the interface asks the plug-in for something.
  fileprivate var isSetting: Bool {
    isInput && kind == .control && properties.isDisjoint(with: [URI.PortProps.notOnGUI, URI.PortProps.trigger])
  }
}

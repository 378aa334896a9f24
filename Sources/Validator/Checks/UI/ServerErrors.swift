import InterfaceHost
import Model

/// What the X server complained about while a check used an interface. Each such error ends a host that leaves Xlib's handler
/// in place, so every check reports it, as it reports a crash.
package enum ServerErrors {
  package static let text = MessageText(
    .error,
    rule: Rule(
      "If the program does not call XSetErrorHandler(), an error of the server ends it: the default handler prints a message "
        + "and exits", source: "Xlib - C Language X Interface: XSetErrorHandler()"),
    remedy: "Fix {the request}: use only windows, pixmaps and contexts that exist.")

  /// The check that reports an error that several checks cause: its backtrace shows the request.
  package static let owner = UIXError.id

  /// Whether a finding is about an error of the server.
  package static func contain(_ id: MessageID?) -> Bool {
    id == MessageID(UIXError.id, UIXError.Message.error) || id?.kind == EndMessage.xError.word
  }

  /// The outcome of `body` with a finding for each kind of request that failed meanwhile.
  ///
  /// - Parameter isSynchronous: whether Xlib waited for the result of each request.
  fileprivate static func adding(
    to check: any InterfaceCheck.Type, _ context: InterfaceContext, isSynchronous: Bool,
    _ body: () throws -> CheckOutcome
  ) rethrows -> CheckOutcome {
    let before = XErrors.count
    let outcome = try body()
    let errors = Dictionary(grouping: XErrors.entries(from: before)) { "\($0.name) \($0.request)" }
    guard !errors.isEmpty else { return outcome }
    let findings = errors.sorted { $0.key < $1.key }.map { key, errors in
      finding(of: check, context, key, errors, isSynchronous)
    }
    return .findings(outcome.findings + findings)
  }

  private static func finding(
    of check: any InterfaceCheck.Type, _ context: InterfaceContext, _ key: String, _ errors: [XErrors.Entry],
    _ isSynchronous: Bool
  ) -> Finding {
    let (name, request) = (errors[0].name, errors[0].request)
    let place = isSynchronous ? "" : " The backtrace shows where Xlib read the error, which can be after the request."
    var finding = Finding(
      id: check == UIXError.self
        ? MessageID(UIXError.id, UIXError.Message.error) : MessageID(check.id, EndMessage.xError),
      severity: text.severity, subject: "\(context.name) \(key)",
      message:
        "Interface <\(context.interface.uri)> caused \(name) in \(request) of the X server; expected no error.\(place)",
      rule: text.rule.citation, remedy: text.remedy(naming: [request]), count: errors.count, seed: context.seed,
      backtrace: errors[0].frames)
    finding.interface = context.interface.uri
    return finding
  }
}

extension InterfaceCheck {
  /// Whether Xlib waits for the result of each request while the check runs.
  private static var isSynchronous: Bool { self == UIXError.self }

  /// Examines the interface, and reports what the X server complained about.
  package static func examine(_ context: InterfaceContext) throws -> CheckOutcome {
    try ServerErrors.adding(to: self, context, isSynchronous: isSynchronous) { try run(in: context) }
  }

  /// Performs the steps of a finding again, and reports what the X server complained about.
  package static func replay(
    _ script: InterfaceScript, in context: InterfaceContext, isExtreme: Bool, pause: Duration
  ) throws -> CheckOutcome {
    XErrors.watch(isSynchronous: true, server: context.server)
    return try ServerErrors.adding(to: self, context, isSynchronous: true) {
      try play(script, in: context, isExtreme: isExtreme, pause: pause)
    }
  }

  /// Whether `replay` finds again what `examine` found, so that steps that are not necessary can be left out.
  package static func findsAgain(_ finding: Finding) -> Bool {
    ServerErrors.contain(finding.id) || isPlayable(finding)
  }
}

import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIReopen: InterfaceCheck {
  enum Message: MessageKind {
    case null, blank, shared, parentDestroyed

    var text: MessageText {
      switch self {
      case .null:
        MessageText(
          .error, rule: instances,
          remedy: "Initialize all static variables of the interface in each instantiate(), or keep none.")
      case .blank:
        MessageText(
          .warning, rule: instances,
          remedy: "Create windows, images and contexts in each instantiate(), and free them in cleanup().")
      case .shared:
        MessageText(
          .warning, rule: instances,
          remedy: "Keep the values of controls in the instance of the interface, and none in static variables.")
      case .parentDestroyed:
        MessageText(
          .error,
          rule: Rule(
            "The parent belongs to the host, which passes it as ui:parent", source: "ui.meta.ttl: ui:parent"),
          remedy: "Destroy only the windows of the interface in cleanup().")
      }
    }

    private var instances: Rule {
      Rule(
        "instantiate() creates a new UI; a host may open any number of them, one after the other and at once",
        source: "lv2/ui/ui.h: LV2UI_Descriptor.instantiate()")
    }
  }

  static let id: CheckID = "ui.reopen"
  /// The first opening must be the first one of the process.
  static let isolation = CheckIsolation.first
  static let answersFor: Set<EndSubject> = [.call(Call(InterfaceUnderTest.Name.cleanup))]
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "cleanup() destroys the UI; a host may open it again, and open any number of instances",
        source: "lv2/ui/ui.h: LV2UI_Descriptor.cleanup()"),
      remedy: "Free in cleanup() what belongs to the instance, and keep nothing of it in static variables."),
    exercise: .stimulus)
  static let text = CheckText(
    asserts: "The interface opens again and again, several times at once, and closes in any order.",
    method:
      "Opens and closes the interface 30 times, every third time without any call between. Opens two at once, changes "
      + "the controls of one, which must not change the picture of the other, and closes them in both orders. Also destroys the "
      + "host's window first.",
    details:
      "A slow interface is opened for 0.7 s, and at least 8 times. An interface whose picture moves by itself is not "
      + "compared.",
    level: CheckLevel(4, "The host crashes when the user opens the interface again."))

  private static let openings = 30
  private static let leastOpenings = 8
  /// In seconds.
  private static let patience = 0.7

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let findings = try again(context)
    guard findings.isEmpty else { return .findings(findings) }
    return .findings(
      try crosswise(context, closingFirst: 0) + crosswise(context, closingFirst: 1) + destroyed(context))
  }

  private static func again(_ context: InterfaceContext) throws -> [Finding] {
    let patience = Patience(patience)
    var first: Screenshot?
    for opening in 1...openings {
      if opening > leastOpenings, !patience.isLeft { break }
      CrashRecord.note(activity: "opening \(opening) of the interface")
      let session = opening == 1 ? try InterfaceSession(context) : try InterfaceSession.attempt(context)
      guard let session else {
        return [
          finding(
            .null, about: "again", context,
            "did not open for the \(ordinal(opening)) time: instantiate() returned NULL.",
            call: Call(InterfaceUnderTest.Name.instantiate))
        ]
      }
      // A user can close the window at once.
      if opening % 3 != 0 { session.idle(opening < 3 ? 8 : 2) }
      if opening <= 2 {
        let picture = session.picture
        if opening == 1 {
          first = picture
        } else if let finding = blankFinding(session, first, picture) {
          return [finding]
        }
      }
      session.close()
    }
    return []
  }

  private static func ordinal(_ number: Int) -> String {
    [1: "first", 2: "second", 3: "third"][number] ?? "\(number)th"
  }

  private static func blankFinding(_ session: InterfaceSession, _ first: Screenshot?, _ second: Screenshot?) -> Finding?
  {
    guard let first, !first.isBlank, let second, second.isBlank else { return nil }
    // A slow interface draws later.
    session.idle(40)
    guard session.picture?.isBlank == true else { return nil }
    return finding(
      .blank, session.context, "shows one color when it opens for the second time; the first time it showed a picture.")
  }

  /// Opens two at once, changes the controls of the first, and closes them in one of the two orders.
  private static func crosswise(_ context: InterfaceContext, closingFirst first: Int) throws -> [Finding] {
    CrashRecord.note(activity: "two open interfaces")
    let one = try InterfaceSession(context)
    guard let other = try InterfaceSession.attempt(context) else {
      one.close()
      return first == 1
        ? []
        : [
          finding(
            .null, about: "two", context, "did not open a second time while the first one was open.",
            call: Call(InterfaceUnderTest.Name.instantiate))
        ]
    }
    let sessions = [one, other]
    for session in sessions { session.idle() }
    var findings: [Finding] = []
    // One window covers the other one, so only the last is visible.
    if first == 0, follows(other, one) {
      findings.append(
        finding(
          .shared, context, "changes its picture when controls of another open instance change.",
          call: "port_event()"))
    }
    CrashRecord.note(activity: "closing the \(first == 0 ? "first" : "second") of two open interfaces")
    sessions[first].close()
    sessions[1 - first].idle()
    changeControls(of: sessions[1 - first])
    sessions[1 - first].idle()
    sessions[1 - first].close()
    return findings
  }

  /// Whether the picture of an interface changes with the controls of another one, and changes back with them, twice.
  ///
  /// An animation does not do that.
  private static func follows(_ observed: InterfaceSession, _ moved: InterfaceSession) -> Bool {
    func picture() -> Screenshot? {
      for session in [moved, observed] { session.idle() }
      return observed.picture
    }
    guard let initial = picture(), picture() == initial else { return false }
    for _ in 0..<2 {
      changeControls(of: moved)
      guard let changed = picture(), changed != initial, picture() == changed else { return false }
      moved.sendValues()
      guard picture() == initial else { return false }
    }
    return true
  }

  private static func changeControls(of session: InterfaceSession) {
    let context = session.context
    for port in context.controls {
      let range = context.range(of: port)
      let initial = context.initialValue(of: port)
      session.interface.send(initial == range.upperBound ? range.lowerBound : range.upperBound, toPort: port.index)
    }
  }

  /// The host destroys its window, and the interface with it, before it calls cleanup().
  private static func destroyed(_ context: InterfaceContext) throws -> [Finding] {
    let session = try InterfaceSession(context)
    session.idle()
    guard let window = session.parent else { return [] }
    session.interface.cleanup()
    let isAlive = context.desktop.size(of: window) != nil
    session.close()
    return isAlive
      ? []
      : [
        finding(
          .parentDestroyed, context, "destroyed the window of the host in cleanup(); expected only its own.",
          call: Call(InterfaceUnderTest.Name.cleanup))
      ]
  }
}

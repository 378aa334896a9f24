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
  static let isolation = CheckIsolation.series
  static let takesOpening = true
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
      "Opens and closes the interface \(OpeningSeries.most) times, later ones in part without any call between. Opens two at once, changes "
      + "the controls of one, which must not change the picture of the other, and closes them in both orders. Does that "
      + "with the interface of another plug-in of the bundle.",
    details:
      "A slow interface is opened for \(OpeningSeries.patience) s, and at least \(OpeningSeries.least) times; the third beside another one only if no other plug-in of the bundle opens there. An interface whose picture moves by itself is not "
      + "compared. Of a fast interface, the host also destroys its window before cleanup(), which few hosts do: a crash is a note.",
    level: CheckLevel(4, "The host crashes when the user opens the interface again."))

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let series = try OpeningSeries.of(context)
    if let opening = series.refused {
      return .findings([
        finding(
          .null, about: "again", context,
          "did not open for the \(ordinal(opening)) time: instantiate() returned NULL.",
          call: Call(InterfaceUnderTest.Name.instantiate))
      ])
    }
    guard !series.becomesBlank else {
      return .findings([
        finding(
          .blank, context, "shows one color when it opens for the second time; the first time it showed a picture.")
      ])
    }
    let findings = try crosswise(context, isSlow: !series.isComplete)
    if findings.isEmpty, series.isComplete { try closeWithoutParent(context) }
    return .findings(findings)
  }

  private static func ordinal(_ number: Int) -> String {
    [1: "first", 2: "second", 3: "third"][number] ?? "\(number)th"
  }

  /// Opens two at once, changes the controls of the first, and closes it. Opens others beside the second, and closes them
  /// first: the interface again, and that of another plug-in of the bundle; of a slow one, only one of both.
  private static func crosswise(_ context: InterfaceContext, isSlow: Bool) throws -> [Finding] {
    CrashRecord.note(activity: "two open interfaces")
    let one = try InterfaceSession.usual(context)
    guard let other = try InterfaceSession.attempt(context) else {
      one.close()
      return [
        finding(
          .null, about: "two", context, "did not open a second time while the first one was open.",
          call: Call(InterfaceUnderTest.Name.instantiate))
      ]
    }
    for session in [one, other] { session.idle() }
    var findings: [Finding] = []
    // One window covers the other one, so only the last is visible.
    if follows(other, one) {
      findings.append(
        finding(
          .shared, context, "changes its picture when controls of another open instance change.",
          call: "port_event()"))
    }
    close(one, beside: other, "first")
    let hasSibling = try openSibling(beside: other)
    if !(isSlow && hasSibling), let third = try InterfaceSession.attempt(context) {
      third.idle()
      close(third, beside: other, "second")
    }
    return findings + destroyed(other)
  }

  /// Opens and closes the interface of another plug-in of the bundle, whose code is in the same library. Returns whether it
  /// opened.
  private static func openSibling(beside other: InterfaceSession) throws -> Bool {
    guard let sibling = other.context.sibling else { return false }
    CrashRecord.note(activity: "interfaces of two plug-ins of the bundle")
    var opening = InterfaceStep.Opening()
    opening.plugin = sibling.plugin.plugin.uri
    guard let session = try InterfaceSession.attempt(sibling, opening) else { return false }
    use(session)
    close(session, beside: other, "second")
    return true
  }

  /// Closes one of two open interfaces, and uses the other one.
  private static func close(_ closed: InterfaceSession, beside other: InterfaceSession, _ name: String) {
    CrashRecord.note(activity: "closing the \(name) of two open interfaces")
    closed.close()
    use(other)
  }

  private static func use(_ session: InterfaceSession) {
    session.idle()
    changeControls(of: session)
    session.idle()
  }

  /// The toolkit of a host can destroy its window before the host calls cleanup().
  private static func closeWithoutParent(_ context: InterfaceContext) throws {
    guard context.interface.toolkit == .x11, let session = try InterfaceSession.attempt(context) else { return }
    session.idle()
    CrashRecord.note(activity: "cleanup() after the host destroyed its window", isExtreme: true)
    session.destroyParent()
    session.close()
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

  /// The host calls cleanup() before it destroys its window.
  private static func destroyed(_ session: InterfaceSession) -> [Finding] {
    guard let window = session.parent else { return [] }
    session.interface.cleanup()
    let isAlive = session.context.desktop.size(of: window) != nil
    session.close()
    return isAlive
      ? []
      : [
        finding(
          .parentDestroyed, session.context, "destroyed the window of the host in cleanup(); expected only its own.",
          call: Call(InterfaceUnderTest.Name.cleanup))
      ]
  }
}

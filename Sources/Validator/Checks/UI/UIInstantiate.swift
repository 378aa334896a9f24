import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UIInstantiate: InterfaceCheck {
  enum Message: MessageKind {
    case null, refused, noWidget, unrelatedWidget, waits

    var text: MessageText {
      switch self {
      case .null:
        MessageText(
          .error, rule: creation,
          remedy: "Return the instance from instantiate() if the host has all required features."
        )
      case .refused:
        MessageText(
          .warning, rule: optional,
          remedy: "Open the interface without {the feature}, or list it as lv2:requiredFeature.")
      case .waits:
        MessageText(
          .warning, rule: creation,
          remedy:
            "Show dialogs without waiting for their answer, for example with QDialog::open(): the windows of the host "
            + "stand still during instantiate().")
      case .noWidget:
        MessageText(.error, rule: widget, remedy: "Set *widget in instantiate() to {the window of the interface}.")
      case .unrelatedWidget:
        MessageText(
          .warning,
          rule: Rule(
            "ui:parent is the parent for the UI: the host passes it, and the UI should embed itself in it",
            source: "ui.meta.ttl: ui:parent"),
          remedy: "Create the window of the interface as a child of the window that ui:parent names.")
      }
    }

    private var widget: Rule {
      Rule(
        "The UI points widget at its main widget, which has the type defined by the UI type in the data file",
        source: "lv2/ui/ui.h: LV2UI_Descriptor.instantiate()")
    }
    private var optional: Rule {
      Rule(
        "If a host lacks an optional feature, the UI still works", source: "lv2core.ttl: lv2:optionalFeature")
    }
  }

  private static let creation = Rule(
    "Create a new UI and return a handle to it", source: "lv2/ui/ui.h: LV2UI_Descriptor.instantiate()")

  static let id: CheckID = "ui.instantiate"
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: creation,
      remedy:
        "Check each feature for NULL before the use, and return NULL from instantiate() if the interface cannot open."),
    exercise: .stimulus)
  static let answersFor: Set<EndSubject> = [.call(Call(InterfaceUnderTest.Name.instantiate))]
  static let text = CheckText(
    asserts: "The interface opens in the window of the host, and without each feature that it lists as optional.",
    method: "Opens the interface in a window of an X server without a screen. Repeats that with a handle of ui:resize "
      + "that is NULL, and without each optional feature.",
    details:
      "A dialog for which instantiate() waits receives Escape after a second. Each opening is followed by calls of "
      + "idle() and by cleanup(). Of a slow interface, the last features are withheld together, and in turn if it then does not open. Required features are not withheld: a host without them "
      + "does not open the interface.",
    level: CheckLevel(5, "The interface does not open, or crashes the host."))

  /// In seconds: after this time, the remaining features are withheld together.
  private static let patience = 0.4

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let patience = Patience(patience)
    CrashRecord.note(activity: "opening the interface")
    let answered = Attendant.answered.count
    let instance = try context.sharedInstance()
    guard let session = try InterfaceSession.attempt(context, instance: instance) else {
      return .findings([
        finding(
          .null, context, "did not open: instantiate() returned NULL.", call: Call(InterfaceUnderTest.Name.instantiate))
      ])
    }
    var findings: [Finding] = []
    if Attendant.answered.dropFirst(answered).contains(InterfaceUnderTest.Name.instantiate) {
      findings.append(
        finding(
          .waits, context, "waited in instantiate() for the answer to a dialog; expected that the call returns.",
          call: Call(InterfaceUnderTest.Name.instantiate)))
    }
    session.idle()
    findings += widgetFindings(session)
    session.close()
    let features = context.interface.optionalFeatures.filter(context.offers).sorted()
    guard !features.isEmpty else { return .findings(findings) }
    // Otherwise, a failure says nothing about the feature.
    CrashRecord.note(activity: "opening the interface with a NULL handle in ui:resize")
    var opening = InterfaceStep.Opening()
    opening.hasResizeHandle = false
    guard let again = try InterfaceSession.attempt(context, opening, instance: instance) else {
      return .findings(findings)
    }
    again.close()
    var remaining = features[...]
    while patience.isLeft, let feature = remaining.popFirst() {
      if let finding = try featureFinding(feature, context, instance) { findings.append(finding) }
    }
    if remaining.count > 1, try opens(without: remaining, context, instance) { return .findings(findings) }
    return .findings(try findings + remaining.compactMap { try featureFinding($0, context, instance) })
  }

  private static func widgetFindings(_ session: InterfaceSession) -> [Finding] {
    let context = session.context
    let toolkit = context.interface.toolkit
    if toolkit == .shown { return [] }
    guard session.interface.widget != nil else {
      let (expected, name) =
        toolkit == .external
        ? ("a struct with functions", "an LV2_External_UI_Widget") : ("its window", "the window of the interface")
      return [
        finding(.noWidget, context, "did not set the widget in instantiate(); expected \(expected).", naming: [name])
      ]
    }
    guard let window = session.ownWindow else { return [] }
    guard let host = session.window, window != host, !context.desktop.ancestors(of: window).contains(host) else {
      return []
    }
    return [
      finding(.unrelatedWidget, context, "opened a window that is not inside the window that ui:parent names.")
    ]
  }

  private static func featureFinding(
    _ feature: String, _ context: InterfaceContext, _ instance: InstanceUnderTest?
  ) throws -> Finding? {
    let name = Vocabulary.short(feature)
    if try opens(without: [feature], context, instance) { return nil }
    return finding(
      .refused, about: name, context, "did not open without the optional feature \(name); expected a window.",
      naming: [name])
  }

  private static func opens(
    without features: ArraySlice<String>, _ context: InterfaceContext, _ instance: InstanceUnderTest?
  ) throws -> Bool {
    CrashRecord.note(activity: "opening the interface without \(features.map(Vocabulary.short).listed())")
    var opening = InterfaceStep.Opening()
    opening.withheld = Set(features)
    guard let session = try InterfaceSession.attempt(context, opening, instance: instance) else { return false }
    session.idle(2)
    session.close()
    return true
  }
}

import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIShow: InterfaceCheck {
  enum Message: MessageKind {
    case missingFunction, failed, invisible, stillVisible, disconnected, unreported, outsideRun, leftOpen

    var text: MessageText {
      switch self {
      case .missingFunction:
        MessageText(
          .error, rule: external, remedy: "Set the members run, show and hide of the LV2_External_UI_Widget.")
      case .failed:
        MessageText(
          .warning, rule: shown, remedy: "Return 0 from {the function}, which hosts never call again otherwise.")
      case .invisible:
        MessageText(.error, rule: shown, remedy: "Create the window again in show() if it was destroyed, and map it.")
      case .stillVisible:
        MessageText(.warning, rule: shown, remedy: "Unmap the window in hide().")
      case .disconnected:
        MessageText(
          .warning,
          rule: Rule(
            "A client that does not list WM_DELETE_WINDOW in WM_PROTOCOLS may be disconnected from the server if the user "
              + "closes its window", source: "Inter-Client Communication Conventions Manual 4.2.8.1: Window Deletion"),
          remedy: "Call XSetWMProtocols() with WM_DELETE_WINDOW, and handle the message of the window manager.")
      case .unreported:
        MessageText(.error, rule: closing, remedy: "{Return non-zero from idle()} when the user closes the window.")
      case .outsideRun:
        MessageText(
          .warning, rule: closing,
          remedy: "Store in the interface that the user closed it, and call ui_closed() in run().")
      case .leftOpen:
        // Hosts usually call hide() before.
        MessageText(
          .note,
          rule: Rule("cleanup() destroys the UI", source: "lv2/ui/ui.h: LV2UI_Descriptor.cleanup()"),
          remedy: "Destroy the window of the interface in cleanup(), whether it is hidden or not.")
      }
    }

    private var shown: Rule {
      Rule(
        "UIs can provide this interface to show and hide a window, which works in hosts unable to embed their widget",
        source: "lv2/ui/ui.h: LV2UI_Show_Interface; lv2_external_ui.h: LV2_External_UI_Widget")
    }
    private var external: Rule {
      Rule(
        "The host calls run(), show() and hide() of the widget", source: "lv2_external_ui.h: LV2_External_UI_Widget")
    }
    private var closing: Rule {
      Rule(
        "The UI MUST return non-zero from idle() when it has been closed; an external UI calls ui_closed() in run()",
        source: "lv2/ui/ui.h: LV2UI_Show_Interface; lv2_external_ui.h: LV2_External_UI_Host")
    }
  }

  static let id: CheckID = "ui.show"
  static let isolation = CheckIsolation.first
  static let answersFor = Set(
    ["show", "hide", InterfaceUnderTest.Name.externalShow, InterfaceUnderTest.Name.externalHide].map {
      EndSubject.call(Call($0))
    })
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "The user can open and close the window of the interface at any time",
        source: "lv2/ui/ui.h: LV2UI_Show_Interface; lv2_external_ui.h: LV2_External_UI_Widget"),
      remedy: "Accept show() and hide() in any order, and after the user closed the window."),
    exercise: .stimulus)
  static let text = CheckText(
    asserts: "An interface that opens its own window shows it, hides it, and reports that the user closed it.",
    method:
      "Opens the interface without ui:parent, calls show(), hide() and show(), and closes the window as a window manager "
      + "does. Then shows it once more, and calls cleanup() while it is visible.",
    details:
      "Examines interfaces with ui:showInterface, unless they require ui:parent, and external interfaces of KXStudio. "
      + "Those that have no other window are examined again with the window manager \(WindowManager.program), if it is "
      + "installed. Windows are expected within \(Int(4 * patience)) s; after cleanup(), those of the host's process within \((4 * shortPatience).text) s.",
    level: CheckLevel(4, "The user cannot open the window, or the host does not notice that it was closed."))

  /// In seconds, which are four times as long while nothing is computed: a window can be that of another program.
  private static let patience = 1.25
  /// The same for a window of this process, whose threads may take a moment to destroy it.
  private static let shortPatience = 0.125

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    guard
      context.interface.toolkit == .external
        || context.interface.extensionData.contains(URI.UserInterface.showInterface)
    else { return .skipped("the interface does not open its own window") }
    guard !context.interface.requiredFeatures.contains(URI.UserInterface.parent) else {
      return .skipped("the interface requires ui:parent")
    }
    let outcome = try examine(context)
    guard case .passed = outcome, context.interface.toolkit.opensOwnWindow,
      let manager = WindowManager(context.desktop)
    else { return outcome }
    let findings = try withExtendedLifetime(manager) { try examine(context).findings }
    return .findings(
      findings.map { finding in
        var finding = finding
        finding.message += " It does so only with a window manager (\(WindowManager.program))."
        return finding
      })
  }

  private static func examine(_ context: InterfaceContext) throws -> CheckOutcome {
    guard let session = try open(context) else { return .skipped("instantiate() returned NULL without ui:parent") }
    let widget = session.interface.externalWidget?.pointee
    if let widget, widget.run == nil || widget.show == nil || widget.hide == nil {
      return .findings([
        finding(.missingFunction, context, "set its widget to a struct with a member that is NULL; expected functions.")
      ])
    }
    guard session.interface.canShow else {
      return .skipped("the interface has no function show(), see ui.extension-data")
    }
    session.idle(2)
    let findings: [Finding]
    switch show(session, "after show()") {
    case let finding? where finding.id == MessageID(id, Message.invisible) && hasOutputs(context):
      // The plug-in may have to send it something first, such as the address of a program that draws.
      return .skipped("the interface shows no window without the plug-in")
    case let finding?: findings = [finding]
    case nil: findings = hiddenAndShown(session) ?? closedByUser(session)
    }
    session.close()
    return .findings(findings.isEmpty ? try closedByHost(context) : findings)
  }

  /// Whether the plug-in has ports by which it can send values and messages to the interface.
  private static func hasOutputs(_ context: InterfaceContext) -> Bool {
    context.plugin.plugin.ports.contains { $0.isOutput && ($0.kind == .control || $0.kind == .atom) }
  }

  private static func open(_ context: InterfaceContext) throws -> InterfaceSession? {
    var opening = InterfaceStep.Opening()
    opening.isAlone = true
    CrashRecord.note(activity: "opening the interface without a window of the host")
    return try InterfaceSession.attempt(context, opening)
  }

  /// Hides and shows the visible window. Returns nil if it is visible in the end, and otherwise what prevented that.
  private static func hiddenAndShown(_ session: InterfaceSession) -> [Finding]? {
    CrashRecord.note(activity: "hide()")
    guard session.interface.hide() else { return [failed("hide", session.context)] }
    guard waits(session, until: { session.topLevel == nil }) else {
      return [finding(.stillVisible, session.context, "shows its window after hide(); expected that it is hidden.")]
    }
    // An external interface can take hide() for the end.
    if session.interface.isClosed { return outsideRun(session) }
    return show(session, "after hide() and show()").map { [$0] }
  }

  /// The user closes the visible window. Afterwards the host shows it again, if the extension allows that.
  private static func closedByUser(_ session: InterfaceSession) -> [Finding] {
    let context = session.context
    CrashRecord.note(activity: "the user closes the window")
    let isAsked = session.topLevel.map { context.desktop.takesPart(inClosingOf: $0) } ?? false
    guard isAsked else {
      return [
        finding(
          .disconnected, context, "does not list WM_DELETE_WINDOW in WM_PROTOCOLS of its window; expected it.")
      ]
    }
    session.perform(.dismiss)
    guard waits(session, until: { session.interface.isClosed || session.topLevel == nil }) else { return [] }
    _ = waits(session, until: { session.interface.isClosed })
    let isExternal = context.interface.toolkit == .external
    guard session.interface.isClosed else {
      return [
        finding(
          .unreported, context,
          "did not report that the user closed its window: "
            + (isExternal ? "it did not call ui_closed()." : "idle() returns 0."),
          naming: [isExternal ? "Call ui_closed() in run()" : "Return non-zero from idle()"],
          call: isExternal ? Call(InterfaceUnderTest.Name.externalRun) : "idle()")
      ]
    }
    if isExternal { return outsideRun(session) }
    session.interface.hide()
    return show(session, "after the user closed it, in show()").map { [$0] } ?? []
  }

  private static func outsideRun(_ session: InterfaceSession) -> [Finding] {
    session.interface.activity.wasClosedOutsideRun
      ? [finding(.outsideRun, session.context, "called ui_closed() outside of run(); expected the call in run().")] : []
  }

  /// The host calls cleanup() while the window is visible.
  private static func closedByHost(_ context: InterfaceContext) throws -> [Finding] {
    guard let session = try open(context) else { return [] }
    defer { session.close() }
    if let finding = show(session, "when it opens again") { return [finding] }
    CrashRecord.note(activity: "cleanup() of a visible interface")
    let isOwn = session.topLevel.map(context.desktop.isOwn) ?? false
    session.interface.cleanup()
    return waits(session, isOwn ? shortPatience : patience, until: { session.topLevel == nil })
      ? [] : [finding(.leftOpen, context, "left its window visible after cleanup(); expected that it is destroyed.")]
  }

  /// Calls show(). Returns a finding if it fails or no window becomes visible.
  private static func show(_ session: InterfaceSession, _ occasion: String) -> Finding? {
    CrashRecord.note(activity: "show()")
    guard session.interface.show() else { return failed("show", session.context) }
    if waits(session, until: { session.topLevel != nil }) {
      session.idle()
      return nil
    }
    return finding(
      .invisible, about: occasion, session.context, "shows no window \(occasion); expected a visible window.",
      call: "show()")
  }

  private static func failed(_ function: String, _ context: InterfaceContext) -> Finding {
    finding(
      .failed, about: function, context, "returned a non-zero value from \(function)(); expected 0.",
      naming: ["\(function)()"], call: Call(function))
  }

  /// Calls idle() until a condition holds. Returns false if it never did.
  private static func waits(
    _ session: InterfaceSession, _ limit: Double = patience, until condition: () -> Bool
  ) -> Bool {
    let patience = Patience(limit)
    while patience.isLeft {
      if condition() { return true }
      session.idle(1)
    }
    return condition()
  }
}

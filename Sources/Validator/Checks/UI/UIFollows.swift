import InterfaceHost
import LV2Host
import Model
import Support
import TestHost

enum UIFollows: InterfaceCheck {
  enum Message: MessageKind {
    case noPort

    var text: MessageText {
      switch self {
      case .noPort:
        MessageText(
          .note,
          rule: Rule(
            "Tell the UI that something interesting has happened at a plugin port",
            source: "lv2/ui/ui.h: LV2UI_Descriptor.port_event()"),
          remedy: "Show in port_event() the value of the port, so that the user sees automation and presets.")
      }
    }
  }

  static let id: CheckID = "ui.follows"
  static let takesOpening = true
  static let text = CheckText(
    asserts: "The picture of the interface follows the values of control inputs.",
    method:
      "Sends the interface the bounds of up to 24 control inputs in turn, and compares the pictures before and after. "
      + "Only if none of them changes the picture, it is reported.",
    details:
      "Controls that the host usually shows itself are not sent: lv2:enabled and lv2:freeWheeling. An interface whose picture "
      + "moves by itself is not judged, nor is a blank one.",
    level: CheckLevel(9, "The interface does not show what presets and automation change."))

  private static let largestCount = 24
  /// In which an interface draws once by its timer.
  private static let drawingTime = Duration.milliseconds(300)

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let controls = context.controls.filter {
      !$0.isDesignated(URI.Core.enabled) && !$0.isDesignated(URI.Core.freeWheeling)
    }.prefix(largestCount)
    guard !controls.isEmpty else { return .skipped("the plug-in has no control inputs to show") }
    let session = try InterfaceSession.usual(context)
    defer { session.passOn() }
    for _ in 0..<4 where session.picture?.isBlank ?? true { session.idle() }
    session.idle()
    guard let first = session.picture, !first.isBlank else { return .skipped("the interface shows no picture") }
    session.idle()
    guard session.picture == first else { return .skipped("the picture of the interface moves by itself") }
    for port in controls {
      let range = context.range(of: port)
      for value in [range.upperBound, range.lowerBound] {
        session.interface.send(value, toPort: port.index)
        session.idle(4)
        if session.picture != first { return .passed }
      }
    }
    if followsLate(session, controls, first) { return .passed }
    return .findings([
      finding(
        .noPort, context, "did not change its picture for the bounds of \(controls.count.counted("control input")).",
        call: "port_event()")
    ])
  }

  /// Whether the picture changes a while after all controls have another value: many interfaces draw by a timer.
  private static func followsLate(
    _ session: InterfaceSession, _ controls: ArraySlice<PortDescription>, _ first: Screenshot
  ) -> Bool {
    let context = session.context
    for port in controls {
      let range = context.range(of: port)
      let isAtTop = context.initialValue(of: port) == range.upperBound
      session.interface.send(isAtTop ? range.lowerBound : range.upperBound, toPort: port.index)
    }
    let start = ContinuousClock.now
    while ContinuousClock.now - start < drawingTime {
      session.idle()
      if session.picture != first { return true }
    }
    return false
  }
}

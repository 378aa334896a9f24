import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIIdle: InterfaceCheck {
  enum Message: MessageKind {
    case slow, blocked, closed

    var text: MessageText {
      switch self {
      case .slow:
        MessageText(
          .warning, rule: rate, remedy: "Draw only what changed in idle(), and move long work into a thread.")
      case .blocked:
        MessageText(
          .error, rule: rate,
          remedy: "Return from idle() at once: process the pending events, and do not wait for others.")
      case .closed:
        MessageText(
          .error,
          rule: Rule(
            "idle() returns non-zero if the UI has been closed, in which case the host should stop calling idle()",
            source: "lv2/ui/ui.h: LV2UI_Idle_Interface.idle()"),
          remedy: "Return 0 from idle(), and do not call ui_closed(), until the user closes the window.")
      }
    }

    private var rate: Rule {
      Rule(
        "idle() will be called rapidly in the UI thread; the host should call it at least 30 times in a second",
        source: "lv2/ui/ui.h: LV2UI_Idle_Interface.idle()")
    }
  }

  static let id: CheckID = "ui.idle"
  static let takesOpening = true
  static let answersFor: Set<EndSubject> = [.call("idle()"), .call(externalRun)]
  private static let externalRun = Call(InterfaceUnderTest.Name.externalRun)
  static let text = CheckText(
    asserts: "idle() returns within 50 ms, and returns 0 as long as the window is open.",
    method: "Calls idle() 16 times while controls change before each second call, and takes the median of the "
      + "durations. A finding is confirmed by a second series.",
    details: "Above 50 ms in the median, the interface moves in jerks, and with it every window of the host. Above 2 s "
      + "the host hangs. An interface that draws with OpenGL is not judged: no processor here accelerates it.",
    level: CheckLevel(4, "The interface delays or blocks all windows of the host."))

  /// In seconds: the limits of the median for a warning and for an error.
  private static let (slowLimit, blockedLimit) = (0.05, 2.0)
  private static let calls = 16
  /// The time of a series in seconds, after which no further call is made.
  private static let patience = 3.0

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let session = try InterfaceSession.usual(context, isPatient: true)
    defer { session.passOn() }
    guard session.interface.hasIdle else { return .skipped("the interface has no idle()") }
    var durations = series(session)
    if session.interface.isClosed {
      return .findings([
        context.interface.toolkit == .external
          ? finding(.closed, context, "called ui_closed(), but nobody closed its window.", call: Self.externalRun)
          : finding(.closed, context, "returned a non-zero value from idle(), but nobody closed it.", call: "idle()")
      ])
    }
    guard !context.drawsWithOpenGL else {
      return .measured("drawn with OpenGL, which is not accelerated here", [])
    }
    if median(durations) > slowLimit { durations = series(session) }
    let time = median(durations)
    let text = Duration.microseconds(Int(time * 1e6)).text
    guard time > slowLimit else { return .measured("\(text) in the median", []) }
    return .findings([
      finding(
        time > blockedLimit ? .blocked : .slow, context,
        "took \(text) for one call of idle() in the median of \(durations.count); "
          + "expected at most 50 ms.", call: "idle()")
    ])
  }

  private static func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
  }

  /// The durations of calls of idle() in seconds, while controls change, without the time in which other processes occupied the
  /// processor.
  private static func series(_ session: InterfaceSession) -> [Double] {
    let context = session.context
    let controls = context.controls
    let start = ContinuousClock.now
    var durations: [Double] = []
    for call in 0..<calls where (ContinuousClock.now - start).seconds < patience {
      if call % 2 == 0, !controls.isEmpty {
        let port = controls[call / 2 % controls.count]
        let range = context.range(of: port)
        session.interface.send(call % 4 == 0 ? range.upperBound : range.lowerBound, toPort: port.index)
      }
      var isCalled = false
      let duration = context.duration { isCalled = session.interface.idle() }
      if isCalled { durations.append(duration) }
      CrashRecord.noteProgress()
    }
    return durations
  }
}

import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIResize: InterfaceCheck {
  enum Message: MessageKind {
    case loop, invalidSize

    var text: MessageText {
      switch self {
      case .loop:
        MessageText(
          .warning, rule: resize,
          remedy: "Do not call the host's ui_resize() when the host has set the size.")
      case .invalidSize:
        MessageText(
          .warning, rule: resize, remedy: "Call the host's ui_resize() with a width and a height of at least 1.")
      }
    }

    private var resize: Rule {
      Rule(
        "The UI may call ui_resize() to inform the host about its size; the host may call that of the UI to notify it that it "
          + "should change its size", source: "lv2/ui/ui.h: LV2UI_Resize")
    }
  }

  static let id: CheckID = "ui.resize"
  static let answersFor: Set<EndSubject> = [.call("ui_resize()")]
  static let provocation = Provocation(
    MessageText(
      .error,
      rule: Rule(
        "The host notifies the UI that it should change its size", source: "lv2/ui/ui.h: LV2UI_Resize.ui_resize()"),
      remedy: "Limit the size of the picture in ui_resize(), and handle a width and a height of 1."),
    exercise: .stimulus)
  static let text = CheckText(
    asserts: "The interface accepts every size of its window, and does not request sizes in a loop.",
    method: "Opens the interface with ui:scaleFactor 1, 1.5 and 2, if its code names that option. Sets the size of the "
      + "host's window and calls the interface's ui_resize(), if it has one, with sizes from 1 x 1 to 4000 x 3000.",
    details: "A loop is more than \(loopLimit) requests of another size after one change by the host. The host grants "
      + "each request. A slow interface is not opened with 1.5.",
    level: CheckLevel(5, "The interface crashes or does not come to rest when its size changes."))

  private static let sizes = [(1, 1), (4000, 3000), (640, 480), (37, 1201), (1200, 41), (800, 600)]
  /// At another scale than 1.
  private static let fewSizes = [(1, 1), (640, 480)]
  private static let scales: [Float] = [1, 1.5, 2]
  private static let loopLimit = 20
  /// In seconds.
  private static let patience = 0.4

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    var findings: [Finding] = []
    let patience = Patience(patience)
    let scales = context.library.contains("scaleFactor") ? scales : [1]
    let instance = try context.sharedInstance()
    // A slow interface does not open at 1.5.
    for scale in scales where scale != 1.5 || patience.isLeft {
      CrashRecord.note(activity: "ui:scaleFactor \(scale)")
      let session = try InterfaceSession(context, scale: scale, instance: instance)
      defer { session.close() }
      session.idle()
      for (width, height) in scale == 1 ? sizes : fewSizes where findings.isEmpty {
        let before = session.interface.activity.sizes.count
        session.perform([.stretch(width: width, height: height), .resize(width: width, height: height), .idle(4)])
        let requests = session.interface.activity.sizes.dropFirst(before)
        if let size = requests.first(where: { $0.width < 1 || $0.height < 1 }) {
          findings.append(
            finding(
              .invalidSize, context, "requested a window of \(size.width) x \(size.height); expected at least 1 x 1.",
              call: "ui_resize()"))
        } else if changes(Array(requests)) > loopLimit {
          findings.append(
            finding(
              .loop, context,
              "requested another size \(requests.count) times after the host had set \(width) x \(height).",
              count: requests.count, call: "ui_resize()"))
        }
      }
    }
    return .findings(findings)
  }

  /// The number of requests that differ from the one before.
  private static func changes(_ sizes: [Desktop.Size]) -> Int {
    zip(sizes, sizes.dropFirst()).count { $0 != $1 } + (sizes.isEmpty ? 0 : 1)
  }
}

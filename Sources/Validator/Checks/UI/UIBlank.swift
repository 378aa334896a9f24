import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIBlank: InterfaceCheck {
  enum Message: MessageKind {
    case oneColor

    var text: MessageText {
      switch self {
      case .oneColor:
        MessageText(
          .note,
          rule: Rule(
            "The UI points widget at its main widget, which the host shows", source: "lv2/ui/ui.h: LV2UI_Widget"),
          remedy: "Map the window of the interface, and draw it when it is exposed.")
      }
    }
  }

  static let id: CheckID = "ui.blank"
  static let takesOpening = true
  static let text = CheckText(
    asserts: "The window of the interface shows more than one color.",
    method: "Opens the interface, calls idle() for up to 1 s, and looks at the pixels of the host's window.",
    details: "The screen has a depth of 24 bits, and no window manager and no compositor.",
    level: CheckLevel(9, "The user sees an empty window."))

  /// The number of times that the host waits for the picture.
  static let attempts = 60

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let session = try InterfaceSession.usual(context)
    defer { session.passOn() }
    for _ in 0..<attempts {
      session.idle()
      if session.picture?.isBlank == false { return .passed }
    }
    guard session.parent != nil || session.picture != nil else {
      return .skipped("no window of the interface is visible")
    }
    return .findings([
      finding(.oneColor, context, "shows one color after it opened; expected a picture.")
    ])
  }
}

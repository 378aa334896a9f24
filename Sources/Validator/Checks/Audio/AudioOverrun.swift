import Model
import TestHost

enum AudioOverrun: PluginCheck {
  enum Message: MessageKind {
    case beforeBuffer, pastBuffer

    var text: MessageText {
      switch self {
      case .beforeBuffer:
        MessageText(
          .error, rule: .sizeOfPort,
          remedy:
            "Write to nothing but {the sample_count samples of the port}: do not use an index that can be negative.")
      case .pastBuffer:
        MessageText(
          .error, rule: .sizeOfPort,
          remedy: "Write to nothing but {the sample_count samples of the port}{, also if the last vector of a loop is "
            + "incomplete}.")
      }
    }
  }

  static let id: CheckID = "audio.overrun"
  static let answersFor: Set<EndSubject> = [.portOverrun]
  static let text = CheckText(
    asserts: "The plug-in does not write before the start or past the end of a port's buffer.",
    method:
      "Runs blocks of 1 to 256 frames in buffers of exactly that size, between a guard page and a canary, with several notes "
      + "in each block. An access to the page is recorded and then permitted, so the run continues.",
    details:
      "Buffers end at a guard page in one pass and start at a guard page in another; the canary is on the other side. "
      + "Both are repeated at up to 64 settings of one control, drawn by the seed, and 16 settings of all controls.",
    level: CheckLevel(2, "Writes outside a port buffer damage the memory of the host."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: .sizeOfPort,
      remedy:
        "Limit the write that the backtrace shows to the sample_count samples of the port, or to the single value of "
        + "a control port."), incidental: (.controls, .inRunAfterControl))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context) { access, _ in
      guard access.access == .write, !access.isInside else { return nil }
      return access.offset < 0 ? .beforeBuffer : .pastBuffer
    } naming: { message, ports in
      ports.extent(isPastEnd: message == .pastBuffer)
    }
  }
}

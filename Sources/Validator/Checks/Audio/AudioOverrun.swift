import Model
import TestHost

enum AudioOverrun: PluginCheck {
  enum Message: MessageKind { case beforeBuffer, pastBuffer }

  static let id: CheckID = "audio.overrun"
  static let text = CheckText(
    asserts: "The plug-in does not write before the start or past the end of a port's buffer.",
    rule:
      "The host guarantees that the buffer of an audio or CV port has sample_count elements; a control port has one",
    source: "lv2core: lv2:AudioPort, lv2:CVPort, lv2:ControlPort",
    method: "Runs blocks of 1 to 256 frames in buffers of exactly that size, between a guard page and a canary. An "
      + "access to the page is recorded and then permitted, so the run continues.",
    details:
      "Buffers end at a guard page in one pass and start at a guard page in another; the canary is on the other side. Both "
      + "are repeated at up to 64 settings of one control, drawn by the seed, and 16 settings of all controls.",
    remedy: "Write only sample_count frames; process the last, incomplete vector one sample at a time.",
    level: CheckLevel(2, "Writes outside a port buffer damage the memory of the host."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context) { access, _ in
      guard access.access == .write, !access.isInside else { return nil }
      return access.offset < 0 ? .beforeBuffer : .pastBuffer
    }
  }
}

import Model
import TestHost

enum AudioOutOfBoundsRead: PluginCheck {
  enum Message: MessageKind { case beforeBuffer, pastBuffer }

  static let id: CheckID = "audio.out-of-bounds-read"
  static let text = CheckText(
    asserts: "The plug-in does not read before the start or past the end of a port's buffer.",
    rule:
      "The host guarantees that the buffer of an audio or CV port has sample_count elements; a control port has one",
    source: "lv2core: lv2:AudioPort, lv2:CVPort, lv2:ControlPort",
    method: "Runs blocks of 1 to 256 frames in buffers of exactly that size, which end or start at a guard page. An "
      + "access to the page is recorded and then permitted, so the run continues.",
    details: "Buffers end at a guard page in one pass and start at a guard page in another. Both are repeated at up to "
      + "64 settings of one control, drawn by the seed, and 16 settings of all controls.",
    remedy: "Read only sample_count frames, not the nominal or the maximum block length; store the samples of this "
      + "block that the next block needs.",
    level: CheckLevel(2, "Reads outside a port buffer crash the host by chance."),
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context) { access, _ in
      guard access.access == .read, !access.isInside else { return nil }
      return access.offset < 0 ? .beforeBuffer : .pastBuffer
    }
  }
}

import TestHost
import ValidationModel

enum AudioOverrun: PluginCheck {
  static let id: CheckID = "audio.overrun"
  static let text = CheckText(
    asserts: "Nothing is written before or after a port's buffer.",
    rule: "An audio or CV port's buffer holds sample_count floats, a control port's one",
    source: "lv2core: lv2:AudioPort, lv2:CVPort, lv2:ControlPort",
    method: """
      Runs blocks of 1 to 256 frames in buffers of exactly that size, ended and then started at an inaccessible page, \
      with canaries on the other side. Where a page was hit, the access is recorded and granted, and the run goes on. At the \
      defaults, at up to 64 settings of one control, drawn by the seed, and at 16 sets of ends of all controls.
      """,
    remedy: "Write sample_count frames and no more; finish the last, incomplete vector one sample at a time.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context, verb: "writes") { access, _ in access.access == .write && !access.isInside }
  }
}

import Model
import TestHost

enum AudioInputWrite: PluginCheck {
  enum Message: MessageKind { case bufferOverwritten, controlOverwritten }

  static let id: CheckID = "audio.input-write"
  static let text = CheckText(
    asserts: "The plug-in does not write to the buffers of input ports, control inputs included.",
    rule: "An lv2:InputPort is a port that the plug-in reads; its buffer belongs to the host",
    source: "lv2core: lv2:InputPort",
    method: "Runs blocks of 1 to 256 frames with all inputs in read-only pages, at the defaults and with controls at "
      + "the ends of their ranges. A write is recorded and then permitted, so the run continues. Writing the "
      + "same value to a control input is a warning.",
    details: "A value that the plug-in restores after the write is therefore detected as well. The settings are at "
      + "most 64 of one control, drawn by the seed, and 16 of all controls. If a host connects one buffer to an input "
      + "and an output, writing to the output remains correct.",
    remedy:
      "Copy the samples or values that the plug-in needs to change. Report a state in a control output, not in an "
      + "input.",
    level: CheckLevel(2, "Other plug-ins receive inputs that were overwritten."),
    severities: [.error, .warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context) { access, port in
      guard access.access == .write, access.isInside, port.isInput else { return nil }
      return port.kind == .control ? .controlOverwritten : .bufferOverwritten
    }
  }
}

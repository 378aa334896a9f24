import Model
import TestHost

enum AudioInputWrite: PluginCheck {
  enum Message: MessageKind {
    case bufferOverwritten, controlOverwritten

    var text: MessageText {
      switch self {
      case .bufferOverwritten:
        MessageText(
          .error, rule: constantInputs,
          remedy: "Copy the samples of {the input} to a buffer of the instance, and change the copy.")
      case .controlOverwritten:
        MessageText(
          .error, .warning, rule: constantInputs,
          remedy:
            "Copy the value of {the control input} to a variable before it is changed. Report a value to the host in "
            + "a control output.")
      }
    }
  }

  private static let constantInputs = Rule(
    "An input is \"a port connected to constant data which is read during run()\"", source: "lv2core: lv2:InputPort")

  static let id: CheckID = "audio.input-write"
  static let answersFor: Set<EndSubject> = [.inputWrite]
  static let text = CheckText(
    asserts: "The plug-in does not write to the buffers of input ports, control inputs included.",
    method: "Runs blocks of 1 to 256 frames with all inputs in read-only pages, at the defaults and with controls at "
      + "the ends of their ranges. A write is recorded and then permitted, so the run continues. Writing the "
      + "same value to a control input is a warning.",
    details: "A value that the plug-in restores after the write is therefore detected as well. The settings are at "
      + "most 64 of one control, drawn by the seed, and 16 of all controls. If a host connects one buffer to an input "
      + "and an output, writing to the output remains correct.",
    level: CheckLevel(2, "Other plug-ins receive inputs that were overwritten."))

  static let provocation = Provocation(
    MessageText(
      .error, rule: constantInputs,
      remedy:
        "Copy the samples or the value of the input before the instruction that the backtrace shows, and change the "
        + "copy."), incidental: (.controls, .inRunAfterControl))

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context) { access, port in
      guard access.access == .write, access.isInside, port.isInput else { return nil }
      return port.kind == .control ? .controlOverwritten : .bufferOverwritten
    } naming: { _, ports in
      [ports.text]
    }
  }
}

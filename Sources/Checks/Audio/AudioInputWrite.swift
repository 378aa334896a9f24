import TestHost
import ValidationModel

enum AudioInputWrite: PluginCheck {
  static let id: CheckID = "audio.input-write"
  static let text = CheckText(
    asserts: "The buffers of input ports are not written, control inputs included.",
    rule: "An input port is one that the plug-in reads",
    source: "lv2core: lv2:InputPort",
    method: """
      Runs blocks of 1 to 256 frames with all inputs on pages that can only be read. A write is recorded and granted, \
      and the run goes on, so that a value that is put back is seen as well. At the defaults, at \
      up to 64 settings of one control, drawn by the seed, and at 16 sets of ends of all controls.
      """,
    remedy: "Copy what you need to change. Where a host connects one buffer to input and output it says so itself.",
    severities: [.error])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    try accesses(context, verb: "writes") { access, port in
      access.access == .write && access.isInside && port.isInput
    }
  }
}

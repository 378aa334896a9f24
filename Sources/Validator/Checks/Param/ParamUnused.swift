import LV2Host
import Model
import Support
import TestHost

enum ParamUnused: PluginCheck {
  enum Message: MessageKind {
    case control

    var text: MessageText {
      MessageText(
        .note,
        rule: Rule(
          "A control changes an output, at one setting at least",
          source: "lv2val: the specification has no such requirement"),
        remedy:
          "Use {the control} in run(): compare its index in the description with that in connect_port(). Remove the "
          + "port if nothing needs it.")
    }
  }

  static let id: CheckID = "param.unused"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "Each control has an effect on an output.",
    method:
      "Plays noise, held keys and a rolling transport to two instances that differ in one control only, at the defaults "
      + "and at other settings. If no sample, control output or event ever differs, it does so again with louder, quieter "
      + "and decaying sound, music, and controls that move.",
    details:
      "The bypass is off and not judged, nor is a control whose name says that it is unused, or that only a window needs it "
      + "(display, view, zoom ...). A plug-in with a parameter that "
      + "is a file, that schedules work, or that is silent at most settings, is not examined, nor is an analyzer: its outputs are "
      + "copies of inputs, and no control has an effect. If the time does not suffice, as with many controls, nothing is reported.",
    level: CheckLevel(8, "A user moves the control, and hears nothing."))

  static func inapplicability(in context: PluginContext) -> String? {
    guard !UnusedControlSearch(context).controls.isEmpty else { return "the plug-in has no control to move" }
    return UnusedInputSearch.obstacle(in: context)
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    var search = UnusedControlSearch(context)
    let (unused, settings): ([PortDescription], Int)
    switch try search.verdict() {
    case .used: return .passed
    case .unknown(let reason): return .skipped(reason)
    case .unused(let controls, let count): (unused, settings) = (controls, count)
    }
    // An analyzer: its controls change what its window shows.
    if unused.count == search.controls.count, try UnusedInputSearch(context).passesInputs() {
      return .skipped("the outputs are copies of the inputs")
    }
    let names = unused.map { context.name($0.index) }
    return .findings([
      runFinding(
        .control, about: unused[0].symbol, context,
        "Control \(names[0]) changes no output, at \(settings.counted("setting")) of the other controls; "
          + "expected a change at one of them."
          + (names.count > 1 ? " The same applies to \(names.dropFirst().listed(atMost: 3))." : ""),
        naming: ["control \(names[0])"], count: names.count)
    ])
  }
}

import LV2Host
import Model
import Support
import TestHost

enum AudioUnusedInput: PluginCheck {
  enum Message: MessageKind {
    case silent, input

    var text: MessageText {
      switch self {
      case .silent:
        MessageText(
          .warning,
          rule: Rule(
            "A plug-in with audio inputs and outputs processes audio",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Follow one sample from the input to the output: look for a variable that is read but never written, and "
            + "for a division of integers that is always 0.")
      case .input:
        MessageText(
          .note,
          rule: Rule(
            "An output depends on each audio input, at one setting at least",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Use {the input} in run(): look for the code that should read it. Remove the port if nothing needs it.")
      }
    }
  }

  static let id: CheckID = "audio.unused-input"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "Each audio input has an effect on an output, and an effect is not silent at all settings.",
    method:
      "Plays loud noise, held keys and a rolling transport, at the defaults and at other settings, and again with "
      + "another noise in each input. An input is reported if no sample, control output or event ever differs; then the "
      + "runs are repeated with a longer sound.",
    details:
      "The bypass is off. A plug-in with a parameter that is a file, that schedules work, or whose outputs are copies of "
      + "inputs at the defaults, is not examined, and silence of one with a state is not reported. The first runs have "
      + "8192 frames and twice the latency, the repeated ones 3 s, during which switches move. The plug-in is silent if "
      + "all samples of all outputs are 0.",
    level: CheckLevel(8, "A connection to the input does nothing."))

  static func inapplicability(in context: PluginContext) -> String? {
    let plugin = context.plugin
    guard plugin.hasAudioInput else { return "the plug-in has no audio input" }
    guard plugin.hasAudioOutput || !plugin.ports(.control, .output).isEmpty else {
      return "the plug-in has no audio, CV or control output"
    }
    return UnusedInputSearch.obstacle(in: context)
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    let search = UnusedInputSearch(context)
    guard try !search.passesInputs() else { return .skipped("the outputs are copies of the inputs") }
    guard let short = try search.result(isLong: false) else { return .skipped("the plug-in schedules work") }
    guard short.isSuspicious, let result = try search.result(isLong: true), result.isSuspicious else { return .passed }
    let runs = result.settings.counted("setting")
    if result.isSilent {
      // It may need a state, with a file for example.
      guard !context.plugin.extensionData.contains(URI.State.interface) else { return .passed }
      return .findings([
        runFinding(
          .silent, context,
          "All samples of the audio outputs are 0 while loud noise is in the inputs, at \(runs) of the controls; "
            + "expected sound.")
      ])
    }
    let names = result.unused.map { context.name($0.index) }
    return .findings([
      runFinding(
        .input, about: result.unused[0].symbol, context,
        "Audio input \(names[0]) has no effect on any output, at \(runs) of the controls; expected an effect at one of them."
          + (names.count > 1 ? " The same applies to \(names.dropFirst().listed(atMost: 3))." : ""),
        naming: ["input \(names[0])"], count: names.count)
    ])
  }
}

import Glibc
import LV2Host
import Model
import Support
import TestHost

enum ParamOneChannel: PluginCheck {
  enum Message: MessageKind {
    case unchangedOutput, oneWay

    var text: MessageText {
      switch self {
      case .unchangedOutput:
        MessageText(
          .note,
          rule: Rule(
            "A control that is not named after a channel applies to both channels of a stereo plug-in",
            source: "lv2val: the specification has no such requirement"),
          remedy: "Use {the control} in the code of {the output} too, or name the channel in the name of the control.")
      case .oneWay:
        MessageText(
          .note,
          rule: Rule(
            "A stereo plug-in treats its channels alike, unless a control states the difference",
            source: "lv2val: the specification has no such requirement"),
          remedy:
            "Compare the code of {the output} with that of {the other output}: look for a state, a level or a "
            + "coefficient of the wrong channel.")
      }
    }
  }

  static let id: CheckID = "param.one-channel"
  static let provocation = Provocation(incidental: (.controls, .always))
  static let text = CheckText(
    asserts: "A plug-in with two channels treats them alike, except for controls that are named after channels.",
    method:
      "Plays noise, and moves each control, at the defaults and at random settings: it must not change one output "
      + "only. Then replaces the noise of one input: an output must not depend on both inputs while the other one "
      + "depends on its own only. Recordings of 2 s confirm a finding.",
    details:
      "The plug-in has two audio inputs and two audio outputs, besides sidechains, and is not an lv2:SpatialPlugin. "
      + "Controls that are named after channels or a relation of channels stay at their defaults: a name, symbol, "
      + "group or scale point has a word such as left, L, 2, pan, balance, width, stereo, mid or phase. Controls are "
      + "judged if exchanged inputs give exchanged outputs at the defaults and at the setting. A control is not "
      + "reported if another one changes only the other output. A change of -40 dB relative to the peak counts, if "
      + "the other output changes by less than -120 dB. After 0.1 s of processor time, no further setting is played.",
    level: CheckLevel(9, "Users hear a shifted stereo image, but nothing forbids it."))

  static func inapplicability(in context: PluginContext) -> String? {
    guard ChannelPair(context.plugin) != nil else {
      return "the plug-in does not have two audio inputs and two audio outputs"
    }
    // Such a plug-in is about the relation of channels.
    return context.plugin.classURI.hasSuffix("#SpatialPlugin") ? "the plug-in is an lv2:SpatialPlugin" : nil
  }

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let reason = inapplicability(in: context) { return .skipped(reason) }
    guard let pair = ChannelPair(context.plugin) else { return .passed }
    let search = ChannelSearch(context, pair)
    var findings: [Finding] = []
    if let dependence = try search.oneWayDependence() {
      let found = finding(dependence, pair, context)
      findings += try context.confirmed([found]) { try search.isRepeated(dependence, in: $0) }.findings
    }
    let changesByChannel = Dictionary(grouping: try search.changes(), by: \.channel)
    for (channel, changes) in changesByChannel.sorted(by: { $0.key < $1.key }) {
      let found = finding(changes, on: channel, pair, context)
      findings += try context.confirmed([found]) { try search.isRepeated(changes, in: $0) }.findings
    }
    return .findings(findings)
  }

  private static func finding(
    _ dependence: OneWayDependence, _ pair: ChannelPair, _ context: PluginContext
  ) -> Finding {
    let own = dependence.output
    let (outputs, inputs) = (pair.outputs.map { context.name($0.index) }, pair.inputs.map { context.name($0.index) })
    return runFinding(
      .oneWay, about: pair.outputs[own].symbol, context,
      "Output \(outputs[own]) depends on input \(inputs[1 - own]) (\(level(dependence.size))), but \(outputs[1 - own]) "
        + "not on \(inputs[own]), \(condition(dependence.setting)); expected equal channels.",
      naming: ["output \(outputs[own])", "output \(outputs[1 - own])"],
      controls: dependence.setting.values.isEmpty ? nil : dependence.setting.controls)
  }

  /// A finding about controls that change the same output only.
  private static func finding(
    _ changes: [OneChannelChange], on channel: Int, _ pair: ChannelPair, _ context: PluginContext
  ) -> Finding {
    let outputs = pair.outputs.map { context.name($0.index) }
    let first = changes[0]
    let others = changes.dropFirst().map { context.name($0.port.index) }
    return runFinding(
      .unchangedOutput, about: first.port.symbol, context,
      "Control \(context.name(first.port.index)) changes output \(outputs[channel]) (\(level(first.size))), but not "
        + "output \(outputs[1 - channel]), \(condition(first.setting)); expected a change of both."
        + (others.isEmpty ? "" : " The same applies to \(others.listed(atMost: 3))."),
      naming: ["control \(context.name(first.port.index))", "output \(outputs[1 - channel])"], count: changes.count,
      controls: first.setting.controls)
  }

  private static func condition(_ setting: ControlSetting) -> String {
    setting.values.isEmpty ? "at the defaults" : "with \(setting.description)"
  }

  private static func level(_ size: Float) -> String {
    "\(Int((20 * log10(size)).rounded())) dB relative to its peak"
  }
}

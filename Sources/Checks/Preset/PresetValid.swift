import LV2Host
import TestHost
import ValidationModel

enum PresetValid: PluginCheck {
  static let id: CheckID = "preset.valid"
  static let text = CheckText(
    asserts:
      "Every preset in the bundle has a label, names the plug-in, its ports, values in their ranges and files that are "
      + "there, and leaves the output finite.",
    rule:
      "A preset has a label and applies to a plug-in; each of its ports has the lv2:symbol of a port of the plug-in, and a "
      + "pset:value for it",
    source: "presets.ttl: pset:Preset, restriction on rdfs:label; presets.meta.ttl: pset:Preset; "
      + "lv2core: lv2:appliesTo; state.meta.ttl: state:state",
    method: """
      Reads the presets that lilv finds for the plug-in in its own bundle, looks for a symbol and a number at each \
      of their ports in the Turtle, compares both with the plug-in's ports (lv2:sampleRate applied), looks for the \
      files of the bundle that their state names, and plays noise with each, 64 of them at most, drawn by the seed; \
      state that a preset holds is restored first. A value outside by less than one part in a million is rounding. A \
      preset that applies to what is no plug-in of the bundle is told where the URI is but a letter or two from the \
      plug-in's.
      """,
    remedy: "Save the preset anew from a host, or mend the symbol, the value, the file or the URI that is named.",
    severities: [.warning])

  /// As in manifest.range.
  private static let rounding: Float = 1e-6
  private static let played = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let presets = try context.world.presets(of: context.plugin.uri)
    var findings = PresetTurtle.astray(context).map { statement in
      finding(
        .warning,
        "<\(statement.subject.text)> applies to <\(statement.object.text)>, which is no plug-in of the bundle, and "
          + "<\(context.plugin.uri)> is.")
    }
    guard !presets.isEmpty || !findings.isEmpty else { return .skipped("its bundle has no presets for it") }
    var readable: [Preset] = []
    var labels: [String: [String]] = [:]
    for description in presets {
      guard let preset = try? context.world.preset(description.uri, map: InstanceUnderTest.map) else {
        findings.append(finding(.warning, "<\(description.uri)> cannot be read as a preset."))
        continue
      }
      readable.append(preset)
      // A preset without a label goes by its URI.
      if description.label == description.uri {
        let labels = context.turtle.objects(.uri(description.uri), URI.label)
        let fault = labels.isEmpty ? "no rdfs:label" : "no rdfs:label but in a language that is not this one"
        findings.append(finding(.warning, "<\(description.uri)> has \(fault)."))
      }
      for fault in faults(of: preset, context) + PresetTurtle.faults(of: description.uri, context) {
        labels[fault, default: []].append("'\(description.label)'")
      }
    }
    findings += labels.sorted { $0.key < $1.key }.map { fault, presets in
      let others = presets.count > 1 ? ", and so in \(presets.count - 1) more" : ""
      return finding(.warning, "Preset \(presets[0]) \(fault)\(others).", count: presets.count)
    }
    var generator = context.generator(for: id)
    let chosen = readable.count <= played ? readable : Array(readable.shuffled(using: &generator).prefix(played))
    return .findings(findings + (try nonfinite(chosen, context)))
  }

  /// What is wrong with the values that a preset sets, as clauses without their subject.
  private static func faults(of preset: Preset, _ context: PluginContext) -> [String] {
    preset.portValues.sorted { $0.key < $1.key }.compactMap { symbol, value in
      guard let port = context.plugin.port(symbol: symbol) else {
        return "sets '\(symbol)', which is no port of the plug-in"
      }
      guard let range = port.range(rate: context.rate), port.kind == .control, port.isInput else { return nil }
      let slack = rounding * max(abs(range.lowerBound), abs(range.upperBound))
      guard value < range.lowerBound - slack || value > range.upperBound + slack || value.isNaN else { return nil }
      return "sets '\(symbol)' to \(value), outside \(range.lowerBound) to \(range.upperBound)"
    }
  }

  /// The presets with which a sample is not finite.
  private static func nonfinite(_ presets: [Preset], _ context: PluginContext) throws -> [Finding] {
    let canJudge = try context.isFiniteAtDefaults()
    return try presets.compactMap { preset in
      CrashRecord.note(activity: "preset '\(preset.label)'")
      let instance = try InstanceUnderTest(context, InstanceSetup(context))
      if preset.propertyCount > 0 { InstanceUnderTest.noted("restore") { preset.restore(into: instance.hosted) } }
      instance.setDefaults()
      for (symbol, value) in preset.portValues {
        guard let port = context.plugin.port(symbol: symbol), port.kind == .control, port.isInput else { continue }
        instance[control: port.index] = value
      }
      instance.activate()
      guard let place = instance.play(context.noise, frames: 8192).firstNonfinite, canJudge else { return nil }
      return finding(
        .warning,
        "With preset '\(preset.label)', output \(context.name(place.port)) is \(place.value) at frame "
          + "\(place.frame) of noise.", call: "run()", seed: context.seed, controls: instance.changedControls)
    }
  }
}

import LV2Host
import Model
import Support
import TestHost

enum PresetValid: PluginCheck {
  enum Message: MessageKind {
    case target, unreadable, label, unknownPort, outOfRange, symbolMissing, valueMissing, notANumber, fileNotFound,
      output, defaultStateMissing, unrequestedKey
  }

  static let id: CheckID = "preset.valid"
  static let provocation = Provocation(canFixControls: false)
  static let text = CheckText(
    asserts: "Every preset in the bundle has a label, names the plug-in, ports and files that exist, sets values in "
      + "their ranges, and keeps the output finite. Its keys, and those of the default state, are known to restore().",
    method: "Reads the presets that lilv finds for the plug-in in its bundle, compares their symbols, values and files "
      + "with the plug-in and the bundle, and runs the plug-in on noise with each preset, at most 64. A preset for an "
      + "unknown plug-in is reported if the URI nearly equals the plug-in's.",
    details: "The seed selects the 64 presets if there are more. If a preset contains state, the state is restored "
      + "before the noise. Keys that restore() does not request in any of the presets, in the default state or in an "
      + "empty state are reported. Every check restores the default state after instantiate() if the plug-in lists "
      + "state:loadDefaultState. The ranges take lv2:sampleRate into account, and a value that is outside by less than one "
      + "part in a million is a rounding error. URIs nearly equal each other if at most two letters differ; upper and "
      + "lower case are equal in this comparison, and URIs that differ only in digits are ignored.",
    level: CheckLevel(7, "A preset does not load as its author intended."))

  private static let maximumRuns = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let presets = try context.world.presets(of: context.plugin.uri)
    var findings = misspelledTargets(context)
    findings += try defaultStateFindings(context)
    guard !presets.isEmpty || !findings.isEmpty || context.plugin.hasDefaultState else {
      return .skipped("the bundle has no presets for the plug-in")
    }
    var readable: [HostedPreset] = []
    var labels: [PresetFault: [String]] = [:]
    for description in presets {
      let subject = context.turtle.relativeName(of: .uri(description.uri))
      guard let preset = try? context.world.preset(description.uri, map: InstanceUnderTest.map) else {
        findings.append(
          finding(
            .unreadable, about: "'\(description.label)'",
            "The preset '\(description.label)' has no URI, so hosts cannot load it; expected one.",
            naming: ["the preset '\(description.label)'"]))
        continue
      }
      readable.append(preset)
      if let fault = labelFinding(description, subject, context) { findings.append(fault) }
      let portFaults = faults(of: preset, context) + PresetTurtle.portFaults(of: description.uri, context)
      for fault in portFaults + PresetTurtle.missingFiles(of: description.uri, context.turtle) {
        labels[fault, default: []].append("'\(description.label)'")
      }
    }
    for (fault, presets) in try StateKeys.faults(of: context.draw(readable, atMost: maximumRuns, for: id), context) {
      labels[fault, default: []] += presets
    }
    findings += labels.sorted { $0.key.clause < $1.key.clause }.map { finding($0, of: $1) }
    return .findings(findings + (try nonfinite(context.draw(readable, atMost: maximumRuns, for: id), context)))
  }

  private static func misspelledTargets(_ context: PluginContext) -> [Finding] {
    PresetTurtle.misspelledTargets(context).map { statement in
      finding(
        .target, about: context.turtle.relativeName(of: statement.subject),
        "The preset <\(statement.subject.text)> applies to <\(statement.object.text)>, which is not in the bundle; "
          + "expected <\(context.plugin.uri)>.", naming: [statement.object.text, context.plugin.uri])
    }
  }

  private static func labelFinding(
    _ preset: PresetDescription, _ subject: String, _ context: PluginContext
  ) -> Finding? {
    // lilv replaces a missing label by the URI.
    guard preset.label == preset.uri else { return nil }
    let isMissing = context.turtle.objects(.uri(preset.uri), URI.label).isEmpty
    let fault = "has no rdfs:label" + (isMissing ? "" : " in the current language or without a language")
    return finding(.label, about: subject, "The preset <\(preset.uri)> \(fault); expected one.", naming: [preset.uri])
  }

  /// The finding about one fault of presets with these labels.
  private static func finding(_ fault: PresetFault, of presets: [String]) -> Finding {
    let others = presets.count - 1
    let title = "the preset \(presets[0])" + (others > 0 ? " and \(others.counted("other preset"))" : "")
    return finding(
      fault.message, about: "\(presets[0]) \(fault.subject)",
      "The preset \(presets[0]) \(fault.clause)."
        + (others > 0 ? " This also applies to \(others.counted("other preset"))." : ""),
      naming: fault.names(title), count: presets.count)
  }

  /// Restores the default state of the plug-in as a host does, and plays noise.
  @FindingsBuilder
  private static func defaultStateFindings(_ context: PluginContext) throws -> [Finding] {
    for fault in try StateKeys.faultsOfDefaultState(context) {
      finding(
        fault.message, about: fault.subject, "The default state of the plug-in \(fault.clause).",
        naming: fault.names("the default state"))
    }
    if context.plugin.features.contains(URI.State.loadDefaultState) {
      if !context.plugin.hasDefaultState {
        finding(
          .defaultStateMissing,
          "The plug-in lists the feature state:loadDefaultState, but the bundle has no state:state of the plug-in.")
      }
    }
  }

  private static func faults(of preset: HostedPreset, _ context: PluginContext) -> [PresetFault] {
    preset.portValues.sorted { $0.key < $1.key }.compactMap { symbol, value in
      guard let port = context.plugin.port(symbol: symbol) else {
        return .init(
          message: .unknownPort, subject: symbol, clause: "sets '\(symbol)', which is not a port of the plug-in")
      }
      guard let range = port.range(rate: context.rate), port.kind == .control, port.isInput else { return nil }
      let isOutside = ManifestRange.violation(by: value, low: range.lowerBound, high: range.upperBound) != nil
      guard isOutside || value.isNaN else { return nil }
      let bounds = "\(range.lowerBound.text) to \(range.upperBound.text)"
      return .init(
        message: .outOfRange, subject: symbol,
        clause: "sets '\(symbol)' to \(value.text); expected a value from \(bounds)",
        range: bounds, value: value.text)
    }
  }

  private static func nonfinite(_ presets: [HostedPreset], _ context: PluginContext) throws -> [Finding] {
    let canJudge = try context.isFiniteAtDefaults()
    return try presets.compactMap { preset -> Finding? in
      CrashRecord.note(activity: "preset '\(preset.label)'")
      let instance = try InstanceUnderTest(context, InstanceSetup(context))
      instance.setDefaults()
      instance.load(preset)
      instance.activate()
      guard let place = instance.play(context.noise, frames: 8192).firstNonfinite, canJudge else { return nil }
      let output = "output \(context.name(place.port))"
      return runFinding(
        .output, about: "'\(preset.label)' \(context.symbol(place.port))", context,
        "With the preset '\(preset.label)', \(output) is \(place.value.text) at frame \(place.frame) of noise; expected a "
          + "finite sample.", naming: [output, "the preset '\(preset.label)'"], controls: instance.changedControls)
    }
  }
}

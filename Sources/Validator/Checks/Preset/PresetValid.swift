import Glibc
import LV2Host
import Model
import Support
import TestHost

enum PresetValid: PluginCheck {
  enum Message: MessageKind {
    case target, unreadable, label, unknownPort, outOfRange, symbolMissing, valueMissing, notANumber, fileNotFound,
      output, defaultStateMissing, defaultStateOutput

    var text: MessageText {
      switch self {
      case .target:
        MessageText(
          .warning,
          rule: Rule(
            "A Preset SHOULD have at least one lv2:appliesTo, by which the host associates it with the correct plug-in",
            source: "presets.meta.ttl: pset:Preset; lv2core.meta.ttl: lv2:appliesTo"),
          remedy: "Replace <{misspelled}> by <{uri}> in the lv2:appliesTo of the preset.")
      case .unreadable:
        MessageText(
          .warning,
          rule: Rule(
            "The manifest.ttl of a bundle containing presets should list them by their URIs, as in 'eg:mypreset a pset:Preset'",
            source: "presets.meta.ttl: LV2 Presets"),
          remedy: "Write '<#preset>' or another URI instead of '[]' as the subject of {the preset}.")
      case .label:
        MessageText(
          .warning,
          rule: Rule(
            "A Preset MUST have at least one string rdfs:label",
            source: "presets.ttl: pset:Preset, restriction on rdfs:label"),
          remedy: "Write 'rdfs:label \"Name\"' without a language tag at <{the preset}>.")
      case .unknownPort:
        MessageText(
          .warning,
          rule: Rule(
            "Persistent references to ports (for example in presets or save files) MUST use the symbol",
            source: "lv2core.meta.ttl: lv2:Port"),
          remedy:
            "Replace the symbol '{volume}' in {the preset} by that of a port of the plug-in, or remove this port from it."
        )
      case .outOfRange:
        MessageText(
          .warning,
          rule: Rule(
            "pset:value is used in a similar way to lv2:default; lv2:minimum and lv2:maximum are the minimum and maximum "
              + "values for the control",
            source: "presets.meta.ttl: pset:value; lv2core.ttl: lv2:minimum, lv2:maximum"),
          remedy:
            "Set '{gain}' in {the preset} to a value from {0.0 to 2.0}, or change lv2:minimum or lv2:maximum of the port "
            + "if the plug-in accepts {11.0}.")
      case .symbolMissing:
        MessageText(
          .warning, rule: ports, remedy: "Write the lv2:symbol of the port instead of its lv2:index in {the preset}.")
      case .valueMissing:
        MessageText(
          .warning, rule: ports,
          remedy: "Write 'pset:value' at port '{gain}' in {the preset}, or remove this port from it.")
      case .notANumber:
        MessageText(
          .warning,
          rule: Rule(
            "pset:value is the value of a port in a preset; a control port is connected to a single float",
            source: "presets.ttl: pset:value; lv2core.ttl: lv2:ControlPort"),
          remedy: "Write the pset:value of '{gain}' in {the preset} as a number without quotation marks.")
      case .fileNotFound:
        MessageText(
          .warning,
          rule: Rule(
            "Paths to files in the same bundle may be cleanly written in Turtle files as a relative URI; the host passes the "
              + "absolute path of the file to restore()",
            source: "atom.meta.ttl: atom:Path; state.meta.ttl: state:mapPath"),
          remedy: "Put {the file} into the bundle, or correct the path in the state of {the preset}.")
      case .output:
        MessageText(
          .warning,
          rule: Rule(
            "The plug-in is required to gracefully accept all values in the range of a port's data type",
            source: "lv2core.meta.ttl: lv2:minimum, lv2:maximum"),
          remedy:
            "Limit in run() the values from which {the output} becomes NaN or infinite, and change the values of {the "
            + "preset} if they are not intended.")
      case .defaultStateMissing:
        MessageText(
          .warning,
          rule: Rule(
            "state:loadDefaultState indicates that the plug-in has default state listed with the state:state property",
            source: "state.meta.ttl: state:loadDefaultState"),
          remedy: "Write 'state:state [ ... ]' with the default state at the plug-in, or remove state:loadDefaultState."
        )
      case .defaultStateOutput:
        MessageText(
          .error,
          rule: Rule(
            "The host MUST restore the default state after instantiating the plug-in but before calling run()",
            source: "state.meta.ttl: state:loadDefaultState"),
          remedy:
            "Correct the values in the state:state of the plug-in, and test in restore() each value from which {the "
            + "output} can become NaN or infinite.")
      }
    }
  }

  private static let ports = Rule(
    "Each Port on a Preset MUST have at least a lv2:symbol property and a pset:value property",
    source: "presets.meta.ttl: pset:Preset")

  static let id: CheckID = "preset.valid"
  static let text = CheckText(
    asserts: "Every preset in the bundle has a label, names the plug-in, ports and files that exist, sets values in "
      + "their ranges, and keeps the output finite; so does the default state of the plug-in.",
    method: "Reads the presets that lilv finds for the plug-in in its bundle, compares their symbols, values and files "
      + "with the plug-in and the bundle, and runs the plug-in on noise with each preset, at most 64. A preset for an "
      + "unknown plug-in is reported if the URI nearly equals the plug-in's.",
    details: "The seed selects the 64 presets if there are more. If a preset contains state, the state is restored "
      + "before the noise. The default state is restored after "
      + "instantiate() if the plug-in lists state:loadDefaultState. The ranges take lv2:sampleRate into account, and a value that is outside by less than one "
      + "part in a million is a rounding error. URIs nearly equal each other if at most two letters differ; upper and "
      + "lower case are equal in this comparison, and URIs that differ only in digits are ignored.",
    level: CheckLevel(5, "A preset does not load as its author intended."))

  private static let maximumRuns = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let presets = try context.world.presets(of: context.plugin.uri)
    var findings = misspelledTargets(context)
    findings += try defaultStateFindings(context)
    guard !presets.isEmpty || !findings.isEmpty || context.plugin.hasDefaultState else {
      return .skipped("the bundle has no presets for the plug-in")
    }
    var readable: [Preset] = []
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
    let title = others > 0 ? "\(presets[0]) and \(others.counted("other preset"))" : "preset \(presets[0])"
    return finding(
      fault.message, about: "\(presets[0]) \(fault.subject)",
      "The preset \(presets[0]) \(fault.clause)."
        + (others > 0 ? " This also applies to \(others.counted("other preset"))." : ""),
      naming: fault.names(title), count: presets.count)
  }

  /// Restores the default state of the plug-in as a host does, and plays noise.
  @FindingsBuilder
  private static func defaultStateFindings(_ context: PluginContext) throws -> [Finding] {
    if context.plugin.features.contains(URI.State.loadDefaultState) {
      if !context.plugin.hasDefaultState {
        finding(
          .defaultStateMissing,
          "The plug-in lists the feature state:loadDefaultState, but the bundle has no state:state of the plug-in.")
      } else if let place = try defaultStateNonfinite(context), try context.isFiniteAtDefaults() {
        outputFinding(
          .defaultStateOutput, place.port, context,
          "is \(place.value.text) at frame \(place.frame) of noise after restore() with the default state of the plug-in.",
          naming: ["output \(context.name(place.port))"])
      }
    }
  }

  private static func defaultStateNonfinite(_ context: PluginContext) throws -> Recording.Place? {
    guard let state = context.world.defaultState(of: context.plugin.uri, map: InstanceUnderTest.map) else { return nil }
    CrashRecord.note(activity: "the default state of the plug-in")
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    InstanceUnderTest.noted("restore") { state.restore(into: instance.hosted) }
    instance.activate()
    return instance.play(context.noise, frames: 8192).firstNonfinite
  }

  private static func faults(of preset: Preset, _ context: PluginContext) -> [PresetFault] {
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

  private static func nonfinite(_ presets: [Preset], _ context: PluginContext) throws -> [Finding] {
    let canJudge = try context.isFiniteAtDefaults()
    return try presets.compactMap { preset -> Finding? in
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
      let output = "output \(context.name(place.port))"
      return runFinding(
        .output, about: "'\(preset.label)' \(context.symbol(place.port))", context,
        "With the preset '\(preset.label)', \(output) is \(place.value.text) at frame \(place.frame) of noise; expected a "
          + "finite sample.", naming: [output, "preset '\(preset.label)'"], controls: instance.changedControls)
    }
  }
}

/// What is wrong with one or more presets.
private struct PresetFault: Hashable {
  let message: PresetValid.Message
  /// The symbol of a port, or a file.
  let subject: String
  /// A clause that follows the name of the preset.
  let clause: String
  /// The range and the value of a port that is out of range.
  var range = ""
  var value = ""

  /// What the remedy names, for the presets with this title.
  func names(_ presets: String) -> [String] {
    switch message {
    case .outOfRange: [subject, presets, range, value]
    case .symbolMissing: [presets]
    default: [subject, presets]
    }
  }
}

/// The statements of a preset, including those that lilv ignores because it cannot use them.
private enum PresetTurtle {
  private static let value = "http://lv2plug.in/ns/ext/presets#value"
  /// The number of bytes in which a misspelled URI may differ; two exchanged letters are two.
  private static let maximumEdits = 2

  /// The lv2:appliesTo statements whose object is probably a misspelling of the plug-in's URI: it is not a plug-in of the
  /// bundle and differs by at most `maximumEdits`, upper and lower case being equal.
  ///
  /// URIs that differ only in digits are excluded: they name plug-ins of one family, which can be in other bundles.
  static func misspelledTargets(_ context: PluginContext) -> [Statement] {
    func withoutDigits(_ uri: String) -> String { uri.filter { !$0.isNumber } }
    let expected = withoutDigits(context.plugin.uri)
    let misspelled = context.turtle.statements.filter { statement in
      guard statement.predicate == URI.Core.appliesTo, case .uri(let plugin) = statement.object,
        context.turtle.types(statement.subject).contains(URI.Presets.preset),
        !context.turtle.types(statement.object).contains(URI.Core.plugin), withoutDigits(plugin) != expected
      else { return false }
      return withoutDigits(plugin).lowercased().utf8.editDistance(to: expected.lowercased().utf8) <= maximumEdits
    }
    return Set(misspelled).sorted { $0.subject.text < $1.subject.text }
  }

  /// The files of the bundle that the state names and that do not exist. A URI with a fragment does not name a file.
  static func missingFiles(of preset: String, _ turtle: BundleTurtle) -> [PresetFault] {
    turtle.objects(.uri(preset), URI.State.state).flatMap(turtle.statements(about:)).compactMap { statement in
      guard case .uri(let uri) = statement.object, !uri.contains("#"), let file = turtle.localPath(of: uri),
        access(turtle.path + file, F_OK) != 0
      else { return nil }
      return PresetFault(
        message: .fileNotFound, subject: file,
        clause: "names the file '\(file)' in its state, which is not in the bundle")
    }
  }

  static func portFaults(of preset: String, _ context: PluginContext) -> [PresetFault] {
    context.turtle.objects(.uri(preset), URI.Core.port).compactMap { node in
      guard let symbol = context.turtle.objects(node, URI.Core.symbol).first?.text else {
        let index = context.turtle.objects(node, URI.Core.index).first
        let port = index.map { "port with the index \($0.text)" } ?? "port"
        return PresetFault(
          message: .symbolMissing, subject: port, clause: "has a \(port) without an lv2:symbol, which no host can set")
      }
      // lilv uses lv2:default if the pset:value is missing.
      let values = [value, URI.Core.default].lazy.map { context.turtle.objects(node, $0) }.first { !$0.isEmpty } ?? []
      guard let first = values.first else {
        return PresetFault(message: .valueMissing, subject: symbol, clause: "has no pset:value for '\(symbol)'")
      }
      guard context.plugin.port(symbol: symbol)?.kind == .control else { return nil }
      // lilv creates a numeric atom from any typed literal.
      if case .literal(_, datatype: .some, _) = first { return nil }
      return first.nonNumericType.map { type in
        PresetFault(
          message: .notANumber, subject: symbol,
          clause: "sets '\(symbol)' to '\(first.text)', which is \(type); expected a number")
      }
    }
  }
}

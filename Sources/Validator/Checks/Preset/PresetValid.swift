import Glibc
import LV2Host
import Model
import Support
import TestHost

enum PresetValid: PluginCheck {
  enum Message: MessageKind {
    case target, unreadable, label, unknownPort, outOfRange, symbolMissing, valueMissing, notANumber, fileNotFound,
      output, defaultStateMissing, defaultStateOutput
  }

  static let id: CheckID = "preset.valid"
  static let text = CheckText(
    asserts: "Every preset in the bundle has a label, names the plug-in, ports and files that exist, sets values in "
      + "their ranges, and keeps the output finite; so does the default state of the plug-in.",
    rule: "A preset must have at least one string rdfs:label and should have lv2:appliesTo; each port on a preset must "
      + "have at least an lv2:symbol and a pset:value. state:loadDefaultState indicates that the plug-in has default "
      + "state listed with state:state, which the host restores before run()",
    source: "presets.ttl: pset:Preset, restriction on rdfs:label; presets.meta.ttl: pset:Preset; "
      + "lv2core: lv2:appliesTo; state.meta.ttl: state:state, state:loadDefaultState",
    method: "Reads the presets that lilv finds for the plug-in in its bundle, compares their symbols, values and files "
      + "with the plug-in and the bundle, and runs the plug-in on noise with each preset, at most 64. A preset for an "
      + "unknown plug-in is reported if the URI nearly equals the plug-in's.",
    details: "The seed selects the 64 presets if there are more. If a preset contains state, the state is restored "
      + "before the noise. The default state is restored after "
      + "instantiate() if the plug-in lists state:loadDefaultState. The ranges take lv2:sampleRate into account, and a value that is outside by less than one "
      + "part in a million is a rounding error. URIs nearly equal each other if at most two letters differ; upper and "
      + "lower case are equal in this comparison, and URIs that differ only in digits are ignored.",
    remedy: "Save the preset again from a host, or correct its label, symbol, value, file or URI.",
    level: CheckLevel(5, "A preset does not load as its author intended."),
    severities: [.error, .warning])

  private static let maximumRuns = 64

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let presets = try context.world.presets(of: context.plugin.uri)
    var findings = PresetTurtle.misspelledTargets(context).map { statement -> Finding in
      finding(
        .target, .warning, about: context.turtle.relativeName(of: statement.subject),
        "The preset <\(statement.subject.text)> applies to <\(statement.object.text)>, which is not in the bundle; "
          + "expected <\(context.plugin.uri)>.")
    }
    findings += try defaultStateFindings(context)
    guard !presets.isEmpty || !findings.isEmpty || context.plugin.hasDefaultState else {
      return .skipped("the bundle has no presets for the plug-in")
    }
    var readable: [Preset] = []
    var labels: [PresetTurtle.Fault: [String]] = [:]
    for description in presets {
      let subject = context.turtle.relativeName(of: .uri(description.uri))
      guard let preset = try? context.world.preset(description.uri, map: InstanceUnderTest.map) else {
        findings.append(
          finding(.unreadable, .warning, about: subject, "lilv cannot read <\(description.uri)> as a preset."))
        continue
      }
      readable.append(preset)
      // lilv replaces a missing label by the URI.
      if description.label == description.uri {
        let isMissing = context.turtle.objects(.uri(description.uri), URI.label).isEmpty
        let fault = "has no rdfs:label" + (isMissing ? "" : " in the current language or without a language")
        findings.append(finding(.label, .warning, about: subject, "The preset <\(description.uri)> \(fault)."))
      }
      let portFaults = faults(of: preset, context) + PresetTurtle.portFaults(of: description.uri, context)
      for fault in portFaults + PresetTurtle.missingFiles(of: description.uri, context.turtle) {
        labels[fault, default: []].append("'\(description.label)'")
      }
    }
    findings += labels.sorted { $0.key.clause < $1.key.clause }.map { fault, presets -> Finding in
      let others = presets.count > 1 ? " This also applies to \(presets.count - 1) other presets." : ""
      return finding(
        fault.message, .warning, about: "\(presets[0]) \(fault.subject)",
        "The preset \(presets[0]) \(fault.clause).\(others)", count: presets.count)
    }
    return .findings(findings + (try nonfinite(context.draw(readable, atMost: maximumRuns, for: id), context)))
  }

  /// Restores the default state of the plug-in as a host does, and plays noise.
  @FindingsBuilder
  private static func defaultStateFindings(_ context: PluginContext) throws -> [Finding] {
    if context.plugin.features.contains(URI.State.loadDefaultState) {
      if !context.plugin.hasDefaultState {
        finding(
          .defaultStateMissing, .warning,
          "The plug-in lists the feature state:loadDefaultState, but the bundle has no state:state of the plug-in.")
      } else if let place = try defaultStateNonfinite(context), try context.isFiniteAtDefaults() {
        outputFinding(
          .defaultStateOutput, .error, place.port, context,
          "is \(place.value.text) at frame \(place.frame) of noise after restore() with the default state of the plug-in."
        )
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

  private static func faults(of preset: Preset, _ context: PluginContext) -> [PresetTurtle.Fault] {
    preset.portValues.sorted { $0.key < $1.key }.compactMap { symbol, value in
      guard let port = context.plugin.port(symbol: symbol) else {
        return .init(
          message: .unknownPort, subject: symbol, clause: "sets '\(symbol)', which is not a port of the plug-in")
      }
      guard let range = port.range(rate: context.rate), port.kind == .control, port.isInput else { return nil }
      let isOutside = ManifestRange.violation(by: value, low: range.lowerBound, high: range.upperBound) != nil
      guard isOutside || value.isNaN else { return nil }
      return .init(
        message: .outOfRange, subject: symbol,
        clause: "sets '\(symbol)' to \(value); expected a value from \(range.lowerBound) to \(range.upperBound)")
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
      return runFinding(
        .output, .warning, about: "'\(preset.label)' \(context.symbol(place.port))", context,
        "With the preset '\(preset.label)', output \(context.name(place.port)) is \(place.value) at frame \(place.frame) of "
          + "noise; expected a finite sample.", controls: instance.changedControls)
    }
  }
}

/// The statements of a preset, including those that lilv ignores because it cannot use them.
private enum PresetTurtle {
  struct Fault: Hashable {
    let message: PresetValid.Message
    let subject: String
    /// A clause that follows the name of the preset.
    let clause: String
  }

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
  static func missingFiles(of preset: String, _ turtle: BundleTurtle) -> [Fault] {
    turtle.objects(.uri(preset), URI.State.state).flatMap(turtle.statements(about:)).compactMap { statement in
      guard case .uri(let uri) = statement.object, !uri.contains("#"), let file = turtle.localPath(of: uri),
        access(turtle.path + file, F_OK) != 0
      else { return nil }
      return Fault(
        message: .fileNotFound, subject: file,
        clause: "names the file '\(file)' in its state, which is not in the bundle")
    }
  }

  static func portFaults(of preset: String, _ context: PluginContext) -> [Fault] {
    context.turtle.objects(.uri(preset), URI.Core.port).compactMap { node in
      guard let symbol = context.turtle.objects(node, URI.Core.symbol).first?.text else {
        let index = context.turtle.objects(node, URI.Core.index).first
        let port = index.map { "port with the index \($0.text)" } ?? "port"
        return Fault(
          message: .symbolMissing, subject: port, clause: "has a \(port) without an lv2:symbol, which no host can set")
      }
      // lilv uses lv2:default if the pset:value is missing.
      let values = [value, URI.Core.default].lazy.map { context.turtle.objects(node, $0) }.first { !$0.isEmpty } ?? []
      guard let first = values.first else {
        return Fault(message: .valueMissing, subject: symbol, clause: "has no pset:value for '\(symbol)'")
      }
      guard context.plugin.port(symbol: symbol)?.kind == .control else { return nil }
      // lilv creates a numeric atom from any typed literal.
      if case .literal(_, datatype: .some, _) = first { return nil }
      return first.nonNumericType.map { type in
        Fault(
          message: .notANumber, subject: symbol,
          clause: "sets '\(symbol)' to '\(first.text)', which is \(type); expected a number")
      }
    }
  }
}

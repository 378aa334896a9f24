import Glibc
import LV2Host

enum UIStatic: PluginCheck {
  static let id = CheckID.uiStatic
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "Each interface has a class that says which toolkit shows it, its binary is there and exports "
      + "lv2ui_descriptor, and the features it asks for are features.",
    rule:
      "A ui:UI has a class that says what its widget is, unless it shows a window of its own, and a binary with the "
      + "function lv2ui_descriptor(); what it needs of the host are an lv2:Feature each; ui:idleInterface is "
      + "lv2:extensionData too",
    source: "ui.ttl: ui:UI; ui.meta.ttl: ui:idleInterface, ui:showInterface; lv2/ui/ui.h: lv2ui_descriptor()",
    method: "Reads the Turtle of every interface that ui:ui names, and the dynamic symbols of its binary, which is not "
      + "loaded. Which classes and features there are comes from the installed specifications; those of namespaces "
      + "that are not installed are left out.",
    remedy: "Write '<ui> a ui:X11UI ; lv2:binary <ui.so>' and export lv2ui_descriptor() from there.",
    severities: [.warning])

  private static let prefix = "http://lv2plug.in/ns/extensions/ui#"
  private static let entry = "lv2ui_descriptor"

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    let interfaces = Set(context.turtle.objects(.uri(context.plugin.uri), prefix + "ui"))
    guard !interfaces.isEmpty else { return .skipped("it has no interface") }
    let faults = interfaces.sorted { $0.text < $1.text }.flatMap { interface in
      classFaults(interface, context.turtle, vocabulary) + binaryFaults(interface, context.turtle)
        + featureFaults(interface, context.turtle, vocabulary)
    }
    return .findings(faults.map { finding(.warning, $0) })
  }

  private static func classFaults(
    _ interface: Statement.Node, _ turtle: BundleTurtle, _ vocabulary: Vocabulary
  ) -> [String] {
    // An interface that opens a window of its own needs no toolkit of the host's.
    let data = turtle.objects(interface, PortTurtle.core + "extensionData").map(\.text)
    if data.contains(prefix + "showInterface") { return [] }
    let types = turtle.types(interface)
    let isShown = types.contains { type in
      vocabulary.isSubclass(type, of: prefix + "UI") && type != prefix + "UI" || vocabulary.ontology(of: type) == nil
        || !vocabulary.defines(type)
    }
    return isShown ? [] : ["Interface <\(interface.text)> has no class that says which toolkit shows it."]
  }

  private static func binaryFaults(_ interface: Statement.Node, _ turtle: BundleTurtle) -> [String] {
    let binaries = Set(
      turtle.objects(interface, ManifestPluginType.binary) + turtle.objects(interface, prefix + "binary"))
    guard !binaries.isEmpty else { return ["Interface <\(interface.text)> has no lv2:binary."] }
    return binaries.sorted { $0.text < $1.text }.compactMap { binary in
      guard let name = turtle.localPath(of: binary.text) else { return nil }
      if access(turtle.path + name, F_OK) != 0 {
        return "The binary of interface <\(interface.text)>, \(name), is not in the bundle."
      }
      return SymbolTable.exports(entry, path: turtle.path + name) ?? true
        ? nil : "The binary of interface <\(interface.text)>, \(name), does not export \(entry)()."
    }
  }

  private static func featureFaults(
    _ interface: Statement.Node, _ turtle: BundleTurtle, _ vocabulary: Vocabulary
  ) -> [String] {
    let required = turtle.objects(interface, PortTurtle.core + "requiredFeature").map(\.text)
    let features = Set(required + turtle.objects(interface, PortTurtle.core + "optionalFeature").map(\.text))
    let data = Set(turtle.objects(interface, PortTurtle.core + "extensionData").map(\.text))
    var faults = features.sorted().filter { vocabulary.defines($0) && !isFeature($0, vocabulary) }.map {
      "Interface <\(interface.text)> asks for \(Vocabulary.short($0)), which is no lv2:Feature."
    }
    if features.contains(prefix + "idleInterface") && !data.contains(prefix + "idleInterface") {
      faults.append(
        "Interface <\(interface.text)> asks for ui:idleInterface and does not list it as lv2:extensionData.")
    }
    return faults
  }

  private static func isFeature(_ name: String, _ vocabulary: Vocabulary) -> Bool {
    vocabulary.types(name).contains { vocabulary.isSubclass($0, of: PortTurtle.core + "Feature") }
  }
}

import Glibc
import LV2Host
import TestHost
import ValidationModel

enum UIStatic: PluginCheck {
  static let id: CheckID = "ui.static"
  static let depth = CheckDepth.description
  /// What it may have to load must not help binary.load.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "Each interface has a class that says which toolkit shows it, its binary is there and exports "
      + "lv2ui_descriptor, and the features it asks for are features.",
    rule:
      "A ui:UI has a class that says what its widget is, unless it shows a window of its own, and a binary with the "
      + "function lv2ui_descriptor(); what it needs of the host are an lv2:Feature each; ui:idleInterface is "
      + "lv2:extensionData too",
    source: "ui.ttl: ui:UI; ui.meta.ttl: ui:idleInterface, ui:showInterface; lv2/ui/ui.h: lv2ui_descriptor()",
    method: "Reads the Turtle of every interface that ui:ui names, and the dynamic symbols of its binary. Where they "
      + "lack the function, the binary is loaded and asked: a library that it needs may have it. Which classes and "
      + "features there are comes from the installed specifications; those of namespaces that are not installed are "
      + "left out, and so are interfaces that lie in other bundles.",
    remedy: "Write '<ui> a ui:X11UI ; lv2:binary <ui.so>' and export lv2ui_descriptor() from there.",
    severities: [.warning])

  private static let prefix = "http://lv2plug.in/ns/extensions/ui#"
  private static let entry = "lv2ui_descriptor"
  /// In letters: two that have changed places are two. What is farther from all features may be one of another version.
  private static let misspelling = 2

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    let interfaces = Set(context.turtle.objects(.uri(context.plugin.uri), prefix + "ui"))
    guard !interfaces.isEmpty else { return .skipped("it has no interface") }
    let own = interfaces.filter { context.turtle.describes($0) || context.turtle.localPath(of: $0.text) != nil }
    guard !own.isEmpty else { return .skipped("its interfaces are described in other bundles") }
    let faults = own.sorted { $0.text < $1.text }.flatMap { interface in
      classFaults(interface, context.turtle, vocabulary) + binaryFaults(interface, context.turtle, vocabulary)
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
        || !vocabulary.defines(type) && vocabulary.misspelt(type, letters: 0) == nil
    }
    return isShown ? [] : ["Interface <\(interface.text)> has no class that says which toolkit shows it."]
  }

  private static func binaryFaults(
    _ interface: Statement.Node, _ turtle: BundleTurtle, _ vocabulary: Vocabulary
  ) -> [String] {
    let binaries = Set(
      turtle.objects(interface, ManifestPluginType.binary) + turtle.objects(interface, prefix + "binary"))
    guard !binaries.isEmpty else { return ["Interface <\(interface.text)> has no lv2:binary."] }
    // Interfaces of other people's classes may be of whatever kind their hosts know.
    let isLibrary = turtle.types(interface).contains { vocabulary.ontology(of: $0) != nil }
    return binaries.sorted { $0.text < $1.text }.compactMap { binary in
      if let text = binary.notAURI { return "The binary of interface <\(interface.text)> is \(text)." }
      guard let name = turtle.localPath(of: binary.text) else { return nil }
      let fault = access(turtle.path + name, F_OK) == 0 ? fault(turtle.path + name, isLibrary) : "is not in the bundle"
      return fault.map { "The binary of interface <\(interface.text)>, \(name), \($0)." }
    }
  }

  /// What is wrong with a binary, as a verb and what follows.
  private static func fault(_ path: String, _ isLibrary: Bool) -> String? {
    switch LibraryFormat(path: path) {
    case .native: offersEntry(path) ? nil : "does not export \(entry)()"
    case .otherMachine(let name): "is a library for \(name), and this machine is \(LibraryFormat.thisMachine)"
    case .otherSystem: nil
    case .unknown: isLibrary ? "is no shared library" : nil
    }
  }

  /// Whether a host that loads the library finds the function there; true where it cannot be loaded on this machine.
  private static func offersEntry(_ path: String) -> Bool {
    if SymbolTable.exports(entry, path: path) ?? false { return true }
    CrashRecord.note(activity: "loading \(path)")
    guard let library = InstanceUnderTest.noted("dlopen", { dlopen(path, RTLD_LAZY | RTLD_LOCAL) }) else { return true }
    return dlsym(library, entry) != nil
  }

  private static func featureFaults(
    _ interface: Statement.Node, _ turtle: BundleTurtle, _ vocabulary: Vocabulary
  ) -> [String] {
    let nodes = ["requiredFeature", "optionalFeature"].flatMap { turtle.objects(interface, PortTurtle.core + $0) }
    let texts = Set(nodes.compactMap(\.notAURI))
    let features = Set(nodes.filter { !$0.isLiteral }.map(\.text))
    let data = Set(turtle.objects(interface, PortTurtle.core + "extensionData").map(\.text))
    var faults = features.sorted().compactMap { feature -> String? in
      let meant = vocabulary.misspelt(feature, letters: misspelling).flatMap { isFeature($0, vocabulary) ? $0 : nil }
      guard vocabulary.defines(feature) && !isFeature(feature, vocabulary) || meant != nil else { return nil }
      return "Interface <\(interface.text)> asks for \(Vocabulary.short(feature)), which is no lv2:Feature"
        + (meant.map { "; \(Vocabulary.short($0)) is one." } ?? ".")
    }
    faults += texts.sorted().map { "Interface <\(interface.text)> asks for \($0)." }
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

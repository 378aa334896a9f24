import CLV2
import Glibc
import LV2Host
import Model
import TestHost

enum UIStatic: DescriptionCheck {
  enum Message: MessageKind {
    case classMissing, binaryUndeclared, binaryLiteral, binaryNotFound, binaryFormat, entryPoint, descriptor,
      undefinedSymbol, feature, featureLiteral, idleInterface
  }

  static let id: CheckID = "ui.static"
  /// The check may load a library, on which binary.load must not depend.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "Each interface has a class that states its toolkit, an existing binary whose lv2ui_descriptor() offers "
      + "it, and only valid features.",
    rule: "A UI must specify its class, which defines what type the UI is; lv2:binary names the shared object with the "
      + "entry point lv2ui_descriptor(); its features are lv2:Features, and ui:idleInterface is lv2:extensionData too",
    source: "ui.meta.ttl: ui:UI, ui:idleInterface, ui:showInterface; lv2/ui/ui.h: lv2ui_descriptor()",
    method: "Reads the Turtle of each interface that ui:ui names, loads its binary and calls lv2ui_descriptor(); no "
      + "interface is opened. The installed specifications define the classes and features; those of other namespaces "
      + "are not judged, nor are interfaces in other bundles. An lv2:optionalFeature that is not a feature is a note.",
    details: "The binary is loaded with all its symbols resolved, as hosts load it. A binary whose libraries are not "
      + "installed is not judged, nor are undefined symbols of an interface for GTK or Qt, which a host with that "
      + "toolkit may provide. An interface with the extension data ui:showInterface opens its own window and needs no "
      + "class for a toolkit. An undefined feature is reported if at most two letters differ from a defined one.",
    remedy: "\(binaryRemedy) \(featureRemedy)",
    level: CheckLevel(7, "The user interface does not open; the sound is not affected."),
    severities: [.warning, .note])

  private static let binaryRemedy =
    "Write '<ui> a ui:X11UI ; lv2:binary <ui.so>', export lv2ui_descriptor() from that binary, return a descriptor with "
    + "the same URI, and link the binary with '-z defs'."
  private static let featureRemedy =
    "Name only features with lv2:optionalFeature and lv2:requiredFeature, and interfaces of the binary with "
    + "lv2:extensionData."

  private static let prefix = "http://lv2plug.in/ns/extensions/ui#"
  private static let extensionData = URI.Core.namespace + "extensionData"
  private static let entryPoint = "lv2ui_descriptor"
  /// In bytes; two exchanged letters are two. A feature that differs more may belong to another version.
  private static let maximumEdits = 2

  /// One interface and the statements of its bundle.
  private struct Interface {
    let node: Statement.Node
    let turtle: BundleTurtle
    let vocabulary: Vocabulary

    func objects(_ predicate: String) -> [Statement.Node] { turtle.objects(node, predicate) }

    /// A finding with a text that continues "Interface <uri>" or "The binary of interface <uri>".
    func finding(
      _ message: Message, about subject: String? = nil, of start: String = "Interface", _ text: String,
      severity: Severity = .warning
    ) -> Finding {
      let name = turtle.relativeName(of: node)
      return UIStatic.finding(
        message, severity, about: subject.map { "\(name) \($0)" } ?? name, "\(start) <\(node.text)>\(text).",
        remedy: [.feature, .featureLiteral, .idleInterface].contains(message) ? featureRemedy : binaryRemedy)
    }
  }

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let interfaces = Set(context.turtle.objects(.uri(context.plugin.uri), prefix + "ui"))
    guard !interfaces.isEmpty else { return .skipped("the plug-in has no interface") }
    let own = interfaces.filter { context.turtle.describes($0) || context.turtle.localPath(of: $0.text) != nil }
    guard !own.isEmpty else { return .skipped("the interfaces of the plug-in are described in other bundles") }
    guard let vocabulary = Vocabulary.installed else { return .obstructed(Vocabulary.notInstalled) }
    return .findings(
      own.sorted { $0.text < $1.text }.flatMap { node in
        let interface = Interface(node: node, turtle: context.turtle, vocabulary: vocabulary)
        return classFindings(interface) + binaryFindings(interface) + featureFindings(interface)
      })
  }

  private static func classFindings(_ interface: Interface) -> [Finding] {
    if interface.objects(extensionData).contains(where: { $0.text == prefix + "showInterface" }) { return [] }
    let vocabulary = interface.vocabulary
    let hasClass = interface.turtle.types(interface.node).contains { type in
      vocabulary.isSubclass(type, of: prefix + "UI") && type != prefix + "UI" || vocabulary.ontology(of: type) == nil
        || !vocabulary.defines(type) && vocabulary.intendedTerm(for: type, maxEdits: 0) == nil
    }
    return hasClass ? [] : [interface.finding(.classMissing, " has no class that states its toolkit")]
  }

  private static func binaryFindings(_ interface: Interface) -> [Finding] {
    let binaries = Set(interface.objects(URI.Core.binary) + interface.objects(prefix + "binary"))
    guard !binaries.isEmpty else { return [interface.finding(.binaryUndeclared, " has no lv2:binary")] }
    // An interface of a class outside LV2 can have a binary of any kind that its hosts support.
    let isLibrary = interface.turtle.types(interface.node).contains { interface.vocabulary.ontology(of: $0) != nil }
    return binaries.sorted { $0.text < $1.text }.flatMap { binary -> [Finding] in
      if let text = binary.literalText {
        return [
          interface.finding(
            .binaryLiteral, about: text, of: "The binary of interface", " is the literal \"\(text)\"; expected a URI")
        ]
      }
      guard let name = interface.turtle.localPath(of: binary.text) else { return [] }
      return faults(of: interface, interface.turtle.path + name, isLibrary).map { message, clause in
        interface.finding(message, about: name, of: "The binary of interface", ", \(name), \(clause)")
      }
    }
  }

  /// A message and a clause that follows the name of the binary.
  private typealias Fault = (Message, String)

  private static func faults(of interface: Interface, _ path: String, _ isLibrary: Bool) -> [Fault] {
    guard access(path, F_OK) == 0 else { return [(.binaryNotFound, "is not in the bundle")] }
    switch LibraryFormat(path: path) {
    case .native: return libraryFaults(of: interface, path)
    case .otherMachine(let name):
      return [(.binaryFormat, "is a library for \(name); expected \(LibraryFormat.thisMachine)")]
    case .otherSystem: return []
    case .unknown: return isLibrary ? [(.binaryFormat, "is not a shared library")] : []
    }
  }

  /// The faults that a host observes when it loads the library; none if it cannot be loaded on this machine.
  private static func libraryFaults(of interface: Interface, _ path: String) -> [Fault] {
    CrashRecord.note(activity: "loading \(path)")
    func open(_ mode: Int32) -> UnsafeMutableRawPointer? {
      InstanceUnderTest.noted("dlopen") { dlopen(path, mode | RTLD_LOCAL) }
    }
    var faults: [Fault] = []
    var library = open(RTLD_NOW)
    if library == nil {
      let undefined = undefinedSymbol(path, dlerror().map { String(cString: $0) } ?? "")
      if let undefined, !isForSharedToolkit(interface) {
        faults.append((.undefinedSymbol, "requires the symbol \(undefined), which no library defines"))
      }
      library = open(RTLD_LAZY)
    }
    guard let library else { return faults }
    guard let symbol = dlsym(library, entryPoint) else {
      return faults + [(.entryPoint, "does not export \(entryPoint)()")]
    }
    // SAFETY: the LV2 specification gives the symbol this type.
    let descriptor = unsafeBitCast(symbol, to: LV2UI_DescriptorFunction.self)
    guard offers(interface.node.text, descriptor) else {
      return faults + [(.descriptor, "offers no descriptor with this URI in \(entryPoint)()")]
    }
    return faults
  }

  /// The symbol of an error message of dlopen() about the library itself; nil for other errors.
  private static func undefinedSymbol(_ path: String, _ error: String) -> String? {
    let start = "\(path): undefined symbol: "
    return error.hasPrefix(start) ? String(error.dropFirst(start.count).prefix { $0 != " " && $0 != "," }) : nil
  }

  /// Whether the host may have loaded the toolkit of the interface, and so defines its symbols.
  private static func isForSharedToolkit(_ interface: Interface) -> Bool {
    interface.turtle.types(interface.node).contains { $0.contains("Gtk") || $0.contains("Qt") }
  }

  /// Whether a descriptor has the URI. The search ends after 4096 descriptors, as that for the descriptor of a plug-in.
  private static func offers(_ uri: String, _ descriptor: LV2UI_DescriptorFunction) -> Bool {
    for index in 0..<UInt32(4096) {
      guard let found = InstanceUnderTest.noted(entryPoint, { descriptor(index) }) else { return false }
      if let name = found.pointee.URI, strcmp(name, uri) == 0 { return true }
    }
    return false
  }

  @FindingsBuilder
  private static func featureFindings(_ interface: Interface) -> [Finding] {
    let vocabulary = interface.vocabulary
    let required = interface.objects(URI.Core.namespace + "requiredFeature")
    let nodes = required + interface.objects(URI.Core.namespace + "optionalFeature")
    let features = Set(nodes.filter { !$0.isLiteral }.map(\.text))
    for feature in features.sorted() {
      let intended = vocabulary.intendedTerm(for: feature, maxEdits: maximumEdits)
        .flatMap { isFeature($0, vocabulary) ? $0 : nil }
      if vocabulary.defines(feature) && !isFeature(feature, vocabulary) || intended != nil {
        let name = Vocabulary.short(feature)
        let hint = intended.map { ", but \(Vocabulary.short($0)) is one" } ?? ""
        let severity: Severity = required.contains { $0.text == feature } || intended != nil ? .warning : .note
        interface.finding(
          .feature, about: name, " lists the feature \(name), which is not an lv2:Feature\(hint)",
          severity: severity)
      }
    }
    for text in Set(nodes.compactMap(\.literalText)).sorted() {
      interface.finding(.featureLiteral, about: text, " lists the literal \"\(text)\" as a feature; expected a URI")
    }
    let data = interface.objects(extensionData).map(\.text)
    if features.contains(prefix + "idleInterface") && !data.contains(prefix + "idleInterface") {
      interface.finding(.idleInterface, " lists ui:idleInterface as a feature, but not as lv2:extensionData")
    }
  }

  private static func isFeature(_ name: String, _ vocabulary: Vocabulary) -> Bool {
    vocabulary.types(name).contains { vocabulary.isSubclass($0, of: URI.Core.namespace + "Feature") }
  }
}

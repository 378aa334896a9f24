import Glibc
import LV2Host
import TestHost
import ValidationModel

enum UIStatic: DescriptionCheck {
  enum Message: MessageKind {
    case classMissing, binaryUndeclared, binaryLiteral, binaryNotFound, binaryFormat, entryPoint, feature,
      featureLiteral, idleInterface
  }

  static let id: CheckID = "ui.static"
  /// The check may load a library, on which binary.load must not depend.
  static let isolation = CheckIsolation.own
  static let text = CheckText(
    asserts: "Each interface has a class that states its toolkit, an existing binary that exports lv2ui_descriptor(), "
      + "and only valid features.",
    rule: "A UI must specify its class, which defines what type the UI is; lv2:binary names the shared object with the "
      + "entry point lv2ui_descriptor(); its features are lv2:Features, and ui:idleInterface is lv2:extensionData too",
    source: "ui.meta.ttl: ui:UI, ui:idleInterface, ui:showInterface; lv2/ui/ui.h: lv2ui_descriptor()",
    method: "Reads the Turtle of each interface that ui:ui names and the dynamic symbols of its binary. The installed "
      + "specifications define the classes and features; those of other namespaces are not judged, nor are interfaces "
      + "in other bundles.",
    details: "If the binary's symbols do not include lv2ui_descriptor(), the check loads the binary and looks the "
      + "function up, because a library on which the binary depends may export it. An interface with the extension "
      + "data ui:showInterface opens its own window and needs no class for a toolkit. An undefined feature is reported "
      + "if at most two letters differ from a defined one.",
    remedy: "Write '<ui> a ui:X11UI ; lv2:binary <ui.so>', and export lv2ui_descriptor() from that binary.",
    level: CheckLevel(7, "The user interface does not open; the sound is not affected."),
    severities: [.warning])

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
      _ message: Message, about subject: String? = nil, of start: String = "Interface", _ text: String
    ) -> Finding {
      let name = turtle.relativeName(of: node)
      return UIStatic.finding(
        message, .warning, about: subject.map { "\(name) \($0)" } ?? name, "\(start) <\(node.text)>\(text).")
    }
  }

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let interfaces = Set(context.turtle.objects(.uri(context.plugin.uri), prefix + "ui"))
    guard !interfaces.isEmpty else { return .skipped("the plug-in has no interface") }
    let own = interfaces.filter { context.turtle.describes($0) || context.turtle.localPath(of: $0.text) != nil }
    guard !own.isEmpty else { return .skipped("the interfaces of the plug-in are described in other bundles") }
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.notInstalled) }
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
    return binaries.sorted { $0.text < $1.text }.compactMap { binary in
      if let text = binary.literalText {
        return interface.finding(
          .binaryLiteral, about: text, of: "The binary of interface", " is the literal \"\(text)\"; expected a URI")
      }
      guard let name = interface.turtle.localPath(of: binary.text) else { return nil }
      return fault(interface.turtle.path + name, isLibrary).map { message, clause in
        interface.finding(message, about: name, of: "The binary of interface", ", \(name), \(clause)")
      }
    }
  }

  /// The fault of a binary, as a clause that follows its name; nil if it has none.
  private static func fault(_ path: String, _ isLibrary: Bool) -> (Message, String)? {
    guard access(path, F_OK) == 0 else { return (.binaryNotFound, "is not in the bundle") }
    switch LibraryFormat(path: path) {
    case .native: return offersEntryPoint(path) ? nil : (.entryPoint, "does not export \(entryPoint)()")
    case .otherMachine(let name):
      return (.binaryFormat, "is a library for \(name); expected \(LibraryFormat.thisMachine)")
    case .otherSystem: return nil
    case .unknown: return isLibrary ? (.binaryFormat, "is not a shared library") : nil
    }
  }

  /// Whether a host that loads the library finds the entry point; true if the library cannot be loaded on this machine.
  private static func offersEntryPoint(_ path: String) -> Bool {
    if ELFFile(path: path)?.exports(entryPoint) ?? false { return true }
    CrashRecord.note(activity: "loading \(path)")
    guard let library = InstanceUnderTest.noted("dlopen", { dlopen(path, RTLD_LAZY | RTLD_LOCAL) }) else { return true }
    return dlsym(library, entryPoint) != nil
  }

  @FindingsBuilder
  private static func featureFindings(_ interface: Interface) -> [Finding] {
    let vocabulary = interface.vocabulary
    let nodes = ["requiredFeature", "optionalFeature"].flatMap { interface.objects(URI.Core.namespace + $0) }
    let features = Set(nodes.filter { !$0.isLiteral }.map(\.text))
    for feature in features.sorted() {
      let intended = vocabulary.intendedTerm(for: feature, maxEdits: maximumEdits)
        .flatMap { isFeature($0, vocabulary) ? $0 : nil }
      if vocabulary.defines(feature) && !isFeature(feature, vocabulary) || intended != nil {
        let name = Vocabulary.short(feature)
        let hint = intended.map { ", but \(Vocabulary.short($0)) is one" } ?? ""
        interface.finding(.feature, about: name, " lists the feature \(name), which is not an lv2:Feature\(hint)")
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

import LV2Host
import Model
import TestHost

enum UIStatic: DescriptionCheck {
  enum Message: MessageKind {
    case classMissing, binaryUndeclared, binaryLiteral, binaryNotFound, binaryFormat, entryPoint, descriptor,
      undefinedSymbol, feature, featureLiteral, idleInterface

    var text: MessageText {
      switch self {
      case .classMissing:
        MessageText(
          .warning,
          rule: Rule(
            "A UI MUST specify its class in the RDF data, for example ui:X11UI; the class defines what type the UI is, for "
              + "example what graphics toolkit it uses", source: "ui.meta.ttl: LV2 UI"),
          remedy: "Write '<{interface}> a ui:X11UI' with the class of its toolkit.")
      case .binaryUndeclared:
        MessageText(
          .warning, rule: library, remedy: "Write '<{interface}> lv2:binary <{interface.so}>' in the Turtle.")
      case .binaryLiteral:
        MessageText(
          .warning, rule: library,
          remedy: "Write 'lv2:binary <{interface.so}>' instead of 'lv2:binary \"{interface.so}\"'.")
      case .binaryNotFound:
        MessageText(
          .warning, rule: library,
          remedy: "Put {the file} into the bundle, or correct the lv2:binary of <{interface}>.")
      case .binaryFormat:
        MessageText(.warning, rule: library, remedy: "{Build a shared library for this machine}.")
      case .entryPoint:
        MessageText(
          .warning,
          rule: Rule(
            "lv2ui_descriptor() is the entry point to a UI library", source: "lv2/ui/ui.h: lv2ui_descriptor()"),
          remedy: "Define lv2ui_descriptor() with C linkage in {the file}, and mark it with LV2_SYMBOL_EXPORT.")
      case .descriptor:
        MessageText(
          .warning,
          rule: Rule(
            "lv2ui_descriptor() works in the same way as lv2_descriptor(): the host uses it to find the descriptor with the "
              + "URI of the UI", source: "lv2/ui/ui.h: lv2ui_descriptor(); lv2/core/lv2.h: lv2_descriptor()"),
          remedy: "Return a descriptor with the URI <{uri}> from lv2ui_descriptor() in {the file}.")
      case .undefinedSymbol:
        MessageText(
          .warning, rule: library,
          remedy:
            "Link {the file} with the library or the object file that defines {the symbol}; with -Wl,-z,defs, the linker "
            + "reports undefined symbols.")
      case .feature:
        MessageText(
          .warning, .note, rule: features,
          remedy: "{Remove the feature} {from} the lv2:requiredFeature or lv2:optionalFeature of the interface.")
      case .featureLiteral:
        MessageText(.warning, rule: features, remedy: "Write {the feature} without quotation marks.")
      case .idleInterface:
        MessageText(
          .warning,
          rule: Rule(
            "The UI should list ui:idleInterface as a lv2:optionalFeature or lv2:requiredFeature in its data, and also as "
              + "lv2:extensionData", source: "ui.meta.ttl: ui:idleInterface"),
          remedy:
            "Write 'lv2:extensionData ui:idleInterface' at <{interface}>, and return an LV2UI_Idle_Interface from its "
            + "extension_data().")
      }
    }
  }

  private static let library = Rule(
    "UIs are implemented as an LV2UI_Descriptor loaded via lv2ui_descriptor() in a shared library, whose URI is lv2:binary",
    source: "ui.meta.ttl: LV2 UI")
  private static let features = Rule(
    "UI functionality may be extended via features with lv2:requiredFeature and lv2:optionalFeature, whose values are "
      + "resources of the class lv2:Feature",
    source: "ui.meta.ttl: LV2 UI; lv2core.ttl: lv2:requiredFeature, lv2:optionalFeature")

  static let id: CheckID = "ui.static"
  /// The check may load a library, on which binary.load must not depend.
  static let isolation = CheckIsolation.own
  static let provocation = Provocation(
    MessageText(
      .warning, rule: library,
      remedy: "Fix the constructors of the interface's library and lv2ui_descriptor(): hosts call them to find the "
        + "interface."))
  static let text = CheckText(
    asserts: "Each interface has a class that states its toolkit, an existing binary whose lv2ui_descriptor() offers "
      + "it, and only valid features.",
    method: "Reads the Turtle of each interface that ui:ui names, loads its binary and calls lv2ui_descriptor(); no "
      + "interface is opened. The installed specifications define the classes and features; those of other namespaces "
      + "are not judged, nor are interfaces in other bundles. An lv2:optionalFeature that is not a feature is a note.",
    details: "The binary is loaded with all its symbols resolved, as hosts load it. A binary whose libraries are not "
      + "installed is not judged, nor are undefined symbols of an interface for GTK or Qt, which a host with that "
      + "toolkit may provide. An interface with the extension data ui:showInterface opens its own window and needs no "
      + "class for a toolkit. An undefined feature is reported if at most two letters differ from a defined one.",
    level: CheckLevel(7, "The user interface does not open; the sound is not affected."))

  /// In bytes; two exchanged letters are two. A feature that differs more may belong to another version.
  private static let maximumEdits = 2

  /// One interface and the statements of its bundle.
  struct Interface {
    let node: Statement.Node
    let turtle: BundleTurtle
    let vocabulary: Vocabulary

    func objects(_ predicate: String) -> [Statement.Node] { turtle.objects(node, predicate) }

    /// The URI in a finding; for an interface that is named after its binary, relative to the bundle.
    var name: String { turtle.relativeName(of: node) }

    /// A finding with a text that continues "Interface <uri>" or "The binary of interface <uri>".
    func finding(
      _ message: Message, _ severity: Severity? = nil, about subject: String? = nil, of start: String = "Interface",
      _ text: String, naming names: [String]
    ) -> Finding {
      UIStatic.finding(
        message, severity: severity, about: subject.map { "\(name) \($0)" } ?? name, "\(start) <\(node.text)>\(text).",
        naming: names)
    }
  }

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let interfaces = Set(context.turtle.objects(.uri(context.plugin.uri), URI.UserInterface.prefix + "ui"))
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
    if interface.objects(URI.Core.extensionData).contains(where: { $0.text == URI.UserInterface.showInterface }) {
      return []
    }
    let vocabulary = interface.vocabulary
    let hasClass = interface.turtle.types(interface.node).contains { type in
      vocabulary.isSubclass(type, of: URI.UserInterface.ui) && type != URI.UserInterface.ui
        || vocabulary.ontology(of: type) == nil
        || !vocabulary.defines(type) && vocabulary.intendedTerm(for: type, maxEdits: 0) == nil
    }
    return hasClass
      ? [] : [interface.finding(.classMissing, nil, " has no class that states its toolkit", naming: [interface.name])]
  }

  @FindingsBuilder
  private static func featureFindings(_ interface: Interface) -> [Finding] {
    let vocabulary = interface.vocabulary
    let required = interface.objects(URI.Core.requiredFeature)
    let nodes = required + interface.objects(URI.Core.optionalFeature)
    let features = Set(nodes.filter { !$0.isLiteral }.map(\.text))
    for feature in features.sorted() {
      let intended = vocabulary.intendedTerm(for: feature, maxEdits: maximumEdits)
        .flatMap { isFeature($0, vocabulary) ? $0 : nil }
      if vocabulary.defines(feature) && !isFeature(feature, vocabulary) || intended != nil {
        let name = Vocabulary.short(feature)
        let hint = intended.map { ", but \(Vocabulary.short($0)) is one" } ?? ""
        let severity: Severity = required.contains { $0.text == feature } || intended != nil ? .warning : .note
        let remedy = intended.map { "Replace \(name) by \(Vocabulary.short($0))" } ?? "Remove \(name)"
        interface.finding(
          .feature, severity, about: name, " lists the feature \(name), which is not an lv2:Feature\(hint)",
          naming: [remedy, intended == nil ? "from" : "in"])
      }
    }
    for text in Set(nodes.compactMap(\.literalText)).sorted() {
      interface.finding(
        .featureLiteral, nil, about: text, " lists the literal \"\(text)\" as a feature; expected a URI",
        naming: [text.contains(":") ? Vocabulary.short(text) : "<\(text)>"])
    }
    let data = interface.objects(URI.Core.extensionData).map(\.text)
    if features.contains(URI.UserInterface.idleInterface) && !data.contains(URI.UserInterface.idleInterface) {
      interface.finding(
        .idleInterface, nil, " lists ui:idleInterface as a feature, but not as lv2:extensionData",
        naming: [interface.name])
    }
  }

  private static func isFeature(_ name: String, _ vocabulary: Vocabulary) -> Bool {
    vocabulary.types(name).contains { vocabulary.isSubclass($0, of: URI.Core.namespace + "Feature") }
  }
}

import LV2Host
import Model
import TestHost

enum LifeExtensionData: PluginCheck {
  enum Message: MessageKind {
    case unknownUri, missingInterface, missingFunction, undeclared

    var text: MessageText {
      switch self {
      case .unknownUri:
        MessageText(
          .error,
          rule: Rule(
            "extension_data() MUST return NULL for any unsupported URI", source: "lv2/core/lv2.h: extension_data()"),
          remedy:
            "Compare the whole URI with strcmp() in extension_data(), and return NULL if it equals no supported URI.")
      case .missingInterface:
        MessageText(
          .error,
          rule: Rule(
            "The plug-in should return the appropriate data when extension_data() is called with the URI that "
              + "lv2:extensionData states", source: "lv2core.meta.ttl: lv2:extensionData"),
          remedy:
            "Return the data for {the URI} from extension_data(), or remove 'lv2:extensionData {uri}' from the Turtle.")
      case .missingFunction:
        MessageText(
          .error, .warning,
          rule: Rule(
            "The interface is a structure of functions to be called by the host; only end_run() of work:interface may be "
              + "NULL",
            source:
              "state.meta.ttl: state:interface; lv2/worker/worker.h: LV2_Worker_Interface; lv2/options/options.h: "
              + "LV2_Options_Interface"),
          remedy: "Implement {the function}, and set the member of {the interface} that extension_data() returns.")
      case .undeclared:
        MessageText(
          .warning, .note,
          rule: Rule(
            "lv2:extensionData is \"extension data provided by a plugin or other binary\"; hosts read it before they "
              + "instantiate a plug-in, and some do not ask extension_data() for other data",
            source: "lv2core.meta.ttl: lv2:extensionData"),
          remedy: "Write 'lv2:extensionData {uri}' at the plug-in.")
      }
    }
  }

  static let id: CheckID = "life.extension-data"
  static let text = CheckText(
    asserts:
      "For an unknown URI, extension_data() returns NULL; for each declared lv2:extensionData, a complete interface.",
    method: "Calls extension_data() with each declared URI and with unknown URIs. Reads the functions of "
      + "state:interface, work:interface and opts:interface, which must not be NULL.",
    details: "The unknown URIs are one with another scheme, one with the prefix of the LV2 specifications, and each "
      + "declared URI with one more letter. end_run() of work:interface may be NULL. A missing work_response() is a "
      + "warning: hosts call it only if the plug-in responds. The URIs of these three interfaces must be declared if "
      + "extension_data() returns data for them: state if save() stores something, and the worker if the plug-in schedules work.",
    level: CheckLevel(2, "Hosts call functions of interfaces that do not exist."))

  private static let unknown = ["urn:lv2val:no-such-extension", "http://lv2plug.in/ns/ext/no-such-extension#interface"]

  /// The functions that an interface must have, in the order of its members.
  private static let functions: [String: [(name: String, severity: Severity)]] = [
    URI.State.interface: [("save", .error), ("restore", .error)],
    URI.Worker.interface: [("work", .error), ("work_response", .warning)],
    URI.Options.interface: [("get", .error), ("set", .error)],
  ]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try context.activeInstance()
    func data(_ uri: String) -> UnsafeRawPointer? {
      CrashRecord.note(activity: uri)
      return InstanceUnderTest.noted("extension_data") { instance.hosted.extensionData(uri) }
    }
    let declared = context.plugin.extensionData.sorted()
    let accepted = (unknown + declared.map { $0 + "x" }).filter { data($0) != nil }
    return .findings {
      if let first = accepted.first {
        finding(
          .unknownUri,
          "extension_data() returned a non-NULL pointer for the unknown URI <\(first)>; expected NULL.",
          count: accepted.count, call: "extension_data()")
      }
      for uri in declared where data(uri) == nil {
        finding(
          .missingInterface, about: uri,
          "extension_data() returned NULL for <\(uri)>, which the plug-in declares as lv2:extensionData; expected data.",
          naming: [Vocabulary.short(uri), Vocabulary.short(uri)], call: "extension_data()")
      }
      for uri in declared {
        if let interface = data(uri) { missingFunctions(of: interface, uri) }
      }
      for uri in functions.keys.sorted() where accepted.isEmpty && !declared.contains(uri) && data(uri) != nil {
        if let severity = severity(ofUndeclared: uri, instance, context) {
          finding(
            .undeclared, severity: severity, about: uri,
            "extension_data() returned data for <\(uri)>, but the plug-in does not declare it as lv2:extensionData.",
            naming: [Vocabulary.short(uri)], call: "extension_data()")
        }
      }
    }
  }

  /// What users lose in a host that reads only the declaration; nil if they lose nothing.
  private static func severity(
    ofUndeclared uri: String, _ instance: InstanceUnderTest, _ context: PluginContext
  ) -> Severity? {
    switch uri {
    case URI.State.interface: instance.save()?.properties.isEmpty == false ? .warning : nil
    case URI.Worker.interface: context.plugin.features.contains(URI.Worker.schedule) ? .warning : nil
    default: .note
    }
  }

  @FindingsBuilder
  private static func missingFunctions(of interface: UnsafeRawPointer, _ uri: String) -> [Finding] {
    for (index, function) in functions[uri, default: []].enumerated()
    where interface.load(fromByteOffset: index * MemoryLayout<UInt>.stride, as: UInt.self) == 0 {
      finding(
        .missingFunction, severity: function.severity, about: "\(function.name)()",
        "\(Vocabulary.short(uri)) contains NULL instead of the function \(function.name)(); expected its address.",
        naming: ["\(function.name)()", Vocabulary.short(uri)], call: "extension_data()")
    }
  }
}

import TestHost
import ValidationModel

enum LifeExtensionData: PluginCheck {
  enum Message: MessageKind { case unknownUri, missingInterface }

  static let id: CheckID = "life.extension-data"
  static let text = CheckText(
    asserts:
      "For an unknown URI, extension_data() returns NULL; for each declared lv2:extensionData, a non-NULL pointer.",
    rule: "extension_data() MUST return NULL for any unsupported URI, and should return the appropriate data for each "
      + "URI that lv2:extensionData declares",
    source: "lv2core: lv2:extensionData; lv2/core/lv2.h: extension_data()",
    method: "Calls extension_data() with each declared URI and with unknown URIs.",
    details: "The unknown URIs are one with another scheme, one with the prefix of the LV2 specifications, and each "
      + "declared URI with one more letter.",
    remedy: "Return NULL unless strcmp() finds an equal URI, and declare only the interfaces that exist.",
    level: CheckLevel(2, "Hosts call functions of interfaces that do not exist."),
    severities: [.error])

  private static let unknown = ["urn:lv2val:no-such-extension", "http://lv2plug.in/ns/ext/no-such-extension#interface"]

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
          .unknownUri, .error,
          "extension_data() returned a non-NULL pointer for the unknown URI <\(first)>; expected NULL.",
          count: accepted.count, call: "extension_data()")
      }
      for uri in declared where data(uri) == nil {
        finding(
          .missingInterface, .error, about: uri,
          "extension_data() returned NULL for <\(uri)>, which the plug-in declares as lv2:extensionData.",
          call: "extension_data()")
      }
    }
  }
}

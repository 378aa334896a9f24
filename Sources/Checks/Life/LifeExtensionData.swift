import LV2Host
import TestHost
import ValidationModel

enum LifeExtensionData: PluginCheck {
  static let id: CheckID = "life.extension-data"
  static let text = CheckText(
    asserts: "extension_data() returns NULL for an unknown URI, and something for each declared lv2:extensionData.",
    rule:
      "extension_data() returns NULL for an extension that the plug-in does not support, and the struct of one that "
      + "lv2:extensionData declares",
    source: "lv2core: lv2:extensionData; lv2/core/lv2.h: extension_data()",
    method: "Asks for each declared URI, and for some that nobody has: one with another beginning, one that begins as "
      + "the specification's do, and each declared one with a letter more.",
    remedy: "Compare the URI with strcmp() and return NULL at the end; declare only what is there.",
    severities: [.error])

  /// Unlike any URI, and like those that lv2plug.in makes.
  private static let unknown = ["urn:lv2val:no-such-extension", "http://lv2plug.in/ns/ext/no-such-extension#interface"]

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let instance = try InstanceUnderTest(context, InstanceSetup(context))
    instance.activate()
    func data(_ uri: String) -> UnsafeRawPointer? {
      CrashRecord.note(activity: uri)
      return InstanceUnderTest.noted("extension_data") { instance.hosted.extensionData(uri) }
    }
    var findings: [Finding] = []
    let declared = context.plugin.extensionData.sorted()
    let answered = (unknown + declared.map { $0 + "x" }).filter { data($0) != nil }
    if let first = answered.first {
      findings.append(
        finding(
          .error, "It returns something for <\(first)>, which nobody knows.", count: answered.count,
          call: "extension_data()"))
    }
    for uri in declared where data(uri) == nil {
      findings.append(finding(.error, "It declares <\(uri)> and returns NULL for it.", call: "extension_data()"))
    }
    return .findings(findings)
  }
}

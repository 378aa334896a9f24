import LV2Host

enum LifeExtensionData: PluginCheck {
  static let id = CheckID.lifeExtensionData
  static let text = CheckText(
    asserts: "extension_data() returns NULL for an unknown URI, and something for each declared lv2:extensionData.",
    rule:
      "extension_data() returns NULL for an extension that the plug-in does not support, and the struct of one that "
      + "lv2:extensionData declares",
    source: "lv2core: lv2:extensionData; lv2/core/lv2.h: extension_data()",
    method: "Asks for a URI that nobody has, and for each declared one.",
    remedy: "Compare the URI with strcmp() and return NULL at the end; declare only what is there.",
    severities: [.error])

  private static let unknown = "urn:lv2val:no-such-extension"

  static func run(in context: PluginContext) throws -> CheckOutcome {
    let rig = try Rig(context, RigSetup(context))
    rig.activate()
    func data(_ uri: String) -> UnsafeRawPointer? {
      BlackBox.note(stage: uri)
      return Rig.noted("extension_data") { rig.instance.extensionData(uri) }
    }
    var findings: [Finding] = []
    if data(unknown) != nil {
      findings.append(
        finding(.error, "It returns something for <\(unknown)>, which nobody knows.", call: "extension_data()"))
    }
    for uri in context.plugin.extensionData.sorted() where data(uri) == nil {
      findings.append(finding(.error, "It declares <\(uri)> and returns NULL for it.", call: "extension_data()"))
    }
    return .findings(findings)
  }
}

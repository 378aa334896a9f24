import CLV2
import InterfaceHost
import LV2Host
import Model
import TestHost

enum UIExtensionData: InterfaceCheck {
  enum Message: MessageKind {
    case unknownUri, missingInterface, missingFunction, undeclared

    var text: MessageText {
      switch self {
      case .unknownUri:
        MessageText(
          .error,
          rule: Rule(
            "extension_data() is similar to that of a plug-in, which \"MUST return NULL for any unsupported URI\"",
            source: "lv2/ui/ui.h: LV2UI_Descriptor.extension_data(); lv2/core/lv2.h: LV2_Descriptor.extension_data()"),
          remedy:
            "Compare the whole URI with strcmp() in extension_data(), and return NULL if it equals no supported URI.")
      case .missingInterface:
        MessageText(
          .warning, rule: declared,
          remedy:
            "Return the data for {the URI} from extension_data(), or remove 'lv2:extensionData {uri}' from the Turtle.")
      case .missingFunction:
        MessageText(
          .error, rule: declared,
          remedy: "Set the member {function} of the struct that extension_data() returns for {the URI}.")
      case .undeclared:
        MessageText(
          .note, rule: declared, remedy: "Write 'lv2:extensionData {the URI}' at the interface <{interface}>.")
      }
    }

    private var declared: Rule {
      Rule(
        "lv2:extensionData states the URIs for which extension_data() returns data",
        source: "lv2core.ttl: lv2:extensionData")
    }
  }

  static let id: CheckID = "ui.extension-data"
  static let takesOpening = true
  static let answersFor: Set<EndSubject> = [.call(Call(InterfaceUnderTest.Name.extensionData))]
  static let text = CheckText(
    asserts: "extension_data() of the interface returns what lv2:extensionData declares, and NULL for unknown URIs.",
    method: "Calls extension_data() for ui:idleInterface, ui:showInterface, ui:resize and opts:interface, whether "
      + "they are declared or not, and for unknown URIs.",
    details:
      "The members of the structs must not be NULL. Data that is not declared is a note: some hosts do not ask for it.",
    level: CheckLevel(4, "Hosts call functions of interfaces that do not exist."))

  private static let unknown = ["urn:lv2val:no-such-extension", "http://lv2plug.in/ns/extensions/ui#noSuchInterface"]

  private static let known = [
    URI.UserInterface.idleInterface, URI.UserInterface.showInterface, URI.UserInterface.resize, URI.Options.interface,
  ]

  static func run(in context: InterfaceContext) throws -> CheckOutcome {
    let declared = context.interface.extensionData
    let session = try InterfaceSession.usual(context)
    defer { session.passOn() }
    var findings: [Finding] = []
    let accepted = (unknown + declared.sorted().map { $0 + "x" }).filter { data($0, context) != nil }
    if let first = accepted.first {
      findings.append(
        finding(
          .unknownUri, context,
          "returned a non-NULL pointer from extension_data() for the unknown URI <\(first)>; expected NULL.",
          count: accepted.count))
      return .findings(findings)
    }
    for uri in known {
      let name = Vocabulary.short(uri)
      switch (data(uri, context), declared.contains(uri)) {
      case (nil, true):
        findings.append(
          finding(
            .missingInterface, about: name, context, "declares \(name), but extension_data() returned NULL for it.",
            naming: [name, name]))
      case (let data?, let isDeclared):
        findings += missingFunctions(uri, data).map { function in
          finding(
            .missingFunction, about: "\(name) \(function)", context,
            "returned a struct for \(name) whose member \(function) is NULL; expected a function.",
            naming: [function, name])
        }
        if !isDeclared {
          findings.append(
            finding(
              .undeclared, about: name, context, "returned data for \(name), which lv2:extensionData does not declare.",
              naming: [name, context.name]))
        }
      case (nil, false): break
      }
    }
    return .findings(findings)
  }

  private static func data(_ uri: String, _ context: InterfaceContext) -> UnsafeRawPointer? {
    CrashRecord.note(activity: uri)
    return context.library.extensionData(uri)
  }

  /// The names of the members that are NULL.
  private static func missingFunctions(_ uri: String, _ data: UnsafeRawPointer) -> [String] {
    let members: [(String, Bool)] =
      switch uri {
      case URI.UserInterface.idleInterface: [("idle", data.load(as: LV2UI_Idle_Interface.self).idle == nil)]
      case URI.UserInterface.resize: [("ui_resize", data.load(as: LV2UI_Resize.self).ui_resize == nil)]
      case URI.UserInterface.showInterface:
        [
          ("show", data.load(as: LV2UI_Show_Interface.self).show == nil),
          ("hide", data.load(as: LV2UI_Show_Interface.self).hide == nil),
        ]
      default: []
      }
    return members.filter(\.1).map(\.0)
  }
}

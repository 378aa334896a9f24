import LV2Host
import Model
import TestHost

enum ManifestLicense: DescriptionCheck {
  enum Message: MessageKind {
    case missing

    var text: MessageText {
      switch self {
      case .missing:
        MessageText(
          .warning,
          rule: Rule(
            "doap:license is the URI of the license the software is distributed under; lv2:project names the project of "
              + "which the plug-in is a part", source: "doap.ttl: doap:license; lv2core.ttl: lv2:project"),
          remedy:
            "Write 'doap:license <http://opensource.org/licenses/isc>' at the plug-in, with the URI of its license.")
      }
    }
  }

  static let id: CheckID = "manifest.license"
  static let text = CheckText(
    asserts: "The plug-in, or the project that lv2:project names, has a doap:license.",
    method: "Looks for doap:license at the plug-in, and at the value of lv2:project, in the bundle's Turtle.",
    level: CheckLevel(7, "Distributors need the license; playback does not."))

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let plugin = Statement.Node.uri(context.plugin.uri)
    let subjects = [plugin] + context.turtle.objects(plugin, URI.Core.namespace + "project")
    if subjects.contains(where: { !context.turtle.objects($0, URI.Doap.license).isEmpty }) { return .passed }
    return finding(.missing, "Neither the plug-in nor its lv2:project has a doap:license; expected a URI.")
  }
}

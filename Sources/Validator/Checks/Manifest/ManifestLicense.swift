import LV2Host
import Model
import TestHost

enum ManifestLicense: DescriptionCheck {
  enum Message: MessageKind { case missing }

  static let id: CheckID = "manifest.license"
  static let text = CheckText(
    asserts: "The plug-in, or the project that lv2:project names, has a doap:license.",
    rule: "doap:license is the URI of the license under which the software is distributed; lv2:project names the "
      + "project of which the plug-in is a part",
    source: "doap: doap:license; lv2core: lv2:project",
    method: "Looks for doap:license at the plug-in, and at the value of lv2:project, in the bundle's Turtle.",
    remedy: "Write 'doap:license <http://opensource.org/licenses/isc>' with the URI of your license.",
    level: CheckLevel(7, "Distributors need the license; playback does not."),
    severities: [.warning])

  static func examine(_ context: PluginContext) -> CheckOutcome {
    let plugin = Statement.Node.uri(context.plugin.uri)
    let subjects = [plugin] + context.turtle.objects(plugin, URI.Core.namespace + "project")
    if subjects.contains(where: { !context.turtle.objects($0, URI.Doap.license).isEmpty }) { return .passed }
    return finding(.missing, .warning, "Neither the plug-in nor its lv2:project has a doap:license; expected a URI.")
  }
}

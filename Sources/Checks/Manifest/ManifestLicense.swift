import LV2Host
import TestHost
import ValidationModel

enum ManifestLicense: PluginCheck {
  static let id: CheckID = "manifest.license"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The plug-in, or the project it belongs to, has a doap:license.",
    rule: "doap:license says under which terms a project may be used; a plug-in is one, or names one by lv2:project",
    source: "doap: doap:license; lv2core: lv2:project",
    method: "Looks for doap:license at the plug-in, and at what lv2:project names, in the bundle's Turtle.",
    remedy: "Write 'doap:license <http://opensource.org/licenses/isc>', with the URI of your license.",
    severities: [.warning])

  static func run(in context: PluginContext) throws -> CheckOutcome {
    if let obstacle = PortTurtle.obstacle(in: context.turtle) { return .skipped(obstacle) }
    let plugin = Statement.Node.uri(context.plugin.uri)
    let subjects = [plugin] + context.turtle.objects(plugin, PortTurtle.core + "project")
    let hasLicense = subjects.contains { !context.turtle.objects($0, URI.Doap.license).isEmpty }
    return hasLicense ? .passed : .findings([finding(.warning, "It says nothing of a license.")])
  }
}

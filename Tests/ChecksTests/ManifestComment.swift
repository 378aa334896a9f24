import Model
import TestHost

enum ManifestComment: PluginCheck {
  enum Message: MessageKind {
    case equalsName

    var text: MessageText {
      switch self {
      case .equalsName:
        MessageText(
          .note,
          rule: Rule(
            "rdfs:comment provides a human-readable description of a resource", source: "RDF Schema 1.1: rdfs:comment"),
          remedy: "Write in rdfs:comment of {the plug-in} what the plug-in does.")
      }
    }
  }

  static let id: CheckID = "manifest.comment"
  static let depth = CheckDepth.description
  static let text = CheckText(
    asserts: "The comment of the plug-in differs from its name.", method: "Compares rdfs:comment with doap:name.",
    level: CheckLevel(10, "Hosts only show the comment."))

  static func run(in context: PluginContext) -> CheckOutcome {
    let comments = context.turtle.objects(.uri(context.plugin.uri), "http://www.w3.org/2000/01/rdf-schema#comment")
    guard comments.contains(where: { $0.text == context.plugin.name }) else { return .passed }
    return .findings([
      finding(
        .equalsName, "rdfs:comment is '\(context.plugin.name)', the name of the plug-in; expected a description.",
        naming: ["<\(context.plugin.uri)>"])
    ])
  }
}

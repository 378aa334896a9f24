import LV2Host
import Model
import TestHost

/// Port groups of a bundle that nothing describes, or to which no port belongs.
enum ManifestGroups {
  static let rule = Rule(
    "A pg:Group is \"a set of ports that are logically related\"; pg:group is the \"group that this port is a part of\"",
    source: "port-groups.ttl: pg:Group, pg:group")

  private static let namespace = "http://lv2plug.in/ns/ext/port-groups#"
  /// Properties whose values are groups, besides pg:group.
  private static let uses: Set<String> = ["source", "mainInput", "mainOutput", "sideChainOf", "subGroupOf"].reduce(
    into: []
  ) { $0.insert(namespace + $1) }

  static func findings(
    _ turtle: BundleTurtle, _ described: Set<Statement.Node>, _ vocabulary: Vocabulary
  ) -> [Finding] {
    guard turtle.syntaxProblem == nil, turtle.missingFiles.isEmpty else { return [] }
    let used = Set(turtle.statements.filter { $0.predicate == URI.PortGroups.group }.map(\.object))
    let referenced = used.union(turtle.statements.filter { uses.contains($0.predicate) }.map(\.object))
    let unknown = used.subtracting(described).filter { node in
      if case .uri(let uri) = node { !vocabulary.defines(uri) } else { false }
    }
    let groups = turtle.statements.filter {
      $0.predicate == URI.type && vocabulary.isSubclass($0.object.text, of: namespace + "Group")
    }.map(\.subject)
    let empty = Set(groups).subtracting(referenced).filter { node in
      if case .uri = node { true } else { false }
    }
    return unknown.sorted { $0.text < $1.text }.map { node in
      ManifestVocabulary.finding(
        .group, about: turtle.relativeName(of: node),
        "Ports belong to the group <\(node.text)>, but the bundle does not describe it; expected a pg:Group with a name.",
        naming: [node.text], location: turtle.location { $0.object == node })
    }
      + empty.sorted { $0.text < $1.text }.map { node in
        ManifestVocabulary.finding(
          .emptyGroup, about: turtle.relativeName(of: node),
          "No port belongs to the group <\(node.text)>; expected at least one.", naming: [node.text],
          location: turtle.location { $0.subject == node })
      }
  }
}

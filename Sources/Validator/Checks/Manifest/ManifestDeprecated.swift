import Model
import TestHost

enum ManifestDeprecated: BundleCheck {
  enum Message: MessageKind { case term }

  static let id: CheckID = "manifest.deprecated"
  static let text = CheckText(
    asserts: "The bundle uses no term that its specification marks as deprecated.",
    rule: "A term with owl:deprecated true has been replaced, and new hosts need not support it",
    source: "the installed specifications: owl:deprecated",
    method: "Looks up each predicate and object of the bundle's Turtle in the installed specifications. A term is "
      + "deprecated if it or its whole specification is marked. Each term is one finding.",
    remedy: "Use the replacement that the documentation of the term names: lv2:designation lv2:latency for "
      + "lv2:reportsLatency, lv2:binary for ui:binary, atom ports for event ports, urid:map for uri-map.",
    level: CheckLevel(10, "Deprecated terms still work."),
    severities: [.note])

  static func run(in context: BundleContext) throws -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .obstructed(Vocabulary.notInstalled) }
    var uses: [String: Int] = [:]
    for statement in context.turtle.statements {
      uses[statement.predicate, default: 0] += 1
      if case .uri(let uri) = statement.object { uses[uri, default: 0] += 1 }
    }
    return .findings(
      uses.filter { vocabulary.isDeprecated($0.key) }.sorted { $0.key < $1.key }.map { term, count in
        let name = Vocabulary.short(term)
        let comment = vocabulary.comment(term).map { " The specification describes it as \"\($0)\"." } ?? ""
        return finding(
          .term, .note, about: name,
          "\(name) is deprecated, but the bundle uses it \(count == 1 ? "once" : "\(count) times").\(comment)",
          count: count)
      })
  }
}

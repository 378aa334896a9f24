import TestHost
import ValidationModel

enum ManifestDeprecated: BundleCheck {
  static let id: CheckID = "manifest.deprecated"
  static let text = CheckText(
    asserts: "The bundle uses no term that its specification calls deprecated.",
    rule: "A term marked owl:deprecated has been replaced, and new hosts need not know it",
    source: "the installed specifications: owl:deprecated",
    method:
      "Looks for predicates and objects, in all Turtle of the bundle, that the installed specifications mark so, or "
      + "whose whole specification is marked so. Each term is one finding.",
    remedy: "Use what the documentation of the term names in its place: lv2:designation lv2:latency for "
      + "lv2:reportsLatency, lv2:binary for ui:binary, atom ports for event ports, urid:map for uri-map.",
    severities: [.note])

  static func run(in context: BundleContext) throws -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    var uses: [String: Int] = [:]
    for statement in context.turtle.statements {
      uses[statement.predicate, default: 0] += 1
      if case .uri(let uri) = statement.object { uses[uri, default: 0] += 1 }
    }
    return .findings(
      uses.filter { vocabulary.isDeprecated($0.key) }.sorted { $0.key < $1.key }.map { term, count in
        let comment = vocabulary.comment(term).map { " (\"\($0)\")" } ?? ""
        return finding(
          .note,
          "\(Vocabulary.short(term))\(comment) is deprecated and used \(count == 1 ? "once" : "\(count) times").",
          count: count)
      })
  }
}

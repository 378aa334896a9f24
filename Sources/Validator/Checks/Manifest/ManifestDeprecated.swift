import LV2Host
import Model
import TestHost

enum ManifestDeprecated: BundleCheck {
  enum Message: MessageKind {
    case term

    var text: MessageText {
      switch self {
      case .term:
        MessageText(
          .note,
          rule: Rule(
            "A term or specification with owl:deprecated true is not for new plug-ins; its documentation names the replacement",
            source: "the installed specifications: owl:deprecated"),
          remedy: "{Replace the term by the one that its documentation names}.")
      }
    }
  }

  static let id: CheckID = "manifest.deprecated"
  static let text = CheckText(
    asserts: "The bundle uses no term that its specification marks as deprecated.",
    method: "Looks up each predicate and object of the bundle's Turtle in the installed specifications. A term is "
      + "deprecated if it or its whole specification is marked. Each term is one finding.",
    level: CheckLevel(10, "Deprecated terms still work."))

  private static let ui = "http://lv2plug.in/ns/extensions/ui#"
  private static let atom = "http://lv2plug.in/ns/ext/atom#"
  private static let event = "http://lv2plug.in/ns/ext/event"
  private static let uriMap = "http://lv2plug.in/ns/ext/uri-map"

  private static let remedies = [
    URI.Core.namespace + "reportsLatency":
      "Replace 'lv2:portProperty lv2:reportsLatency' by 'lv2:designation lv2:latency'",
    ui + "binary": "Replace ui:binary by lv2:binary",
    ui + "resize": "Remove ui:resize, and change the size of the interface with the functions of its toolkit",
    ui + "makeSONameResident": "Remove ui:makeSONameResident, and link the interface with -Wl,-z,nodelete",
    atom + "Blank": "Replace atom:Blank by atom:Object with the id 0",
    atom + "Resource": "Replace atom:Resource by atom:Object",
  ]

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
          .term, about: name,
          "\(name) is deprecated, but the bundle uses it \(count == 1 ? "once" : "\(count) times").\(comment)",
          naming: [remedy(for: term)], count: count,
          location: context.turtle.location(ofTerm: term))
      })
  }

  /// An imperative without a full stop.
  private static func remedy(for term: String) -> String {
    if let remedy = remedies[term] { return remedy }
    if term.hasPrefix(event) {
      return "Replace \(Vocabulary.short(term)) by what LV2 Atom defines: an atom:AtomPort with 'atom:bufferType "
        + "atom:Sequence' exchanges events"
    }
    if term.hasPrefix(uriMap) { return "Replace \(Vocabulary.short(term)) by the feature urid:map" }
    return "Replace \(Vocabulary.short(term)) by the term that its documentation names"
  }
}

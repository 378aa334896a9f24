import LV2Host
import TestHost
import ValidationModel

enum ManifestVocabulary: BundleCheck {
  static let id: CheckID = "manifest.vocabulary"
  static let text = CheckText(
    asserts: "Predicates, classes, port properties, features, types and units of known vocabularies are defined there, "
      + "and parameters are described.",
    rule: "A term means what its vocabulary says; one that is not in it means nothing to any host",
    source: "the installed specifications and schemas; patch.ttl: patch:writable",
    method: """
      Looks up, in the Turtle of the installed specifications, every predicate of the bundle, every class that \
      something has, every port property, and what features, extension data, buffer types, supported events, units, \
      ranges and parameters are named. A term that would be defined with a '#' after its namespace is a warning, and \
      so is a named one that is but a letter or two, or the case of some, from a defined one. Terms of namespaces \
      that are not installed are left out, and so is what is named and the bundle itself describes. Each is one \
      finding. So is a parameter about which the bundle says nothing.
      """,
    remedy: "Mend the spelling, or put terms of your own into a namespace of your own.",
    severities: [.warning, .note])

  private static let classifying: Set<String> = [URI.type, URI.Core.portProperty]
  /// Predicates whose values a host compares with what it knows.
  private static let naming: Set<String> = [
    PortTurtle.core + "requiredFeature", PortTurtle.core + "optionalFeature", PortTurtle.core + "extensionData",
    URI.Atom.bufferType, URI.Atom.supports, URI.Units.unit, URI.range, URI.Patch.writable, URI.Patch.readable,
  ]

  /// A feature of interfaces that left the specification, and that hosts still know.
  private static let makeResident = "http://lv2plug.in/ns/extensions/ui#makeResident"

  static func run(in context: BundleContext) throws -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    var uses: [String: Int] = [:]
    var named: Set<String> = []
    let described = Set(context.turtle.statements.map(\.subject))
    for statement in context.turtle.statements {
      uses[statement.predicate, default: 0] += 1
      guard case .uri(let uri) = statement.object else { continue }
      let isNamed = naming.contains(statement.predicate) && !described.contains(statement.object) && uri != makeResident
      if isNamed { named.insert(uri) }
      if isNamed || classifying.contains(statement.predicate) { uses[uri, default: 0] += 1 }
    }
    let withoutHash = uses.keys.sorted().compactMap { term in
      vocabulary.termWithoutHash(term).map { meant in
        finding(
          .warning, "<\(term)> is no term, and \(Vocabulary.short(meant)) is: the prefix lacks the '#' at its end.",
          count: uses[term] ?? 1)
      }
    }
    return .findings(
      withoutHash
        + uses.filter { vocabulary.ontology(of: $0.key) != nil && !vocabulary.defines($0.key) && !isMember($0.key) }
        .sorted { $0.key < $1.key }.map { term, count in
          let meant = vocabulary.misspelt(term)
          return finding(
            meant != nil && named.contains(term) ? .warning : .note,
            "\(Vocabulary.short(term)) is not in its vocabulary\(meant.map { ", which has \(Vocabulary.short($0))" } ?? ""), "
              + "and is used \(count == 1 ? "once" : "\(count) times").", count: count)
        } + undescribed(context.turtle, described, vocabulary))
  }

  /// The parameters that a plug-in lists and nothing describes.
  private static func undescribed(
    _ turtle: BundleTurtle, _ described: Set<Statement.Node>, _ vocabulary: Vocabulary
  ) -> [Finding] {
    guard PortTurtle.obstacle(in: turtle) == nil else { return [] }
    let listing: Set<String> = [URI.Patch.writable, URI.Patch.readable]
    let listed = Set(turtle.statements.filter { listing.contains($0.predicate) }.map(\.object))
    return listed.subtracting(described).compactMap { node -> String? in
      guard case .uri(let uri) = node, vocabulary.ontology(of: uri) == nil else { return nil }
      return uri
    }.sorted().map { uri in
      finding(.note, "<\(uri)> is listed as a parameter, and the bundle does not describe it: its type is not known.")
    }
  }

  /// The properties rdf:_1, rdf:_2 ... are infinitely many.
  private static func isMember(_ term: String) -> Bool {
    term.hasPrefix("http://www.w3.org/1999/02/22-rdf-syntax-ns#_")
  }
}

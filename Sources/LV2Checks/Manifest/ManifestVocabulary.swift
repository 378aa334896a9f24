import LV2Host

enum ManifestVocabulary: BundleCheck {
  static let id = CheckID.manifestVocabulary
  static let text = CheckText(
    asserts: "Predicates, classes and port properties of known vocabularies are defined there.",
    rule: "A term means what its vocabulary says; one that is not in it means nothing to any host",
    source: "the installed specifications and schemas",
    method: "Looks up, in the Turtle of the installed specifications, every predicate of the bundle, every class that "
      + "something has, and every port property. A term that would be defined with a '#' after its namespace is a "
      + "warning. Terms of namespaces that are not installed are left out. Each is one "
      + "finding.",
    remedy: "Mend the spelling, or put terms of your own into a namespace of your own.",
    severities: [.warning, .note])

  private static let classifying: Set<String> = [URI.type, URI.Core.portProperty]

  static func run(in context: BundleContext) throws -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .skipped(Vocabulary.missing) }
    var uses: [String: Int] = [:]
    for statement in context.turtle.statements {
      uses[statement.predicate, default: 0] += 1
      if classifying.contains(statement.predicate), case .uri(let uri) = statement.object { uses[uri, default: 0] += 1 }
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
          finding(
            .note,
            "\(Vocabulary.short(term)) is not in its vocabulary, and is used "
              + "\(count == 1 ? "once" : "\(count) times").", count: count)
        })
  }

  /// The properties rdf:_1, rdf:_2 ... are infinitely many.
  private static func isMember(_ term: String) -> Bool {
    term.hasPrefix("http://www.w3.org/1999/02/22-rdf-syntax-ns#_")
  }
}

import LV2Host
import Model
import TestHost

enum ManifestVocabulary: BundleCheck {
  enum Message: MessageKind { case missingHash, misspelled, undefined, parameter, literalValue, resourceValue }

  static let id: CheckID = "manifest.vocabulary"
  static let text = CheckText(
    asserts: "Each term in the namespace of an installed vocabulary is defined there, each value has the kind that its "
      + "property requires, and each parameter is described.",
    rule:
      "A term has the meaning that its vocabulary defines; an undefined term has no meaning for any host. The value "
      + "of an owl:ObjectProperty is a resource, that of an owl:DatatypeProperty is a literal",
    source: "the installed specifications and schemas; patch.ttl: patch:writable; OWL: owl:ObjectProperty; doap: "
      + "doap:license",
    method: "Looks up the predicates, classes, port properties and named resources of the bundle in the installed "
      + "specifications. A term with a missing '#', or a named term that nearly equals a defined one, is a warning; "
      + "other undefined terms are notes, as are parameters without a description.",
    details: "Named resources are the values of lv2:requiredFeature, lv2:optionalFeature, lv2:extensionData, "
      + "atom:bufferType, atom:supports, units:unit, rdfs:range, patch:writable and patch:readable, unless the bundle "
      + "describes them. A term nearly equals a defined one if at most two letters differ, and at most a quarter of "
      + "the name; upper and lower case are equal in this comparison. Terms in namespaces that are not installed are "
      + "not judged. Each term is one finding. The kind of a value is judged for properties of the LV2 specifications, "
      + "doap:license, rdfs:label and rdfs:comment, unless another check is about the property.",
    remedy: "\(termRemedy) \(valueRemedy)",
    level: CheckLevel(8, "Hosts ignore misspelled terms."),
    severities: [.warning, .note])

  private static let termRemedy = "Fix the spelling, or define the term in a namespace of your own."
  private static let valueRemedy =
    "Write a URI such as <http://usefulinc.com/doap/licenses/gpl> or a term with its prefix, and a text in quotation marks."

  private static let classifying: Set<String> = [URI.type, URI.Core.portProperty]
  /// Predicates with values that a host compares with the resources it knows.
  private static let naming: Set<String> = [
    URI.Core.namespace + "requiredFeature", URI.Core.namespace + "optionalFeature",
    URI.Core.namespace + "extensionData", URI.Atom.bufferType, URI.Atom.supports, URI.Units.unit, URI.range,
    URI.Patch.writable, URI.Patch.readable,
  ]

  /// The beginning of the container membership properties rdf:_1, rdf:_2 and so on.
  private static let member = "http://www.w3.org/1999/02/22-rdf-syntax-ns#_"
  /// A feature of interfaces that was removed from the specification, but that hosts still support.
  private static let makeResident = "http://lv2plug.in/ns/extensions/ui#makeResident"

  static func run(in context: BundleContext) throws -> CheckOutcome {
    guard let vocabulary = Vocabulary.installed else { return .obstructed(Vocabulary.notInstalled) }
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
    return .findings {
      for term in uses.keys.sorted() {
        if let intended = vocabulary.termWithMissingHash(term) {
          finding(
            .missingHash, .warning, about: "<\(term)>",
            "<\(term)> is undefined, but \(Vocabulary.short(intended)) is defined: its prefix needs '#' at the end.",
            remedy: termRemedy, count: uses[term] ?? 1)
        }
      }
      for (term, count) in uses.sorted(by: { $0.key < $1.key })
      where vocabulary.ontology(of: term) != nil && !vocabulary.defines(term) && !term.hasPrefix(member) {
        let name = Vocabulary.short(term)
        let intended = vocabulary.intendedTerm(for: term)
        let isMisspelled = intended != nil && named.contains(term)
        finding(
          isMisspelled ? .misspelled : .undefined, isMisspelled ? .warning : .note, about: name,
          "\(name) is not defined in its vocabulary, but the bundle uses it \(count == 1 ? "once" : "\(count) times")."
            + (intended.map { " The vocabulary defines \(Vocabulary.short($0))." } ?? ""), remedy: termRemedy,
          count: count)
      }
      undescribedParameters(context.turtle, described, vocabulary)
      valueFindings(context.turtle, vocabulary)
    }
  }

  /// Properties whose literal values other checks report.
  private static let examinedElsewhere: Set<String> = [
    URI.Core.namespace + "requiredFeature", URI.Core.binary, URI.Core.designation, URI.Atom.bufferType,
  ]

  /// Values that are literals but must be resources, or the reverse; one finding for each property and value.
  private static func valueFindings(_ turtle: BundleTurtle, _ vocabulary: Vocabulary) -> [Finding] {
    struct Value: Hashable {
      let predicate: String
      let object: Statement.Node
    }
    var uses: [Value: Int] = [:]
    for statement in turtle.statements where !examinedElsewhere.contains(statement.predicate) {
      guard let kind = kind(of: statement.predicate, vocabulary), !kind.permits(statement.object) else { continue }
      uses[Value(predicate: statement.predicate, object: statement.object), default: 0] += 1
    }
    return uses.compactMap { value, count in
      guard let kind = kind(of: value.predicate, vocabulary) else { return nil }
      let (name, text) = (Vocabulary.short(value.predicate), turtle.relativeName(of: value.object))
      let isLiteral = value.object.isLiteral
      let found =
        !isLiteral ? "the resource <\(text)>" : kind == .text ? "the number \(text)" : "the literal \"\(text)\""
      // Hosts read a number as a text too.
      return finding(
        isLiteral ? .literalValue : .resourceValue, isLiteral && kind == .text ? .note : .warning,
        about: "\(name) \(text)", "The value of \(name) is \(found); expected \(kind.rawValue).", remedy: valueRemedy,
        count: count)
    }.sorted { $0.message < $1.message }
  }

  /// What the values of a property must be.
  private enum ValueKind: String {
    case resource = "a URI"
    case literal = "a text or a number"
    case text = "a text"

    func permits(_ node: Statement.Node) -> Bool {
      switch self {
      case .resource: !node.isLiteral
      case .literal: node.isLiteral
      case .text: node.isLiteral && node.nonNumericType != nil
      }
    }
  }

  /// Nil if the vocabulary of the property does not state what its values must be.
  private static func kind(of property: String, _ vocabulary: Vocabulary) -> ValueKind? {
    switch property {
    case URI.Doap.license: return .resource
    case URI.label, URI.comment: return .text
    default: break
    }
    guard property.hasPrefix("http://lv2plug.in/ns/") else { return nil }
    let types = vocabulary.types(property)
    let owl = "http://www.w3.org/2002/07/owl#"
    let kinds = [types.contains(owl + "DatatypeProperty"), types.contains(owl + "ObjectProperty")]
    return kinds[0] == kinds[1] ? nil : kinds[0] ? .literal : .resource
  }

  private static func undescribedParameters(
    _ turtle: BundleTurtle, _ described: Set<Statement.Node>, _ vocabulary: Vocabulary
  ) -> [Finding] {
    guard turtle.syntaxProblem == nil else { return [] }
    let listing: Set<String> = [URI.Patch.writable, URI.Patch.readable]
    let listed = Set(turtle.statements.filter { listing.contains($0.predicate) }.map(\.object))
    return listed.subtracting(described).filter { node in
      if case .uri(let uri) = node { vocabulary.ontology(of: uri) == nil } else { false }
    }.sorted { $0.text < $1.text }.map { node in
      finding(
        .parameter, .note, about: turtle.relativeName(of: node),
        "The plug-in lists the parameter <\(node.text)>, but the bundle does not describe it; expected its type.",
        remedy: "Describe the parameter: '<uri> a lv2:Parameter ; rdfs:range atom:Float'.")
    }
  }
}

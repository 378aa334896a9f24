import LV2Host
import Model
import TestHost

enum ManifestVocabulary: BundleCheck {
  enum Message: MessageKind {
    case missingHash, misspelled, undefined, parameter, literalValue, resourceValue, group, emptyGroup

    var text: MessageText {
      switch self {
      case .missingHash:
        MessageText(
          .warning, rule: meaning,
          remedy: "Add '#' to the prefix: write '@prefix {pprops}: <{http://...#}> .' in the file.")
      case .misspelled:
        MessageText(.warning, rule: meaning, remedy: "Replace {lv2:hardRtCapable} by {lv2:hardRTCapable}.")
      case .undefined:
        MessageText(
          .note, rule: meaning,
          remedy: "{Remove the term}, or define it in a namespace of your own.")
      case .parameter:
        MessageText(
          .note,
          rule: Rule(
            "The range of patch:writable and patch:readable is rdf:Property; an lv2:Parameter is a property that is a "
              + "plug-in parameter", source: "patch.ttl: patch:writable, patch:readable; lv2core.ttl: lv2:Parameter"),
          remedy:
            "Write '<{uri}> a lv2:Parameter ; rdfs:range atom:Float .' in the bundle, with the type of the parameter.")
      case .literalValue:
        MessageText(
          .warning, .note,
          rule: Rule(
            "The value of an owl:ObjectProperty and of doap:license is a resource, that of rdfs:label and rdfs:comment is a "
              + "text",
            source: "OWL 2: owl:ObjectProperty; doap.ttl: doap:license; RDF Schema: rdfs:label, rdfs:comment"),
          remedy: "{Write the URI of the value without quotation marks}.")
      case .resourceValue:
        MessageText(
          .warning,
          rule: Rule(
            "The value of an owl:DatatypeProperty, of rdfs:label and of rdfs:comment is a literal",
            source: "OWL 2: owl:DatatypeProperty; RDF Schema: rdfs:label, rdfs:comment"),
          remedy: "Write the value of {rdfs:comment} as {a text} instead of <{uri}>.")
      case .group:
        MessageText(
          .note, rule: ManifestGroups.rule,
          remedy: "Write '<{uri}> a pg:Group ; lv2:symbol \"group\" ; lv2:name \"Group\" .' in the bundle.")
      case .emptyGroup:
        MessageText(
          .note, rule: ManifestGroups.rule,
          remedy: "Write 'pg:group <{uri}>' at the ports of the group, or remove the group.")
      }
    }
  }

  private static let meaning = Rule(
    "A term has the meaning that its vocabulary defines; an undefined term has no meaning for any host",
    source: "the installed specifications and schemas")

  static let id: CheckID = "manifest.vocabulary"
  static let text = CheckText(
    asserts: "Each term in the namespace of an installed vocabulary is defined there, each value has the kind that its "
      + "property requires, and each parameter is described.",
    method: "Looks up the predicates, classes, port properties and named resources of the bundle in the installed "
      + "specifications. A term with a missing '#', or a named term that nearly equals a defined one, is a warning; "
      + "other undefined terms are notes, as are parameters without a description.",
    details: "Named resources are the values of lv2:requiredFeature, lv2:optionalFeature, lv2:extensionData, "
      + "atom:bufferType, atom:supports, units:unit, rdfs:range, patch:writable and patch:readable, unless the bundle "
      + "describes them. A term nearly equals a defined one if at most two letters differ, and at most a quarter of "
      + "the name; upper and lower case are equal in this comparison. Terms in namespaces that are not installed are "
      + "not judged. Each term is one finding. The kind of a value is judged for properties of the LV2 specifications, "
      + "doap:license, rdfs:label and rdfs:comment, unless another check is about the property. A port group without a "
      + "description, and one without ports, are notes.",
    level: CheckLevel(8, "Hosts ignore misspelled terms."))

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
      for term in uses.keys.sorted() { missingHash(term, uses[term] ?? 1, context.turtle, vocabulary) }
      for (term, count) in uses.sorted(by: { $0.key < $1.key }) {
        undefined(term, count, isNamed: named.contains(term), context.turtle, vocabulary)
      }
      undescribedParameters(context.turtle, described, vocabulary)
      valueFindings(context.turtle, vocabulary)
      ManifestGroups.findings(context.turtle, described, vocabulary)
    }
  }

  private static func missingHash(
    _ term: String, _ count: Int, _ turtle: BundleTurtle, _ vocabulary: Vocabulary
  ) -> Finding? {
    guard let intended = vocabulary.termWithMissingHash(term) else { return nil }
    let name = Vocabulary.short(intended)
    let prefix = name.split(separator: ":").first.map(String.init) ?? ""
    let namespace = intended.prefix { $0 != "#" } + "#"
    return finding(
      .missingHash, about: "<\(term)>",
      "<\(term)> is undefined, but \(name) is defined: its prefix needs '#' at the end.",
      naming: [prefix, String(namespace)], count: count, location: turtle.location(ofTerm: term))
  }

  /// - Parameter isNamed: whether the term is the value of a property that names terms, such as lv2:optionalFeature.
  private static func undefined(
    _ term: String, _ count: Int, isNamed: Bool, _ turtle: BundleTurtle, _ vocabulary: Vocabulary
  ) -> Finding? {
    guard vocabulary.ontology(of: term) != nil, !vocabulary.defines(term), !term.hasPrefix(member) else { return nil }
    let name = Vocabulary.short(term)
    let intended = vocabulary.intendedTerm(for: term).map(Vocabulary.short)
    let text =
      "\(name) is not defined in its vocabulary, but the bundle uses it \(count == 1 ? "once" : "\(count) times")."
      + (intended.map { " The vocabulary defines \($0)." } ?? "")
    let location = turtle.location(ofTerm: term)
    if let intended, isNamed {
      return finding(.misspelled, about: name, text, naming: [name, intended], count: count, location: location)
    }
    return finding(
      .undefined, about: name, text, naming: [intended.map { "Replace \(name) by \($0)" } ?? "Remove \(name)"],
      count: count, location: location)
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
        isLiteral ? .literalValue : .resourceValue, severity: isLiteral && kind == .text ? .note : .warning,
        about: "\(name) \(text)", "The value of \(name) is \(found); expected \(kind.rawValue).",
        naming: isLiteral ? [remedy(for: value.object, of: value.predicate, kind)] : [name, kind.rawValue, text],
        count: count,
        location: turtle.location { $0.predicate == value.predicate && $0.object == value.object })
    }.sorted { $0.message < $1.message }
  }

  /// An imperative without a full stop.
  private static func remedy(for literal: Statement.Node, of property: String, _ kind: ValueKind) -> String {
    if kind == .text { return "Write \"\(literal.text)\" in quotation marks" }
    if literal.text.contains("://") {
      return "Write \(Vocabulary.short(literal.text)) without quotation marks instead of \"\(literal.text)\""
    }
    switch property {
    case URI.Doap.license:
      return
        "Write the URI of the license, such as <http://opensource.org/licenses/isc>, instead of \"\(literal.text)\""
    case URI.Units.unit: return "Write the term for the unit, such as units:db, instead of \"\(literal.text)\""
    default: return "Write the URI of a resource instead of \"\(literal.text)\""
    }
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
        .parameter, about: turtle.relativeName(of: node),
        "The plug-in lists the parameter <\(node.text)>, but the bundle does not describe it; expected its type.",
        naming: [node.text], location: turtle.location { $0.object == node })
    }
  }
}

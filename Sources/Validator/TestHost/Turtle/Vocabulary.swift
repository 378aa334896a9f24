import FoundationEssentials
import Glibc
import LV2Host
import Support

/// The terms that the installed LV2 specifications and the schemas in the same directories define.
package struct Vocabulary: Sendable {
  /// A cardinality that a class requires of a property (`owl:Restriction`).
  package struct Restriction: Sendable {
    package let property: String
    /// The minimum number of values.
    package let minimum: Int
    /// The `rdfs:comment` of the restriction, without a full stop at its end.
    package let comment: String
  }

  /// The specifications that are installed on this machine; nil if lv2core is not among them.
  package static let installed = Vocabulary(directories: World.bundleDirectories)
  /// Why a check that needs the specifications is skipped if they are not installed.
  package static let notInstalled =
    "the bundles of the LV2 specification are not installed (in Debian, the package lv2-dev)"

  private static let owl = "http://www.w3.org/2002/07/owl#"
  private static let rdfs = "http://www.w3.org/2000/01/rdf-schema#"

  private let bySubject: StatementsBySubject
  /// The URIs of the ontologies, without a trailing '#'.
  private let ontologies: Set<String>

  /// Reads the specifications in the bundles of these directories. The first of several bundles with one name is used.
  private init?(directories: [String]) {
    var names: Set<String> = []
    var statements: [Statement] = []
    for directory in directories {
      let entries = ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
      for name in entries where Vocabulary.isSpecification("\(directory)/\(name)/manifest.ttl") {
        guard names.insert(name).inserted, let path = realpath("\(directory)/\(name)", nil) else { continue }
        statements += BundleTurtle(path: String(cString: path) + "/", tag: name).statements
        free(path)
      }
    }
    bySubject = Dictionary(grouping: statements, by: \.subject)
    ontologies = Set(
      statements.filter { $0.predicate == URI.type && $0.object == .uri(Vocabulary.owl + "Ontology") }
        .map { $0.subject.text.hasSuffix("#") ? String($0.subject.text.dropLast()) : $0.subject.text })
    guard !objects("\(URI.Core.namespace)Port", URI.type).isEmpty else { return nil }
  }

  /// Whether a manifest can be that of a specification. A search for two words avoids parsing every manifest.
  private static func isSpecification(_ manifest: String) -> Bool {
    guard isRegularFile(manifest, atMost: 64 << 20), var bytes = try? Data(contentsOf: URL(filePath: manifest)) else {
      return false
    }
    bytes.append(0)
    return bytes.withUnsafeBytes { text in
      guard let text = text.assumingMemoryBound(to: CChar.self).baseAddress else { return false }
      return strstr(text, "Specification") != nil || strstr(text, "Ontology") != nil
    }
  }

  /// The ontology of a term; nil if no installed ontology has the term's namespace.
  package func ontology(of term: String) -> String? {
    guard let end = term.lastIndex(where: { $0 == "#" || $0 == "/" }) else { return nil }
    return [String(term[..<end]), String(term[...end])].first { ontologies.contains($0) }
  }

  package func defines(_ term: String) -> Bool { bySubject[.uri(term)] != nil }

  /// The first defined term of the same ontology that differs from an undefined term by at most `maxEdits` bytes, upper
  /// and lower case being equal; nil if the term itself is defined or no defined term is that near.
  package func intendedTerm(for term: String, maxEdits: Int) -> String? {
    guard let ontology = ontology(of: term), !defines(term) else { return nil }
    return bySubject.keys.map(\.text).sorted().first {
      $0.hasPrefix(ontology) && abs($0.utf8.count - term.utf8.count) <= maxEdits
        && $0.lowercased().utf8.editDistance(to: term.lowercased().utf8) <= maxEdits
    }
  }

  /// The nearest defined term to an undefined one. At most two bytes, and at most a quarter of the name, may differ.
  package func intendedTerm(for term: String) -> String? {
    let name = term[(term.lastIndex { $0 == "#" || $0 == "/" } ?? term.startIndex)...].dropFirst()
    return (0...min(2, name.utf8.count / 4)).lazy.compactMap { intendedTerm(for: term, maxEdits: $0) }.first
  }

  /// The defined term that results if a '#' is inserted after the namespace; nil for other terms.
  package func termWithMissingHash(_ term: String) -> String? {
    guard ontology(of: term) == nil, !defines(term) else { return nil }
    return ontologies.sorted().lazy.filter { term.hasPrefix($0) }.map { "\($0)#\(term.dropFirst($0.count))" }
      .first(where: defines)
  }

  /// Whether a term or its whole ontology is marked as `owl:deprecated`.
  package func isDeprecated(_ term: String) -> Bool {
    ([term] + (ontology(of: term).map { [$0] } ?? [])).contains { subject in
      objects(subject, Vocabulary.owl + "deprecated").contains { $0.text == "true" || $0.text == "1" }
    }
  }

  package func types(_ term: String) -> Set<String> { Set(objects(term, URI.type).map(\.text)) }

  package func ranges(_ property: String) -> Set<String> {
    Set(objects(property, Vocabulary.rdfs + "range").map(\.text))
  }

  /// Whether a property has at most one value (`owl:FunctionalProperty`).
  package func isFunctional(_ property: String) -> Bool {
    types(property).contains(Vocabulary.owl + "FunctionalProperty")
  }

  /// Whether a class equals another class or is derived from it.
  package func isSubclass(_ name: String, of other: String) -> Bool {
    var seen: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      pending += objects(next, Vocabulary.rdfs + "subClassOf").map(\.text)
    }
    return false
  }

  /// The minimum cardinalities that the class itself states, without those of its superclasses.
  package func restrictions(on name: String) -> [Restriction] {
    objects(name, Vocabulary.rdfs + "subClassOf").compactMap { node in
      func first(_ predicate: String) -> String? { bySubject.objects(node, predicate).first?.text }
      let minimum = ["minCardinality", "cardinality"].compactMap { first(Vocabulary.owl + $0).flatMap { Int($0) } }
        .first
      guard let minimum, let property = first(Vocabulary.owl + "onProperty") else { return nil }
      return Restriction(property: property, minimum: minimum, comment: comment(node) ?? "")
    }
  }

  /// The `rdfs:comment` of a term without a full stop at its end, for quotations.
  package func comment(_ term: String) -> String? { comment(.uri(term)) }

  private func comment(_ node: Statement.Node) -> String? {
    bySubject.objects(node, Vocabulary.rdfs + "comment").first.map {
      $0.text.hasSuffix(".") ? String($0.text.dropLast()) : $0.text
    }
  }

  private func objects(_ subject: String, _ predicate: String) -> [Statement.Node] {
    bySubject.objects(.uri(subject), predicate)
  }
}

extension Vocabulary {
  /// A term with its usual prefix, such as `lv2:symbol`; the URI in angle brackets if the namespace is unknown.
  package static func short(_ uri: String) -> String {
    prefixes.lazy.compactMap { prefix, namespace in
      uri.hasPrefix(namespace) ? "\(prefix):\(uri.dropFirst(namespace.count))" : nil
    }.first ?? "<\(uri)>"
  }

  /// The prefixes that the specifications use.
  private static let prefixes: [(String, String)] = [
    ("lv2", URI.Core.namespace), ("atom", "http://lv2plug.in/ns/ext/atom#"), ("ev", "http://lv2plug.in/ns/ext/event#"),
    ("pprops", "http://lv2plug.in/ns/ext/port-props#"), ("pg", "http://lv2plug.in/ns/ext/port-groups#"),
    ("pset", "http://lv2plug.in/ns/ext/presets#"), ("state", "http://lv2plug.in/ns/ext/state#"),
    ("ui", "http://lv2plug.in/ns/extensions/ui#"), ("units", "http://lv2plug.in/ns/extensions/units#"),
    ("bufsz", "http://lv2plug.in/ns/ext/buf-size#"), ("opts", "http://lv2plug.in/ns/ext/options#"),
    ("rsz", "http://lv2plug.in/ns/ext/resize-port#"), ("patch", "http://lv2plug.in/ns/ext/patch#"),
    ("time", "http://lv2plug.in/ns/ext/time#"), ("work", "http://lv2plug.in/ns/ext/worker#"),
    ("urid", "http://lv2plug.in/ns/ext/urid#"), ("midi", "http://lv2plug.in/ns/ext/midi#"),
    ("doap", "http://usefulinc.com/ns/doap#"), ("foaf", "http://xmlns.com/foaf/0.1/"), ("rdfs", rdfs), ("owl", owl),
    ("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"), ("xsd", "http://www.w3.org/2001/XMLSchema#"),
  ]
}

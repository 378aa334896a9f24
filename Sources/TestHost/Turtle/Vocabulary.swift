import FoundationEssentials
import Glibc
import LV2Host

/// What the installed specifications of LV2, and the schemas beside them, say about their own terms.
package struct Vocabulary: Sendable {
  /// A cardinality that a class demands of a property (`owl:Restriction`).
  package struct Restriction: Sendable {
    package let property: String
    /// The least number of values; 0 where only a most is stated.
    package let least: Int
    /// What the specification says about it, in its own words.
    package let comment: String
  }

  /// The specifications that this machine has; nil where lv2core is not among them.
  package static let installed = Vocabulary(directories: World.bundleDirectories)
  /// Why a check that needs them is skipped where they are missing.
  package static let missing = "the bundles of the LV2 specification are not installed (in Debian, the package lv2-dev)"

  private static let owl = "http://www.w3.org/2002/07/owl#"
  private static let rdfs = "http://www.w3.org/2000/01/rdf-schema#"

  private let bySubject: [Statement.Node: [Statement]]
  /// The ontologies, without the '#' that may end them.
  private let ontologies: Set<String>

  /// Reads the specifications in bundles below these directories; of several bundles of one name the first counts.
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
    guard !objects("\(PortTurtle.core)Port", URI.type).isEmpty else { return nil }
  }

  /// Whether a manifest may be that of a specification, without the cost of parsing it: most bundles hold none.
  private static func isSpecification(_ manifest: String) -> Bool {
    guard let bytes = try? Data(contentsOf: URL(filePath: manifest)) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return strstr(text, "Specification") != nil || strstr(text, "Ontology") != nil
  }

  /// The ontology that a term is written in; nil where it is of none that is known.
  package func ontology(of term: String) -> String? {
    guard let end = term.lastIndex(where: { $0 == "#" || $0 == "/" }) else { return nil }
    return [String(term[..<end]), String(term[...end])].first { ontologies.contains($0) }
  }

  /// Whether a term is described.
  package func defines(_ term: String) -> Bool { bySubject[.uri(term)] != nil }

  /// The described term of the same ontology of which this one is a misspelling, by so many letters at most; upper and
  /// lower case do not count. Nil where it is described itself, or there is none.
  package func misspelt(_ term: String, letters: Int) -> String? {
    guard let ontology = ontology(of: term), !defines(term) else { return nil }
    return bySubject.keys.map(\.text).sorted().first {
      $0.hasPrefix(ontology) && abs($0.utf8.count - term.utf8.count) <= letters
        && $0.lowercased().distance(to: term.lowercased()) <= letters
    }
  }

  /// The described term that is likely meant by one that is not: the nearest, by no more than a letter in four.
  package func misspelt(_ term: String) -> String? {
    let name = term[(term.lastIndex { $0 == "#" || $0 == "/" } ?? term.startIndex)...].dropFirst()
    return (0...min(2, name.utf8.count / 4)).lazy.compactMap { misspelt(term, letters: $0) }.first
  }

  /// The described term that is meant where a prefix lacks the '#' at the end of its namespace; nil for other terms.
  package func termWithoutHash(_ term: String) -> String? {
    guard ontology(of: term) == nil, !defines(term) else { return nil }
    return ontologies.sorted().lazy.filter { term.hasPrefix($0) }.map { "\($0)#\(term.dropFirst($0.count))" }
      .first(where: defines)
  }

  /// Whether a term, or all of the ontology it is written in, is marked as `owl:deprecated`.
  package func isDeprecated(_ term: String) -> Bool {
    ([term] + (ontology(of: term).map { [$0] } ?? [])).contains { subject in
      objects(subject, Vocabulary.owl + "deprecated").contains { $0.text == "true" || $0.text == "1" }
    }
  }

  /// The URIs of a term's types.
  package func types(_ term: String) -> Set<String> { Set(objects(term, URI.type).map(\.text)) }

  /// The URIs of what a property's values are to be.
  package func ranges(_ property: String) -> Set<String> { Set(objects(property, Vocabulary.rdfs + "range").map(\.text)) }

  /// Whether a property has one value at most.
  package func isFunctional(_ property: String) -> Bool { types(property).contains(Vocabulary.owl + "FunctionalProperty") }

  /// Whether a class is another, or is derived from it.
  package func isSubclass(_ name: String, of other: String) -> Bool {
    var seen: Set<String> = []
    var rest = [name]
    while let next = rest.popLast() {
      if next == other { return true }
      guard seen.insert(next).inserted else { continue }
      rest += objects(next, Vocabulary.rdfs + "subClassOf").map(\.text)
    }
    return false
  }

  /// The cardinalities that a class itself demands.
  package func restrictions(on name: String) -> [Restriction] {
    objects(name, Vocabulary.rdfs + "subClassOf").compactMap { node in
      func first(_ predicate: String) -> String? { objects(node, predicate).first?.text }
      let least = ["minCardinality", "cardinality"].compactMap { first(Vocabulary.owl + $0).flatMap { Int($0) } }.first
      guard let least, let property = first(Vocabulary.owl + "onProperty") else { return nil }
      return Restriction(property: property, least: least, comment: comment(node) ?? "")
    }
  }

  /// What the specification says about a term in a sentence: its `rdfs:comment`.
  package func comment(_ term: String) -> String? { comment(.uri(term)) }

  private func comment(_ node: Statement.Node) -> String? {
    objects(node, Vocabulary.rdfs + "comment").first?.text
  }

  private func objects(_ subject: String, _ predicate: String) -> [Statement.Node] {
    objects(.uri(subject), predicate)
  }

  private func objects(_ subject: Statement.Node, _ predicate: String) -> [Statement.Node] {
    bySubject[subject, default: []].filter { $0.predicate == predicate }.map(\.object)
  }
}

extension Vocabulary {
  /// A term as people write it: `lv2:symbol`.
  package static func short(_ uri: String) -> String {
    prefixes.lazy.compactMap { prefix, namespace in
      uri.hasPrefix(namespace) ? "\(prefix):\(uri.dropFirst(namespace.count))" : nil
    }.first ?? "<\(uri)>"
  }

  /// The prefixes that the specifications themselves use.
  private static let prefixes: [(String, String)] = [
    ("lv2", PortTurtle.core), ("atom", "http://lv2plug.in/ns/ext/atom#"), ("ev", "http://lv2plug.in/ns/ext/event#"),
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

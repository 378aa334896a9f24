/// One RDF statement of a Turtle file, with expanded URIs.
package struct Statement: Hashable, Sendable {
  package enum Node: Hashable, Sendable {
    case uri(String)
    /// A blank node, by a name that is unique among all files of a bundle.
    case blank(String)
    case literal(String, datatype: String?, language: String?)

    /// The URI, the name of the blank node or the text of the literal.
    package var text: String {
      switch self {
      case .uri(let text), .blank(let text), .literal(let text, _, _): text
      }
    }

    package var isLiteral: Bool { if case .literal = self { true } else { false } }

    /// The text of a literal; nil for other nodes.
    package var literalText: String? { isLiteral ? text : nil }

    /// The type of a node that lilv, and so most hosts, does not read as a number ("a string", "an xsd:float"); nil if
    /// lilv reads a number.
    package var nonNumericType: String? {
      switch self {
      case .uri, .blank: "not a literal"
      case .literal(_, datatype: nil, _): "a string"
      case .literal(_, let datatype?, _):
        Self.numericTypes.contains(datatype) ? nil : "an \(Vocabulary.short(datatype))"
      }
    }

    package static let xsd = "http://www.w3.org/2001/XMLSchema#"
    /// The datatypes that lilv 0.24 converts to numbers; numbers in Turtle's own notation have one of these types.
    private static let numericTypes = Set(["integer", "decimal", "double", "boolean"].map { xsd + $0 })
  }

  package var subject: Node
  package var predicate: String
  package var object: Node
}

/// Statements by subject.
typealias StatementsBySubject = [Statement.Node: [Statement]]

extension StatementsBySubject {
  /// The objects of all statements with a subject and a predicate, in order.
  func objects(_ subject: Statement.Node, _ predicate: String) -> [Statement.Node] {
    self[subject, default: []].filter { $0.predicate == predicate }.map(\.object)
  }
}

/// One statement of a Turtle file, with URIs written out.
package struct Statement: Hashable, Sendable {
  package enum Node: Hashable, Sendable {
    case uri(String)
    /// A blank node; the name is unique over all files of a bundle.
    case blank(String)
    case literal(String, datatype: String?, language: String?)

    /// The URI, the name or the text.
    package var text: String {
      switch self {
      case .uri(let text), .blank(let text), .literal(let text, _, _): text
      }
    }

    package var isLiteral: Bool { if case .literal = self { true } else { false } }

    /// What it is where lilv, and so most hosts, read no number in it ("a text", "an xsd:float"); nil where they do.
    package var notANumber: String? {
      switch self {
      case .uri, .blank: "no literal"
      case .literal(_, datatype: nil, _): "a text"
      case .literal(_, let datatype?, _):
        Self.numbers.contains(datatype) ? nil : "an \(Vocabulary.short(datatype))"
      }
    }

    /// How a finding calls a literal where a URI belongs; nil for what is no literal.
    package var notAURI: String? { isLiteral ? "the text \"\(text)\", which is no URI" : nil }

    package static let xsd = "http://www.w3.org/2001/XMLSchema#"
    /// The datatypes that lilv 0.24 makes numbers of; Turtle's own notations have no others.
    private static let numbers = Set(["integer", "decimal", "double", "boolean"].map { xsd + $0 })
  }

  package var subject: Node
  package var predicate: String
  package var object: Node
}

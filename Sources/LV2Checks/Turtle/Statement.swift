/// One statement of a Turtle file, with URIs written out.
struct Statement: Hashable, Sendable {
  enum Node: Hashable, Sendable {
    case uri(String)
    /// A blank node; the name is unique over all files of a bundle.
    case blank(String)
    case literal(String, datatype: String?, language: String?)

    /// The URI, the name or the text.
    var text: String {
      switch self {
      case .uri(let text), .blank(let text), .literal(let text, _, _): text
      }
    }

    var isLiteral: Bool { if case .literal = self { true } else { false } }
  }

  var subject: Node
  var predicate: String
  var object: Node
}

#if !hasFeature(Embedded)
  /// The object of a statement.
  package indirect enum TurtleObject {
    /// A name with a prefix, such as `lv2:Plugin`.
    case term(String)
    case uri(String)
    case text(String)
    case number(Float)
    case integer(Int)
    /// A blank node with its statements.
    case node([(predicate: String, object: TurtleObject)])
  }

  /// A statement about the subject that the context defines.
  package typealias TurtleStatement = (predicate: String, object: TurtleObject)

  /// Statements as Turtle text.
  package struct TurtleText {
    /// The predicate rdf:type.
    package static let type = "a"

    private var body = ""
    private let prefixes: [(name: String, uri: String)]

    /// - Parameter prefixes: the names and URIs of the prefixes that statements can use.
    package init(prefixes: [(name: String, uri: String)]) { self.prefixes = prefixes }

    /// The prefixes that occur, and the statements.
    package var text: String {
      let used = prefixes.filter { body.contains(" \($0.name):") || body.contains("\t\($0.name):") }
      return used.map { "@prefix \($0.name): <\($0.uri)> .\n" }.joined() + body
    }

    /// Writes statements about the resource with the URI `subject`. Adjacent statements with one predicate share it.
    package mutating func write(_ subject: String, _ statements: [TurtleStatement]) {
      body += "\n<\(subject)>\n\(Self.list(statements, indent: "\t")) .\n"
    }

    private static func list(_ statements: [TurtleStatement], indent: String) -> String {
      var text = ""
      for (index, statement) in statements.enumerated() {
        if index > 0, statements[index - 1].predicate == statement.predicate {
          if case .node = statement.object { text += " , " } else { text += " ,\n\(indent)\t" }
        } else {
          text += "\(index > 0 ? " ;\n" : "")\(indent)\(statement.predicate) "
        }
        text += serialize(statement.object, indent: indent)
      }
      return text
    }

    private static func serialize(_ object: TurtleObject, indent: String) -> String {
      switch object {
      case .term(let name): name
      case .uri(let uri): "<\(uri)>"
      case .text(let text): "\"\(escape(text))\""
      case .number(let value): decimal(value)
      case .integer(let value): "\(value)"
      case .node(let statements): "[\n\(list(statements, indent: indent + "\t"))\n\(indent)]"
      }
    }

    private static func escape(_ text: String) -> String {
      let escapes: [Character: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
      return text.map { escapes[$0] ?? String($0) }.joined()
    }

    /// Returns the shortest decimal without an exponent that rounds to `value`: 0.7071, and 0.00001 for 1e-05.
    static func decimal(_ value: Float) -> String {
      let parts = value.description.split(separator: "e")
      guard parts.count == 2, let exponent = Int(parts[1]) else { return value.description }
      let sign = value < 0 ? "-" : ""
      let number = parts[0].drop { $0 == "-" }.split(separator: ".")
      let digits = number.joined()
      let point = number[0].count + exponent
      if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
      return "\(sign)\(digits)\(String(repeating: "0", count: max(0, point - digits.count))).0"
    }
  }
#endif

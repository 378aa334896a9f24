#if !hasFeature(Embedded)
  /// Statements as Turtle text.
  struct TurtleText {
    typealias Statement = (predicate: String, object: Object)

    enum Object {
      /// A name with a prefix, such as `lv2:Plugin`.
      case term(String)
      case uri(String)
      case text(String)
      case number(Float)
      case integer(Int)
      /// A blank node with its statements.
      case node([Statement])
    }

    /// The predicate rdf:type.
    static let type = "a"

    private(set) var text: String

    /// - Parameter prefixes: the names and URIs of the prefixes.
    init(prefixes: [(name: String, uri: String)]) {
      text = prefixes.map { "@prefix \($0.name): <\($0.uri)> .\n" }.joined()
    }

    /// Writes statements about the resource with the URI `subject`. Adjacent statements with one predicate share it.
    mutating func write(_ subject: String, _ statements: [Statement]) {
      text += "\n<\(subject)>\n\(Self.list(statements, indent: "\t")) .\n"
    }

    private static func list(_ statements: [Statement], indent: String) -> String {
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

    private static func serialize(_ object: Object, indent: String) -> String {
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

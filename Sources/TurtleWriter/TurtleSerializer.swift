import CSerd

/// Serializes RDF statements as Turtle, with the library serd.
final class TurtleSerializer {
  typealias Statement = (predicate: String, object: Object)

  enum Object: Sendable {
    case uri(String)
    case text(String)
    case number(Double)
    case integer(Int)
    /// A blank node with its statements.
    case node([(predicate: String, object: Object)])
  }

  private final class Output { var bytes: [UInt8] = [] }

  private let environment: OpaquePointer
  private let writer: OpaquePointer
  private let output = Output()
  private var nodeCount = 0

  /// - Parameter prefixes: the names and URIs of the prefixes.
  init(prefixes: [(String, String)]) {
    environment = serd_env_new(nil)
    let style = SerdStyle(SERD_STYLE_ABBREVIATED.rawValue | SERD_STYLE_CURIED.rawValue)
    writer = serd_writer_new(
      SERD_TURTLE, style, environment, nil,
      { buffer, count, stream in
        let output = Unmanaged<Output>.fromOpaque(stream).takeUnretainedValue()
        output.bytes += UnsafeRawBufferPointer(start: buffer, count: count)
        return count
      }, Unmanaged.passUnretained(output).toOpaque())
    for (name, uri) in prefixes {
      withNode(SERD_LITERAL, name) { name in
        withNode(SERD_URI, uri) { uri in
          _ = serd_env_set_prefix(environment, name, uri)
          _ = serd_writer_set_prefix(writer, name, uri)
        }
      }
    }
  }

  deinit {
    serd_writer_free(writer)
    serd_env_free(environment)
  }

  /// The predicate rdf:type, which Turtle abbreviates to "a".
  static let type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

  /// Writes statements about the resource `subject`. Subject, predicates and URIs may be CURIEs, such as "lv2:port".
  func write(_ subject: String, _ statements: [Statement]) {
    withNode(kind(subject), subject) { subject in
      for statement in statements { write(subject, statement, flags: 0) }
    }
  }

  /// Returns the Turtle of all statements: UTF-8 that ends with a line feed.
  func finish() -> [UInt8] {
    serd_writer_finish(writer)
    return output.bytes
  }

  private func write(_ subject: UnsafePointer<SerdNode>, _ statement: Statement, flags: UInt32) {
    withNode(kind(statement.predicate), statement.predicate) { predicate in
      func put(_ object: UnsafePointer<SerdNode>, flags: UInt32 = flags, type: UnsafePointer<SerdNode>? = nil) {
        serd_writer_write_statement(writer, flags, nil, subject, predicate, object, type, nil)
      }
      func putLiteral(_ literal: SerdNode, type: String) {
        var literal = literal
        withNode(SERD_URI, "http://www.w3.org/2001/XMLSchema#" + type) { put(&literal, type: $0) }
        serd_node_free(&literal)
      }
      switch statement.object {
      case .uri(let uri): withNode(kind(uri), uri) { put($0) }
      case .text(let text): withNode(SERD_LITERAL, text) { put($0) }
      case .number(let value): putLiteral(serd_node_new_decimal(value, 7), type: "decimal")
      case .integer(let value): putLiteral(serd_node_new_integer(Int64(value)), type: "integer")
      case .node(let statements):
        nodeCount += 1
        withNode(SERD_BLANK, "b\(nodeCount)") { blank in
          put(blank, flags: flags | SERD_ANON_O_BEGIN.rawValue)
          for statement in statements { write(blank, statement, flags: SERD_ANON_CONT.rawValue) }
          serd_writer_end_anon(writer, blank)
        }
      }
    }
  }

  /// A name with a colon is a CURIE, unless it starts with a URI scheme.
  private func kind(_ name: String) -> SerdType {
    ["urn:", "http:", "https:", "mailto:"].contains { name.hasPrefix($0) } || !name.contains(":")
      ? SERD_URI : SERD_CURIE
  }

  private func withNode(_ type: SerdType, _ text: String, _ body: (UnsafePointer<SerdNode>) -> Void) {
    text.withCString { characters in
      var node = serd_node_from_string(type, UnsafeRawPointer(characters).assumingMemoryBound(to: UInt8.self))
      body(&node)
    }
  }
}

import CSerd

/// Writes statements as Turtle, through serd.
final class TurtleWriter {
  /// An object of a statement.
  enum Object: Sendable {
    case uri(String)
    case text(String)
    case number(Double)
    case integer(Int)
    /// A node without a name, with what is said of it.
    case node([(predicate: String, object: Object)])
  }

  private final class Output { var bytes: [UInt8] = [] }

  private let environment: OpaquePointer
  private let writer: OpaquePointer
  private let output = Output()
  private var nodes = 0

  /// - Parameter prefixes: name and URI of each.
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

  /// rdf:type, which Turtle writes as "a".
  static let type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

  /// Says all of `statements` of the resource `subject`. Predicates and URIs may be curies, such as "lv2:port".
  func say(of subject: String, _ statements: [(predicate: String, object: Object)]) {
    withNode(kind(subject), subject) { subject in
      for statement in statements { write(subject, statement.predicate, statement.object, flags: 0) }
    }
  }

  /// All that was said, as UTF-8 that ends with a line feed.
  func finish() -> [UInt8] {
    serd_writer_finish(writer)
    return output.bytes
  }

  private func write(_ subject: UnsafePointer<SerdNode>, _ predicate: String, _ object: Object, flags: UInt32) {
    withNode(kind(predicate), predicate) { predicate in
      switch object {
      case .uri(let uri): withNode(kind(uri), uri) { put(flags, subject, predicate, $0) }
      case .text(let text): withNode(SERD_LITERAL, text) { put(flags, subject, predicate, $0) }
      case .number(let value):
        var node = serd_node_new_decimal(value, 7)
        put(flags, subject, predicate, &node, type: "decimal")
        serd_node_free(&node)
      case .integer(let value):
        var node = serd_node_new_integer(Int64(value))
        put(flags, subject, predicate, &node, type: "integer")
        serd_node_free(&node)
      case .node(let statements):
        nodes += 1
        withNode(SERD_BLANK, "b\(nodes)") { blank in
          put(flags | SERD_ANON_O_BEGIN.rawValue, subject, predicate, blank)
          for statement in statements {
            write(blank, statement.predicate, statement.object, flags: SERD_ANON_CONT.rawValue)
          }
          serd_writer_end_anon(writer, blank)
        }
      }
    }
  }

  private func put(
    _ flags: UInt32, _ subject: UnsafePointer<SerdNode>, _ predicate: UnsafePointer<SerdNode>,
    _ object: UnsafePointer<SerdNode>
  ) {
    serd_writer_write_statement(writer, flags, nil, subject, predicate, object, nil, nil)
  }

  /// The same for a literal of a type of XML Schema.
  private func put(
    _ flags: UInt32, _ subject: UnsafePointer<SerdNode>, _ predicate: UnsafePointer<SerdNode>,
    _ object: UnsafePointer<SerdNode>, type: String
  ) {
    withNode(SERD_URI, "http://www.w3.org/2001/XMLSchema#" + type) { type in
      _ = serd_writer_write_statement(writer, flags, nil, subject, predicate, object, type, nil)
    }
  }

  /// A name with a colon whose beginning is no scheme of ours is a curie.
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

import CSerd
import FoundationEssentials
import Glibc

/// The statements of a Turtle file, parsed with serd up to the first error that serd cannot skip.
package struct TurtleFile {
  package struct SyntaxError {
    /// Counted from 1; nil if serd does not report it.
    package var line: Int?
    package var message: String
  }

  package private(set) var statements: [Statement] = []
  /// The lines on which the objects of the statements end, counted from 1; empty except in the result of `withLines()`.
  package private(set) var lines: [Int] = []
  /// Empty if the file parses.
  package private(set) var errors: [SyntaxError] = []
  private let path: String
  private let tag: String

  /// Reads the file at `path`.
  ///
  /// - Parameter tag: a prefix for the names of blank nodes, which makes them unique among several files.
  package init(path: String, tag: String) { self.init(path: path, tag: tag, nil) }

  private init(path: String, tag: String, _ source: Source?) {
    (self.path, self.tag) = (path, tag)
    let sink = Sink(tag: tag)
    sink.source = source
    sink.read(path)
    statements = sink.statements
    errors = sink.errors
    lines = sink.lines
  }

  /// The same file with `lines` and a line for each error. It is read again, byte by byte.
  package func withLines() -> TurtleFile {
    TurtleFile(path: path, tag: tag, (try? Data(contentsOf: URL(filePath: path))).map { Source([UInt8]($0)) })
  }

  /// The bytes of a file, and how many of them serd has read.
  private final class Source {
    let bytes: [UInt8]
    var position = 0
    /// The line of the last byte that serd consumed. It reads one byte in advance.
    var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func next() -> UInt8? {
      guard position < bytes.count else { return nil }
      if position > 0, bytes[position - 1] == UInt8(ascii: "\n") { line += 1 }
      position += 1
      return bytes[position - 1]
    }

    static func from(_ handle: UnsafeMutableRawPointer?) -> Source {
      Unmanaged<Source>.fromOpaque(handle!).takeUnretainedValue()
    }
  }

  /// The receiver of serd's callbacks.
  private final class Sink {
    var statements: [Statement] = []
    var errors: [SyntaxError] = []
    /// From where to read; nil for the file itself.
    var source: Source?
    /// The lines of the statements, if there is a source.
    var lines: [Int] = []
    private let tag: String
    private let environment = serd_env_new(nil)!

    init(tag: String) { self.tag = tag }

    deinit { serd_env_free(environment) }

    func read(_ path: String) {
      let handle = Unmanaged.passUnretained(self).toOpaque()
      // SAFETY: serd calls back only during this call, and `handle` is this object.
      let reader = serd_reader_new(
        SERD_TURTLE, handle, nil,
        { handle, uri in serd_env_set_base_uri(Sink.from(handle).environment, uri) },
        { handle, name, uri in serd_env_set_prefix(Sink.from(handle).environment, name, uri) },
        { handle, _, _, subject, predicate, object, datatype, language in
          Sink.from(handle).add(subject, predicate, object, datatype, language)
          return SERD_SUCCESS
        }, nil)
      defer { serd_reader_free(reader) }
      guard let reader else { return }
      serd_reader_set_error_sink(
        reader,
        { handle, error in
          Sink.from(handle).add(error.pointee)
          return SERD_SUCCESS
        }, handle)
      var uri = serd_node_new_file_uri(path, nil, nil, true)
      defer { serd_node_free(&uri) }
      guard let name = uri.buf else { return }
      serd_env_set_base_uri(environment, &uri)
      let status = source.map { read($0, reader, name) } ?? serd_reader_read_file(reader, name)
      if status.rawValue > SERD_FAILURE.rawValue && errors.isEmpty {
        // serd does not report why a file cannot be opened.
        let isOpened = access(path, R_OK) == 0
        let message = isOpened ? String(cString: serd_strerror(status)) : String(cString: strerror(errno))
        errors.append(SyntaxError(line: isOpened ? 1 : nil, message: message))
      }
    }

    /// Reads byte by byte, so that `Source.line` is the line of each statement.
    private func read(_ source: Source, _ reader: OpaquePointer, _ name: UnsafePointer<UInt8>) -> SerdStatus {
      serd_reader_read_source(
        reader,
        { memory, _, _, handle in
          guard let byte = Source.from(handle).next() else { return 0 }
          memory.storeBytes(of: byte, as: UInt8.self)
          return 1
        }, { _ in 0 }, Unmanaged.passUnretained(source).toOpaque(), name, 1)
    }

    private static func from(_ handle: UnsafeMutableRawPointer?) -> Sink {
      Unmanaged<Sink>.fromOpaque(handle!).takeUnretainedValue()
    }

    private func add(_ error: SerdError) {
      var error = error
      var text = [CChar](repeating: 0, count: 512)
      serd_error_text(&error, &text, text.count)
      let message = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let trimmed = message.split(separator: "\n").first.map(String.init) ?? ""
      errors.append(SyntaxError(line: Int(error.line), message: trimmed))
    }

    private func add(
      _ subject: UnsafePointer<SerdNode>?, _ predicate: UnsafePointer<SerdNode>?, _ object: UnsafePointer<SerdNode>?,
      _ datatype: UnsafePointer<SerdNode>?, _ language: UnsafePointer<SerdNode>?
    ) {
      guard let subject = resource(subject), let predicate = resource(predicate), let object else { return }
      let value: Statement.Node? =
        object.pointee.type == SERD_LITERAL
        ? .literal(text(object) ?? "", datatype: resource(datatype)?.text, language: text(language))
        : resource(object)
      guard let value else { return }
      statements.append(Statement(subject: subject, predicate: predicate.text, object: value))
      if let source { lines.append(source.line) }
    }

    /// An expanded URI, or a blank node.
    private func resource(_ node: UnsafePointer<SerdNode>?) -> Statement.Node? {
      guard let node, node.pointee.buf != nil else { return nil }
      if node.pointee.type == SERD_BLANK { return .blank(tag + (text(node) ?? "")) }
      var expanded = serd_env_expand_node(environment, node)
      defer { serd_node_free(&expanded) }
      if let uri = withUnsafePointer(to: expanded, { text($0) }) { return .uri(uri) }
      if node.pointee.type == SERD_CURIE {
        errors.append(SyntaxError(line: source?.line, message: "the prefix of '\(text(node) ?? "")' is not declared"))
      }
      return nil
    }

    private func text(_ node: UnsafePointer<SerdNode>?) -> String? {
      guard let node, let start = node.pointee.buf, node.pointee.type != SERD_NOTHING else { return nil }
      return String(decoding: UnsafeBufferPointer(start: start, count: node.pointee.n_bytes), as: UTF8.self)
    }
  }
}

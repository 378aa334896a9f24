import CSerd
import Glibc
import LV2Host
import Model

/// The statements in the Turtle files of one bundle: the manifest and the files that it names by `rdfs:seeAlso`, either
/// all of them or those that concern one plug-in.
///
/// lilv offers only what it understands of a bundle; this class offers everything that the files contain.
package final class BundleTurtle {
  /// The absolute path of the bundle, with a trailing slash.
  package let path: String
  /// The parsed files, by their paths in the bundle.
  package private(set) lazy var files: [String: TurtleFile] = read()
  /// The statements of all files without duplicates, those of the manifest first.
  package private(set) lazy var statements: [Statement] = {
    let all = files.sorted { BundleTurtle.order($0.key, $1.key) }.flatMap(\.value.statements)
    var seen = Set<Statement>(minimumCapacity: all.count)
    return all.filter { seen.insert($0).inserted }
  }()
  private lazy var bySubject: StatementsBySubject = groupedBySubject()
  /// The lines of the statements of files that `location(where:)` searched.
  private var lines: [String: [Int]] = [:]

  /// A prefix for the names of blank nodes, which makes them unique among several bundles.
  private let tag: String
  /// The plug-in that the files must concern; nil for all files.
  private let plugin: String?

  package init(path: String, tag: String = "", plugin: String? = nil) {
    self.path = path
    self.tag = tag
    self.plugin = plugin
  }

  private lazy var manifestFile = TurtleFile(path: path + BundleTurtle.manifestName, tag: "\(tag)0:")
  package var manifest: [Statement] { manifestFile.statements }

  /// The paths in the bundle of the files that `rdfs:seeAlso` names in the manifest.
  package var namedFiles: [String] {
    let nodes = manifest.filter { $0.predicate == URI.seeAlso && !$0.object.isLiteral }.map(\.object)
    return Set(nodes.compactMap { localPath(of: $0.text) }).sorted()
  }

  /// The named files that do not exist or cannot be read.
  package var missingFiles: [String] { namedFiles.filter { !isReadable($0) } }

  /// The files that `rdfs:seeAlso` names for one subject and that do not exist or cannot be read.
  package func missingFiles(of subject: String) -> [String] {
    objects(.uri(subject), URI.seeAlso).compactMap { localPath(of: $0.text) }.filter { !isReadable($0) }
  }

  /// The existing files that `rdfs:seeAlso` names by a literal, which hosts do not read.
  package var filesNamedByLiteral: [String] {
    Set(manifest.filter { $0.predicate == URI.seeAlso && $0.object.isLiteral }.map(\.object.text))
      .filter { !$0.isEmpty && isReadable($0) }.sorted()
  }

  /// Why checks of the description are skipped; nil if all files parse.
  package var syntaxProblem: String? {
    files.values.contains { !$0.errors.isEmpty } ? "the bundle's Turtle does not parse, see manifest.syntax" : nil
  }

  /// The place of the first statement with a term as its predicate or its object.
  package func location(ofTerm term: String) -> Finding.SourceLocation? {
    location { $0.predicate == term || $0.object == .uri(term) }
  }

  /// The place of the first statement, in the order of the files, that meets a condition.
  package func location(where isMatch: (Statement) -> Bool) -> Finding.SourceLocation? {
    for (name, file) in files.sorted(by: { BundleTurtle.order($0.key, $1.key) }) {
      guard let index = file.statements.firstIndex(where: isMatch) else { continue }
      let lines = lines[name] ?? file.withLines().lines
      self.lines[name] = lines
      return Finding.SourceLocation(file: path + name, line: lines.indices.contains(index) ? lines[index] : nil)
    }
    return nil
  }

  private func isReadable(_ name: String) -> Bool { access(path + name, R_OK) == 0 }

  /// All statements by subject. A plug-in inherits the statements of its `lv2:prototype`, as in lilv.
  private func groupedBySubject() -> StatementsBySubject {
    let written = Dictionary(grouping: statements, by: \.subject)
    var all = written
    for statement in statements where statement.predicate == URI.Core.prototype {
      all[statement.subject, default: []] += written[statement.object, default: []]
    }
    return all
  }

  package func statements(about subject: Statement.Node) -> [Statement] { bySubject[subject, default: []] }

  /// The objects of all statements with a subject and a predicate, in the order of the files.
  package func objects(_ subject: Statement.Node, _ predicate: String) -> [Statement.Node] {
    bySubject.objects(subject, predicate)
  }

  package func describes(_ subject: Statement.Node) -> Bool { bySubject[subject] != nil }

  package func types(_ subject: Statement.Node) -> Set<String> { Set(objects(subject, URI.type).map(\.text)) }

  /// The path in the bundle to which a file URI refers; nil if it refers to a place outside the bundle.
  package func localPath(of uri: String) -> String? {
    guard let bytes = serd_file_uri_parse(uri, nil) else { return nil }
    defer { serd_free(bytes) }
    let file = String(cString: bytes)
    return file.hasPrefix(path) ? String(file.dropFirst(path.count)) : nil
  }

  /// A node's text without the path of the bundle, and so the same wherever the bundle is installed.
  package func relativeName(of node: Statement.Node) -> String { localPath(of: node.text) ?? node.text }

  private static let manifestName = "manifest.ttl"

  private static func order(_ left: String, _ right: String) -> Bool {
    (left == manifestName ? 0 : 1, left) < (right == manifestName ? 0 : 1, right)
  }

  private func read() -> [String: TurtleFile] {
    let readable = namedFiles.enumerated().filter { isReadable($1) && $1.hasSuffix(".ttl") }
    let numbers = Dictionary(uniqueKeysWithValues: readable.map { ($1, $0 + 1) })
    var files = [BundleTurtle.manifestName: manifestFile]
    func read(_ name: String) -> [Statement] {
      guard files[name] == nil, let number = numbers[name] else { return [] }
      let file = TurtleFile(path: path + name, tag: "\(tag)\(number):")
      files[name] = file
      return file.statements
    }
    if let plugin { readFiles(of: .uri(plugin), read) } else { for name in numbers.keys { _ = read(name) } }
    return files
  }

  /// Reads the files of a plug-in, of what refers to it in the manifest (its presets), and of what these refer to.
  private func readFiles(of plugin: Statement.Node, _ read: (_ name: String) -> [Statement]) {
    let described = Dictionary(grouping: manifest, by: \.subject)
    var pending = [plugin] + manifest.filter { $0.object == plugin }.map(\.subject)
    var visited: Set<Statement.Node> = []
    while let node = pending.popLast() {
      guard visited.insert(node).inserted, let statements = described[node] else { continue }
      let names = statements.filter { $0.predicate == URI.seeAlso }.compactMap { localPath(of: $0.object.text) }
      // A preset for several plug-ins does not concern the other ones.
      pending += (statements + names.flatMap(read)).filter { $0.predicate != URI.Core.appliesTo }.map(\.object)
    }
  }
}

import CSerd
import Glibc
import LV2Host

/// All that the Turtle of one bundle says: the manifest, and the files that it names by `rdfs:seeAlso`.
///
/// lilv tells what it could make of a bundle; this tells what is written there.
package final class BundleTurtle {
  /// Absolute, with a slash at its end.
  package let path: String
  /// Each file that was read, by its path in the bundle.
  package private(set) lazy var files: [String: TurtleFile] = read()
  /// Each once, those of the manifest first: what two files say is said once.
  package private(set) lazy var statements: [Statement] = {
    var seen: Set<Statement> = []
    return files.sorted { BundleTurtle.order($0.key, $1.key) }.flatMap(\.value.statements)
      .filter { seen.insert($0).inserted }
  }()
  private lazy var bySubject: [Statement.Node: [Statement]] = inherited()

  /// Put before the names of blank nodes, to keep those of different bundles apart.
  private let tag: String

  package init(path: String, tag: String = "") {
    self.path = path
    self.tag = tag
  }

  private lazy var manifestFile = TurtleFile(path: path + BundleTurtle.manifestName, tag: "\(tag)0:")
  /// What the manifest alone says.
  package var manifest: [Statement] { manifestFile.statements }

  /// The files of the bundle that `rdfs:seeAlso` in the manifest names, by their paths in the bundle.
  package var named: [String] {
    Set(
      manifest.filter { $0.predicate == URI.seeAlso && !$0.object.isLiteral }.compactMap {
        localPath(of: $0.object.text)
      }
    ).sorted()
  }

  /// Those that are not there or cannot be read.
  package var missing: [String] { named.filter { !isReadable($0) } }

  /// Those of them that are named for one subject.
  package func missing(of subject: String) -> [String] {
    objects(.uri(subject), URI.seeAlso).compactMap { localPath(of: $0.text) }.filter { !isReadable($0) }
  }

  /// The files of the bundle that it names by a literal, in which nobody sees a file.
  package var namedByText: [String] {
    Set(manifest.filter { $0.predicate == URI.seeAlso && $0.object.isLiteral }.map(\.object.text))
      .filter { !$0.isEmpty && isReadable($0) }.sorted()
  }

  private func isReadable(_ name: String) -> Bool { access(path + name, R_OK) == 0 }

  /// All statements by subject. A plug-in has those of its prototypes too, as lilv sees it.
  private func inherited() -> [Statement.Node: [Statement]] {
    let written = Dictionary(grouping: statements, by: \.subject)
    var all = written
    for statement in statements where statement.predicate == URI.Core.prototype {
      all[statement.subject, default: []] += written[statement.object, default: []]
    }
    return all
  }

  /// What is said of a subject, in the order in which it is written.
  package func statements(about subject: Statement.Node) -> [Statement] { bySubject[subject, default: []] }

  /// The objects of a subject's predicate, in the order in which they are written.
  package func objects(_ subject: Statement.Node, _ predicate: String) -> [Statement.Node] {
    statements(about: subject).filter { $0.predicate == predicate }.map(\.object)
  }

  /// Whether it says anything of the subject.
  package func describes(_ subject: Statement.Node) -> Bool { bySubject[subject] != nil }

  /// The URIs of a subject's types.
  package func types(_ subject: Statement.Node) -> Set<String> {
    Set(objects(subject, URI.type).map(\.text))
  }

  /// The path in the bundle that a URI stands for; nil where it leads elsewhere.
  package func localPath(of uri: String) -> String? {
    guard let bytes = serd_file_uri_parse(uri, nil) else { return nil }
    defer { serd_free(bytes) }
    let file = String(cString: bytes)
    return file.hasPrefix(path) ? String(file.dropFirst(path.count)) : nil
  }

  private static let manifestName = "manifest.ttl"

  private static func order(_ left: String, _ right: String) -> Bool {
    (left == manifestName ? 0 : 1, left) < (right == manifestName ? 0 : 1, right)
  }

  private func read() -> [String: TurtleFile] {
    var files = [BundleTurtle.manifestName: manifestFile]
    for (number, name) in named.enumerated() where isReadable(name) && name.hasSuffix(".ttl") {
      files[name] = TurtleFile(path: path + name, tag: "\(tag)\(number + 1):")
    }
    return files
  }
}

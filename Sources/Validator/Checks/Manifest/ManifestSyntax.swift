import FoundationEssentials
import Glibc
import Model
import Support
import TestHost

enum ManifestSyntax: BundleCheck {
  enum Message: MessageKind {
    case fileNotFound, fileLiteral, syntax

    var text: MessageText {
      switch self {
      case .fileNotFound:
        MessageText(
          .error, rule: seeAlso, remedy: "{Put more.ttl into the bundle}, or remove its rdfs:seeAlso from manifest.ttl."
        )
      case .fileLiteral:
        MessageText(.error, rule: seeAlso, remedy: "Write 'rdfs:seeAlso <{more.ttl}>' in manifest.ttl.")
      case .syntax:
        MessageText(
          .error,
          rule: Rule("The data of a bundle are documents of the Turtle language", source: "W3C: RDF 1.1 Turtle"),
          remedy: "Fix the statement {at line 1 of plugin.ttl}; serdi and sord_validate report the same place.")
      }
    }
  }

  private static let seeAlso = Rule(
    "rdfs:seeAlso in manifest.ttl is the URI of a file with more data, which the host may load when it needs them",
    source: "lv2core.meta.ttl: lv2:appliesTo; RDF Schema: rdfs:seeAlso")

  static let id: CheckID = "manifest.syntax"
  static let answersFor: Set<EndSubject> = [.reading]
  static let text = CheckText(
    asserts: "Every Turtle file of the bundle parses, and every rdfs:seeAlso in the manifest is the URI of a readable "
      + "file.",
    method: "Parses manifest.ttl, the files that it names with rdfs:seeAlso, and every other file of the bundle that "
      + "ends in .ttl, with serd, the parser of lilv.",
    details: "Of the files that the manifest does not name, only regular files of at most \(largestFile >> 20) MiB are "
      + "parsed.",
    level: CheckLevel(1, "Hosts do not find a plug-in whose Turtle does not parse."))

  /// The largest size in bytes of a file that is parsed although no host reads it. The largest Turtle files known, of plug-ins
  /// with many thousands of ports, have 12 MB; serd reads 256 MiB in seconds.
  private static let largestFile = 256 << 20

  static func run(in context: BundleContext) throws -> CheckOutcome {
    let turtle = context.turtle
    let manifest = Finding.SourceLocation(file: context.bundlePath + "manifest.ttl")
    let missing = turtle.missingFiles
    var files = turtle.files
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: context.bundlePath)) ?? []
    for name in entries where name.hasSuffix(".ttl") && files[name] == nil && !missing.contains(name) {
      let path = context.bundlePath + name
      if isRegularFile(path, atMost: largestFile) { files[name] = TurtleFile(path: path, tag: "") }
    }
    return .findings {
      for name in missing {
        let exists = access(context.bundlePath + name, F_OK) == 0
        finding(
          .fileNotFound, about: name,
          "rdfs:seeAlso names the file \(name), which \(exists ? "cannot be read" : "does not exist"); expected a file.",
          naming: [exists ? "Allow everyone to read \(name)" : "Put \(name) into the bundle"], location: manifest)
      }
      for name in turtle.filesNamedByLiteral {
        finding(
          .fileLiteral, about: name,
          "rdfs:seeAlso names the file \(name) by a literal, which no host reads; expected the URI <\(name)>.",
          naming: [name], location: manifest)
      }
      for (name, file) in files.sorted(by: { $0.key < $1.key }) {
        if var first = file.errors.first {
          first.line = first.line ?? file.withLines().errors.first?.line
          finding(
            .syntax, about: name, "\(name) does not parse: \(first.message).",
            naming: [first.line.map { "at line \($0) of \(name)" } ?? "in \(name)"], count: file.errors.count,
            location: .init(file: context.bundlePath + name, line: first.line))
        }
      }
    }
  }
}

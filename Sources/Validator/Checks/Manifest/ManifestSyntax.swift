import FoundationEssentials
import Model
import TestHost

enum ManifestSyntax: BundleCheck {
  enum Message: MessageKind { case fileNotFound, fileLiteral, syntax }

  static let id: CheckID = "manifest.syntax"
  static let text = CheckText(
    asserts: "Every Turtle file of the bundle parses, and every rdfs:seeAlso in the manifest is the URI of a readable "
      + "file.",
    rule: "The data of a bundle are Turtle files, and rdfs:seeAlso in manifest.ttl names the files other than the "
      + "manifest",
    source: "lv2core: lv2:binary, rdfs:seeAlso; W3C: RDF 1.1 Turtle",
    method: "Parses manifest.ttl, the files that it names with rdfs:seeAlso, and every other file of the bundle that "
      + "ends in .ttl, with serd, the parser of lilv.",
    remedy: "Fix the statement at the reported line; sord_validate and serdi report the same place.",
    level: CheckLevel(1, "Hosts do not find a plug-in whose Turtle does not parse."),
    severities: [.error])

  static func run(in context: BundleContext) throws -> CheckOutcome {
    let turtle = context.turtle
    let manifest = Finding.SourceLocation(file: context.bundlePath + "manifest.ttl")
    let missing = turtle.missingFiles
    var files = turtle.files
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: context.bundlePath)) ?? []
    for name in entries where name.hasSuffix(".ttl") && files[name] == nil && !missing.contains(name) {
      files[name] = TurtleFile(path: context.bundlePath + name, tag: "")
    }
    return .findings {
      for name in missing {
        finding(
          .fileNotFound, .error, about: name,
          "rdfs:seeAlso names the file \(name), which does not exist or cannot be read.", location: manifest)
      }
      for name in turtle.filesNamedByLiteral {
        finding(
          .fileLiteral, .error, about: name,
          "rdfs:seeAlso names the file \(name) by a literal, which no host reads; expected the URI <\(name)>.",
          location: manifest)
      }
      for (name, file) in files.sorted(by: { $0.key < $1.key }) {
        if let first = file.errors.first {
          finding(
            .syntax, .error, about: name, "\(name) does not parse: \(first.message).", count: file.errors.count,
            location: .init(file: context.bundlePath + name, line: first.line))
        }
      }
    }
  }
}

import FoundationEssentials
import TestHost
import ValidationModel

enum ManifestSyntax: BundleCheck {
  static let id: CheckID = "manifest.syntax"
  static let text = CheckText(
    asserts:
      "Every Turtle file of the bundle parses, and every file that rdfs:seeAlso names is there, and named by a URI.",
    rule: "A bundle's data are Turtle, and rdfs:seeAlso in the manifest names the files that hold the rest",
    source: "lv2core: lv2:binary, rdfs:seeAlso; W3C: RDF 1.1 Turtle",
    method: "Parses manifest.ttl, what it names by rdfs:seeAlso, and every other file of the bundle ending in .ttl, "
      + "with serd, the parser of lilv.",
    remedy: "Mend the statement at the line; 'sord_validate' and 'serdi' show the same place.",
    severities: [.error])

  static func run(in context: BundleContext) throws -> CheckOutcome {
    let turtle = context.turtle
    var findings: [Finding] = []
    let missing = turtle.missing
    for name in missing {
      findings.append(
        finding(
          .error, "rdfs:seeAlso names \(name), which is not there or cannot be read.",
          location: .init(file: context.bundlePath + "manifest.ttl")))
    }
    for name in turtle.namedByText {
      findings.append(
        finding(
          .error, "rdfs:seeAlso names \(name) by a text instead of a URI, and no host reads it: write <\(name)>.",
          location: .init(file: context.bundlePath + "manifest.ttl")))
    }
    var files = turtle.files
    for name in turtleFiles(context.bundlePath) where files[name] == nil && !missing.contains(name) {
      files[name] = TurtleFile(path: context.bundlePath + name, tag: "")
    }
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      guard let first = file.errors.first else { continue }
      findings.append(
        finding(
          .error, "\(name) does not parse: \(first.message).", count: file.errors.count,
          location: .init(file: context.bundlePath + name, line: first.line)))
    }
    return .findings(findings)
  }

  private static func turtleFiles(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { $0.hasSuffix(".ttl") }.sorted()
  }
}

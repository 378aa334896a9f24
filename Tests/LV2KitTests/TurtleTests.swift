import Foundation
import Support
import TestHost
import Testing

@testable import LV2Kit

/// The Turtle that libraries generate, read back with serd.
@Suite struct TurtleTests {
  private typealias Node = Statement.Node

  /// Writes statements about the resource `urn:s` and returns what serd reads.
  private func read(_ statements: [TurtleStatement]) throws -> [Statement] {
    var turtle = TurtleText(prefixes: [("ex", "urn:ex#")])
    turtle.write("urn:s", statements)
    let folder = try TemporaryFolder(prefix: "lv2kit-test")
    let path = folder.path + "/test.ttl"
    try turtle.text.write(toFile: path, atomically: true, encoding: .utf8)
    let file = withExtendedLifetime(folder) { TurtleFile(path: path, tag: "t") }
    #expect(file.errors.isEmpty, "\(file.errors)\n\(turtle.text)")
    return file.statements
  }

  @Test(arguments: [
    "", "plain", "\"quoted\" \\ back\\slash", "two\nlines\tand\r tabs", "Müller 𝄞 \u{1}", "ends with \"",
  ])
  func textsAreReadBack(text: String) throws {
    let statements = try read([("ex:p", .text(text))])
    #expect(statements.map(\.object) == [.literal(text, datatype: nil, language: nil)])
  }

  @Test(arguments: [0, -0.5, 1, 0.7071, 20_000, 1e-5, -2.5e-7, 1e16, 3.4e38, .leastNormalMagnitude, 16.6667])
  func numbersAreReadBack(value: Float) throws {
    let statements = try read([("ex:p", .number(value))])
    let datatype = "http://www.w3.org/2001/XMLSchema#decimal"
    let object = try #require(statements.first?.object)
    guard case .literal(let text, datatype, nil) = object else {
      Issue.record("\(object)")
      return
    }
    #expect(Float(text) == value)
  }

  /// Adjacent statements with one predicate, nested nodes and a statement after a node.
  @Test func structureIsReadBack() throws {
    let statements = try read([
      (TurtleText.type, .term("ex:A")), (TurtleText.type, .uri("urn:b")),
      ("ex:node", .node([("ex:inner", .node([("ex:p", .integer(1))])), ("ex:p", .integer(2))])),
      ("ex:node", .node([("ex:p", .integer(3))])), ("ex:last", .integer(4)),
    ])
    let type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
    #expect(statements.filter { $0.predicate == type }.map(\.object) == [.uri("urn:ex#A"), .uri("urn:b")])
    let nodes = statements.filter { $0.predicate == "urn:ex#node" }
    #expect(nodes.count == 2 && nodes.allSatisfy { $0.subject == .uri("urn:s") })
    let inner = try #require(statements.first { $0.predicate == "urn:ex#inner" })
    #expect(inner.subject == nodes[0].object)
    func values(_ subject: Node) -> [String] {
      statements.filter { $0.subject == subject && $0.object.isLiteral }.map(\.object.text)
    }
    #expect(values(inner.object) == ["1"] && values(nodes[0].object) == ["2"] && values(nodes[1].object) == ["3"])
    #expect(values(.uri("urn:s")) == ["4"])
  }

  /// The prefix of `lv2-bundle --url` precedes the URIs without a scheme, and no other.
  @Test(arguments: [
    ("urn:a", "urn:b", "urn:c", ["urn:a", "urn:b", "urn:c", "urn:b:effect:preset:one"]),
    ("a", "b", "c", ["http://x/a", "http://x/b", "http://x/c", "http://x/b/effect/preset/one"]),
  ]) func relativeURIsAreCompleted(plugin: String, project: String, interface: String, expected: [String]) throws {
    let project = ProjectDocument(
      uri: project, name: "", summary: "", license: "urn:l", maintainer: "", version: (2, 0))
    let effect = EffectDocument(
      project: project, file: "effect", name: "Effect", pluginClass: .plugin, comment: "",
      presets: [Preset("One", values: [])])
    let document = PluginDocument(uri: plugin, layout: .mono, effect: effect, controls: [], interface: interface)
    let bundle = TurtleBundle([document.completed(by: "http://x/")], binary: "a.so", interfaceBinary: "a-ui.so")
    let text = bundle.files.map(\.text).joined()
    for uri in expected { #expect(text.contains("\n<\(uri)>\n")) }
  }

  /// The layout is in the name only if the effect has several, also if these are effects of their own with the same name.
  @Test(
    arguments: [
      ([("a", .mono)], ["Gain"]), ([("a", .mono), ("a", .stereo)], ["Gain Mono", "Gain Stereo"]),
      ([("a", .mono), ("b", .stereo)], ["Gain Mono", "Gain Stereo"]),
      ([("a", Layout(inputs: 2, sidechains: 1, outputs: 2))], ["Gain"]),
    ] as [([(String, Layout)], [String])])
  func theNameContainsTheLayoutIfThereAreSeveral(plugins: [(file: String, layout: Layout)], expected: [String]) {
    let project = ProjectDocument(
      uri: "urn:p", name: "P", summary: "", license: "urn:l", maintainer: "", version: (2, 0))
    let documents = plugins.enumerated().map { index, plugin in
      let effect = EffectDocument(
        project: project, file: plugin.file, name: "Gain", pluginClass: .plugin, comment: "")
      return PluginDocument(uri: "urn:\(index)", layout: plugin.layout, effect: effect, controls: [])
    }
    let text = TurtleBundle(documents, binary: "a.so").files.map(\.text).joined()
    #expect(text.matches(of: /doap:name "(Gain[^"]*)"/).map { String($0.1) } == expected)
  }
}

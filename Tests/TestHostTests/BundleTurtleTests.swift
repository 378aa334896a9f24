import Foundation
import Support
import TestHost
import Testing

@Suite struct BundleTurtleTests {
  private static let prefixes = """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix ui: <http://lv2plug.in/ns/extensions/ui#> .

    """

  @Test func aStatementHasTheLineOfItsObject() throws {
    let folder = try TemporaryFolder(prefix: "turtle")
    let text = """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> . # a comment

      <urn:first> a lv2:Plugin ;
        lv2:port [
          lv2:portProperty lv2:integer ,
            lv2:toggled
        ] , [ lv2:name \"\"\"two
      lines\"\"\" ] .
      """
    try text.write(toFile: folder.path + "/manifest.ttl", atomically: true, encoding: .utf8)
    let turtle = BundleTurtle(path: folder.path + "/")
    func line(_ text: String) -> Int? { turtle.location { $0.object.text.hasSuffix(text) }?.line }
    #expect(line("#Plugin") == 3 && line("#integer") == 5 && line("#toggled") == 6 && line("lines") == 8)
    #expect(turtle.location { $0.object.text == "absent" } == nil)
  }

  /// Two plug-ins with a description each. The first has a window, which has a file of its own. A preset is for both.
  private func files(for plugin: String?) throws -> Set<String> {
    let folder = try TemporaryFolder(prefix: "turtle")
    let texts = [
      "manifest.ttl": """
      <urn:first> a lv2:Plugin ; rdfs:seeAlso <first.ttl> .
      <urn:second> a lv2:Plugin ; rdfs:seeAlso <second.ttl> .
      <urn:window> a ui:X11UI ; rdfs:seeAlso <window.ttl> .
      <urn:preset> a pset:Preset ; lv2:appliesTo <urn:first> , <urn:second> ; rdfs:seeAlso <preset.ttl> .
      <urn:rest> rdfs:seeAlso <rest.ttl> .
      """,
      "first.ttl": "<urn:first> ui:ui <urn:window> .",
      "second.ttl": "<urn:second> rdfs:label \"Second\" .",
      "window.ttl": "<urn:window> rdfs:label \"Window\" .",
      "preset.ttl": "<urn:preset> rdfs:label \"Preset\" ; lv2:appliesTo <urn:first> , <urn:second> .",
      "rest.ttl": "<urn:rest> rdfs:label \"Rest\" .",
    ]
    for (name, text) in texts {
      try (Self.prefixes + text).write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
    }
    return withExtendedLifetime(folder) { Set(BundleTurtle(path: folder.path + "/", plugin: plugin).files.keys) }
  }

  @Test func aPluginHasItsFilesAndThoseOfItsWindowAndPresets() throws {
    #expect(try files(for: "urn:first") == ["manifest.ttl", "first.ttl", "window.ttl", "preset.ttl"])
    #expect(try files(for: "urn:second") == ["manifest.ttl", "second.ttl", "preset.ttl"])
  }

  @Test func aBundleHasAllFilesThatItsManifestNames() throws {
    #expect(try files(for: nil).count == 6)
  }
}

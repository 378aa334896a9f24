import Foundation
import LV2Kit
import Martlet
import Testing

/// The files of the panels for MOD devices. `make test-browser` shows them in a browser.
@Suite struct PanelTests {
  private static let files = TurtleBundle(documents, binary: "martlet.so").files

  private static let documents = HostedPlugin.ownDocuments

  /// The controls with a knob: all of an effect with few, otherwise the frequencies and gains of its bands, or the first ten.
  private static func knobs(_ document: PluginDocument) -> [String] {
    let inputs = document.controls.filter { $0.kind == .input }.map { "\($0.symbol)" }
    guard inputs.count > 12 else { return inputs }
    guard document.uri.contains("parametric") else { return Array(inputs.prefix(10)) }
    return ["frequency", "gain"].flatMap { name in (1...8).map { "\(name)_\($0)" } }
  }

  private static func text(of name: String) throws -> String {
    try #require(files.first { $0.name == name }, "\(name)").text
  }

  @Test func theManifestNamesTheDescriptionOfThePanels() throws {
    let manifest = try Self.text(of: "manifest.ttl")
    #expect(manifest.components(separatedBy: "<modgui.ttl>").count == Self.documents.count + 1)
    #expect(!manifest.contains("mod-terms.ttl"))
  }

  /// MOD's software permits 11 characters for a brand and 16 for a label.
  @Test func labelsAreShort() throws {
    let turtle = try Self.text(of: "modgui.ttl")
    for (term, limit) in [("mod:brand", 11), ("mod:label", 16)] {
      let texts = turtle.matches(of: try Regex("\t\(term) \"([^\"]*)\"")).map { $0.output[1].substring ?? "" }
      #expect(texts.count == Self.documents.count)
      #expect(texts.allSatisfy { (1...limit).contains($0.count) }, "\(texts)")
    }
  }

  @Test func allNamedFilesAreInTheBundle() throws {
    _ = BuiltBundle.library
    let names = try Self.text(of: "modgui.ttl").matches(of: /<(modgui[^>]*)>/).map { String($0.output.1) }
    #expect(Set(names).count == 1 + 3 * Self.documents.count + 2)
    for name in names {
      #expect(FileManager.default.fileExists(atPath: BuiltBundle.folder.appending(path: name).path), "\(name)")
    }
  }

  /// Each control of the panel has a knob and its texts, each control output of the effect a text, and each audio port and MIDI a jack.
  /// The range of a note is not shown.
  @Test(arguments: documents) func everyPortIsOnThePanel(document: PluginDocument) throws {
    let name = try #require(document.uri.split(separator: ":").last)
    let html = try Self.text(of: "modgui/\(name).html")
    let symbols = html.matches(of: /mod-port-symbol="(\w+)"/).map { String($0.output.1) }
    let inputs = Self.knobs(document)
    let channels = document.layout.outputs == 1 ? [""] : ["_left", "_right"]
    let events = document.events.midiInput ? ["events_in"] : []
    let sides = [(document.layout.inputs, "in"), (document.layout.sidechains, "sidechain")].filter { $0.0 > 0 }.map(\.1)
    let jacks = sides.flatMap { side in channels.map { "\(side)\($0)" } } + events + channels.map { "out\($0)" }
    #expect(symbols == inputs.flatMap { Array(repeating: $0, count: $0 == "note" ? 2 : 4) } + jacks)
    let outputs = html.matches(of: /data-output="(\w+)"/).map { String($0.output.1) }
    let readouts = document.controls.filter { $0.kind == .output && "\($0.group)".isEmpty }
    #expect(outputs == readouts.map { "\($0.symbol)" })
    for role in ["bypass", "bypass-light", "drag-handle"] { #expect(html.contains("mod-role=\"\(role)\"")) }
  }
}

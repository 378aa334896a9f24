import EffectViews
import Foundation
import LV2Kit
import Testing

@testable import Views

/// The presets that a window reads from the files of its bundle.
@Suite struct PresetReaderTests {
  private let bundle = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Bundles/martlet.lv2")

  private func presets(_ plugin: String, _ view: EffectView, in bundle: String) -> [PanelPreset] {
    PresetReader.presets(of: plugin, in: bundle, view.ports)
  }

  /// The label and the values of each preset are those of the files, which the generator writes.
  @Test(arguments: ["stereo", "mono"]) func thePresetsOfTheBundleAreRead(layout: String) throws {
    let view = ParametricEQView(isStereo: layout == "stereo", rate: 48_000)
    let presets = presets("urn:martlet:parametric-eq-\(layout)", view, in: bundle.path)
    let text = try String(contentsOf: bundle.appending(path: "parametric-eq-\(layout)-presets.ttl"), encoding: .utf8)
    #expect(presets.map { $0.name.string } == text.matches(of: /rdfs:label "(.*)"/).map { String($0.output.1) })
    #expect(presets.count > 5)
    let values = text.matches(of: /lv2:symbol "(\w+)" ;\s*pset:value ([-0-9.e]+)/)
    var place = 0
    for preset in presets {
      for (port, value) in preset.values {
        #expect("\(view.ports[port].symbol)" == values[place].output.1)
        #expect(try abs(value - #require(Float(values[place].output.2))) <= 1e-4 * abs(value))
        place += 1
      }
    }
    #expect(place == values.count)
  }

  /// One file has the presets of both layouts of the other effects.
  @Test func presetsOfOtherPlugInsAreOmitted() {
    let view = PeakingEQView(rate: 48_000)
    #expect(presets("urn:martlet:peaking-eq-stereo", view, in: bundle.path).count == 10)
    #expect(presets("urn:martlet:peaking", view, in: bundle.path).isEmpty)
    #expect(presets("urn:martlet:peaking-eq-stereo", view, in: "/does/not/exist").isEmpty)
  }

  /// Files that are cut off, or are no Turtle, are read to their end.
  @Test func damagedFilesAreSafe() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let manifest = try Data(contentsOf: bundle.appending(path: "manifest.ttl"))
    let presets = try Data(contentsOf: bundle.appending(path: "peaking-eq-presets.ttl"))
    try manifest.write(to: folder.appending(path: "manifest.ttl"))
    let view = PeakingEQView(rate: 48_000)
    for length in stride(from: 0, through: presets.count, by: 97) {
      try presets.prefix(length).write(to: folder.appending(path: "peaking-eq-presets.ttl"))
      #expect(self.presets("urn:martlet:peaking-eq-mono", view, in: folder.path).count <= 10)
    }
    for text in [
      "<", "\"", "\"\\", "] ] [ . ;", "<a> a pset:Preset ; lv2:port [ lv2:symbol \"gain\" ; pset:value x ] .",
    ] {
      try Data(text.utf8).write(to: folder.appending(path: "manifest.ttl"))
      #expect(self.presets("a", view, in: folder.path).isEmpty)
    }
  }
}

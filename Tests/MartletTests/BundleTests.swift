import Foundation
import LV2Kit
import Martlet
import Support
import Testing

/// The Turtle files and the presets of the bundle.
@Suite struct BundleTests {
  /// The command plug-in writes what LV2Kit generates.
  @Test func theTurtleMatchesTheDeclarations() throws {
    _ = BuiltBundle.library
    let names = try FileManager.default.contentsOfDirectory(atPath: BuiltBundle.folder.path).filter {
      $0.hasSuffix(".ttl")
    }
    let files = TurtleBundle(documents, binary: "martlet.so", interfaceBinary: "martlet-ui.so").files
    #expect(Set(files.map(\.name)) == Set(names))
    for file in files {
      #expect(try String(contentsOf: BuiltBundle.folder.appending(path: file.name), encoding: .utf8) == file.text)
    }
  }

  @Test func theTurtleConformsToTheSpecifications() throws {
    _ = BuiltBundle.library
    let files = try FileManager.default.contentsOfDirectory(atPath: BuiltBundle.folder.path)
      .filter { $0.hasSuffix(".ttl") }.map { BuiltBundle.folder.appending(path: $0).path }
    #expect(files.count == 1 + 2 * Set(documents.map(\.effect.file)).count)
    let result = Command.run("sh", "-c", "lv2_validate \(files.joined(separator: " "))")
    #expect(result.output.contains("Found 0 errors"), "\(result.output)")
  }

  @Test(arguments: HostedPlugin.ownDocuments) func ownEffectsHaveSixPresets(document: PluginDocument) {
    #expect(document.effect.presets.count >= 6)
  }

  /// For noise with about the spectrum of music, the output level is at most 9 dB above and 12 dB below the input
  /// level.
  @Test(arguments: HostedPlugin.ownDocuments.filter { $0.layout == .mono })
  func presetsOfOwnEffectsKeepTheLevel(document: PluginDocument) throws {
    let inputs = document.controls.filter { $0.kind == .input }
    var pink: [Float] = []
    var low: Float = 0
    for sample in Signals.noise(96_000, seed: 7) {
      low += 0.02 * (sample - low)
      pink.append(low * 4 + sample * 0.2)
    }
    for preset in document.effect.presets {
      let plugin = HostedPlugin(document.uri)
      for (port, value) in zip(inputs, preset.values) { plugin[port.symbol.description] = value }
      plugin.activate()
      let change = Signals.level(plugin.process([pink])[0]) - Signals.level(pink)
      #expect(change < 9, "\(preset.name): \(change) dB")
      #expect(change > -12, "\(preset.name): \(change) dB")
    }
  }
}

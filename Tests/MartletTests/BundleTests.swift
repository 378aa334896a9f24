import Foundation
import LV2Kit
import Martlet
import Support
import Testing

/// The Turtle files and the presets of the bundle.
@Suite struct BundleTests {
  @Test func theTurtleMatchesTheDeclarations() {
    let ttl = BuiltBundle.root.appending(path: ".build/debug/lv2ttl").path
    let check = Command.run(ttl, "--check", BuiltBundle.folder.path)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func staleAndUnexpectedTurtleIsReported() throws {
    let folder = try TemporaryFolder(prefix: "martlet-test")
    defer { withExtendedLifetime(folder) {} }
    let copy = URL(filePath: folder.path)
    for name in try FileManager.default.contentsOfDirectory(atPath: BuiltBundle.folder.path) {
      try FileManager.default.copyItem(
        at: BuiltBundle.folder.appending(path: name), to: copy.appending(path: name))
    }
    let file = copy.appending(path: "comb.ttl")
    try String(contentsOf: file, encoding: .utf8).replacing("1000.0", with: "1001.0")
      .write(to: file, atomically: true, encoding: .utf8)
    try Data().write(to: copy.appending(path: "stray.ttl"))
    let ttl = BuiltBundle.root.appending(path: ".build/debug/lv2ttl").path
    let check = Command.run(ttl, "--check", copy.path)
    #expect(check.status == 1)
    #expect(check.output.contains("comb.ttl") && check.output.contains("stray.ttl"))
    #expect(!check.output.contains("lowpass.ttl"))
  }

  @Test func theTurtleConformsToTheSpecifications() throws {
    _ = BuiltBundle.library
    let files = try FileManager.default.contentsOfDirectory(atPath: BuiltBundle.folder.path)
      .filter { $0.hasSuffix(".ttl") }.map { BuiltBundle.folder.appending(path: $0).path }
    #expect(files.count == 1 + 2 * Set(documents.map(\.effect.file)).count)
    let result = Command.run("sh", "-c", "lv2_validate \(files.joined(separator: " "))")
    #expect(result.output.contains("Found 0 errors"), "\(result.output)")
  }

  @Test func presetsAreValid() {
    for document in documents {
      let inputs = document.controls.filter { $0.direction == .input }
      let names = Set(document.effect.presets.map(\.name))
      #expect(names.count == document.effect.presets.count)
      for preset in document.effect.presets {
        #expect(preset.values.count == inputs.count, "\(preset.name)")
        for (port, value) in zip(inputs, preset.values) { #expect(port.sanitized(value) == value, "\(preset.name)") }
      }
    }
  }

  @Test(arguments: HostedPlugin.ownDocuments) func ownEffectsHaveSixPresets(document: PluginDocument) {
    #expect(document.effect.presets.count >= 6)
  }

  /// For noise with about the spectrum of music, the output level is at most 9 dB above and 12 dB below the input
  /// level.
  @Test(arguments: HostedPlugin.ownDocuments.filter { $0.layout == .mono })
  func presetsOfOwnEffectsKeepTheLevel(document: PluginDocument) throws {
    let inputs = document.controls.filter { $0.direction == .input }
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

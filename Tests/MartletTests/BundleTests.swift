import Foundation
import LV2Kit
import Martlet
import Testing

/// The bundle as a folder: Turtle, presets.
@Suite struct BundleTests {
  @Test func turtleIsWhatSwiftDeclares() {
    let ttl = BuiltBundle.root.appending(path: ".build/debug/lv2ttl").path
    let check = Command.run(ttl, "--check", BuiltBundle.folder.path)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func staleTurtleIsFound() throws {
    let copy = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: BuiltBundle.folder.path) {
      try FileManager.default.copyItem(
        at: BuiltBundle.folder.appending(path: name), to: copy.url.appending(path: name))
    }
    let file = copy.url.appending(path: "comb.ttl")
    try String(contentsOf: file, encoding: .utf8).replacing("1000.0", with: "1001.0")
      .write(to: file, atomically: true, encoding: .utf8)
    try Data().write(to: copy.url.appending(path: "stray.ttl"))
    let ttl = BuiltBundle.root.appending(path: ".build/debug/lv2ttl").path
    let check = Command.run(ttl, "--check", copy.url.path)
    #expect(check.status == 1)
    #expect(check.output.contains("comb.ttl") && check.output.contains("stray.ttl"))
    #expect(!check.output.contains("lowpass.ttl"))
  }

  @Test func validatesAgainstTheSpecifications() throws {
    _ = BuiltBundle.library
    let files = try FileManager.default.contentsOfDirectory(atPath: BuiltBundle.folder.path)
      .filter { $0.hasSuffix(".ttl") }.map { BuiltBundle.folder.appending(path: $0).path }
    #expect(files.count == 7)
    let result = Command.run("sh", "-c", "lv2_validate \(files.joined(separator: " "))")
    #expect(result.output.contains("Found 0 errors"), "\(result.output)")
  }

  @Test func everyEffectHasPresets() {
    for document in documents {
      let inputs = document.controls.filter { $0.direction == .input }
      #expect(document.effect.presets.count >= 6)
      let names = Set(document.effect.presets.map(\.name))
      #expect(names.count == document.effect.presets.count)
      for preset in document.effect.presets {
        #expect(preset.values.count == inputs.count, "\(preset.name)")
        for (port, value) in zip(inputs, preset.values) { #expect(port.sanitized(value) == value, "\(preset.name)") }
      }
    }
  }

  /// No preset is a surprise: on pink-ish noise, the average of music, none is more than 9 dB louder than the input; all
  /// but those that leave a part of the sound on purpose stay within 12 dB below it.
  @Test(arguments: documents.filter { $0.layout == .mono }.map(\.uri)) func presetsKeepTheLevel(uri: String) throws {
    let document = try #require(documents.first { $0.uri == uri })
    let inputs = document.controls.filter { $0.direction == .input }
    var pink: [Float] = []
    var low: Float = 0
    for sample in Signals.noise(96_000, seed: 7) {
      low += 0.02 * (sample - low)
      pink.append(low * 4 + sample * 0.2)
    }
    for preset in document.effect.presets {
      let plugin = HostedPlugin(String(uri.dropFirst("urn:martlet:".count)))
      for (port, value) in zip(inputs, preset.values) { plugin[port.symbol.description] = value }
      plugin.activate()
      let change = Signals.level(plugin.process([pink])[0]) - Signals.level(pink)
      #expect(change < 9, "\(preset.name): \(change) dB")
      #expect(change > -12, "\(preset.name): \(change) dB")
    }
  }
}

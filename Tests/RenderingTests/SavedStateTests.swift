import Foundation
import Testing

@testable import Rendering

/// States that hosts saved, in the form of lilv.
@Suite struct SavedStateTests {
  let tool: Tool

  init() throws {
    tool = try Tool()
    let result = try tool.run("--noise", "--seconds", "1", "-r", "8000", "-e", "float", "in.wav")
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Writes a state of a plug-in of the fixture bundle to the file state.ttl of a folder.
  private func write(_ folder: String, of plugin: String, _ statements: String) throws {
    try FileManager.default.createDirectory(atPath: tool.path(folder), withIntermediateDirectories: false)
    try """
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
    <> a pset:Preset ; lv2:appliesTo <\(FixtureBundle.prefix)\(plugin)> ; \(statements) .
    """.write(toFile: tool.path("\(folder)/state.ttl"), atomically: true, encoding: .utf8)
  }

  @Test(arguments: ["saved", "saved/state.ttl"]) func controlsAreSet(_ path: String) throws {
    try write("saved", of: "gain", "lv2:port [ lv2:symbol \"amount\" ; pset:value 0.5 ]")
    let gain = FixtureBundle.prefix + "gain"
    let result = try tool.run("in.wav", "out.wav", "-p", gain, "--state", path)
    #expect(result.status == 0, "\(result.errors)")
    let input = try tool.samples("in.wav")[0]
    #expect(input.contains { abs($0) > 0.2 })
    #expect(try tool.samples("out.wav")[0] == input.map { $0 * 0.5 })
    #expect(try tool.run("in.wav", "out.wav", "-p", gain, "amount=3", "--state", path).status == 0)
    #expect(try tool.samples("out.wav")[0] == input.map { $0 * 3 })
  }

  @Test func propertiesAreRestored() throws {
    try write(
      "saved", of: "state", "state:state [ <\(FixtureBundle.prefix)factor> \"0.25\"^^xsd:float ]")
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "state", "--state", "saved")
    #expect(result.status == 0, "\(result.errors)")
    let input = try tool.samples("in.wav")[0]
    #expect(try tool.samples("out.wav")[0] == input.map { $0 * 0.25 })
  }

  @Test func otherFilesAreRefused() throws {
    try write("other", of: "state", "state:state [ <\(FixtureBundle.prefix)factor> \"0.25\"^^xsd:float ]")
    let gain = FixtureBundle.prefix + "gain"
    for (path, message) in [
      ("other", "other is a state of \(FixtureBundle.prefix)state, not of Test gain"),
      ("in.wav", "in.wav is not a state that a host saved"), ("none", "none is not a state that a host saved"),
      (".", ". is not a state that a host saved"),
    ] {
      let result = try tool.run("in.wav", "out.wav", "-p", gain, "--state", path)
      #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
    }
    let result = try tool.run("in.wav", "other/state.ttl", "-f", "wav", "-p", gain, "--state", "other/state.ttl")
    #expect(result.status == 2 && result.errors.contains("is the state"), "\(result.errors)")
    #expect(!tool.files.contains("out.wav"))
  }
}

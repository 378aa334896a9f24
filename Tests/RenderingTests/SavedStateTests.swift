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

  // MARK: Sessions of Ardour

  /// A session in the form that Ardour 7.3 writes, with the plug-in once on the first track and twice on the second one.
  private func writeSession(_ plugin: String, state: String = "") throws {
    func processor(_ id: Int, _ value: Double) -> String {
      """
      <Processor id="\(id)" name="Test &#38; gain" type="lv2" unique-id="\(FixtureBundle.prefix)\(plugin)" count="1">
        <Automation><AutomationList id="9"><events><![CDATA[0 > <b>]]></events></AutomationList></Automation>
        <lv2 last-preset-uri="" \(state)><Port symbol="amount" value="\(value)"/></lv2>
        <Controllable name="Amount" id="8" symbol="amount"/>
      </Processor>
      """
    }
    try """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- <Route> -->
    <Session version="7002" name="mix"><Routes>
      <Route name="Master"/><Route name="Lead &amp; vocals"><Processor id="3" name="Amp" type="amp"/>\(processor(4, 0.5))</Route>
      <Route name="Bass">\(processor(5, 0.25))\(processor(6, 2))</Route>
    </Routes></Session>
    """.write(toFile: tool.path("mix.ardour"), atomically: true, encoding: .utf8)
  }

  @Test(arguments: [("#Lead & vocals", 0.5), ("#4", 0.5), ("#6", 2)]) func aSessionSetsControls(
    _ name: String, _ gain: Float
  )
    throws
  {
    try writeSession("gain")
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "gain", "--state", "mix.ardour\(name)")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try tool.samples("out.wav")[0] == tool.samples("in.wav")[0].map { $0 * gain })
  }

  /// The folder of the state is in that of the session, and has the number of the processor.
  @Test func aSessionRestoresProperties() throws {
    try writeSession("state", state: "state-dir=\"state2\"")
    try FileManager.default.createDirectory(atPath: tool.path("plugins/5"), withIntermediateDirectories: true)
    try write("plugins/5/state2", of: "state", "state:state [ <\(FixtureBundle.prefix)factor> \"0.25\"^^xsd:float ]")
    let result = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "state", "--state", "mix.ardour#5")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try tool.samples("out.wav")[0] == tool.samples("in.wav")[0].map { $0 * 0.25 })
    let missing = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "state", "--state", "mix.ardour#4")
    #expect(missing.status == 2 && missing.errors.contains("plugins/4/state2 is not a state that a host saved"))
  }

  @Test func unclearSessionsAreRefused() throws {
    try writeSession("gain")
    let text = try String(contentsOfFile: tool.path("mix.ardour"), encoding: .utf8)
    for (name, content) in [
      ("cut", String(text.prefix(text.utf8.count - 20))), ("other", "<a></a>"),
      ("crossed", "<Session><b></Session></b>"),
      ("empty", ""), ("text", "no markup"), ("two", "<Session/><Session/>"), ("entity", "<Session name=\"&no;\"/>"),
    ] {
      try content.write(toFile: tool.path("\(name).ardour"), atomically: true, encoding: .utf8)
    }
    let broken = ["cut", "other", "crossed", "empty", "text", "two", "entity"]
    let gain = FixtureBundle.prefix + "gain"
    for (path, status, message) in [
      (
        "mix.ardour", 2,
        "mix.ardour has 3 settings of Test gain; add one of these to the path: #4 on 'Lead & vocals', #5 on"
      ),
      ("mix.ardour#Bass", 2, "has 2 settings of Test gain; add one of these to the path: #5 on 'Bass', #6 on 'Bass'."),
      ("mix.ardour#Drums", 2, "has no settings of Test gain with the name 'Drums'; there are #4 on"),
      ("none.ardour", 1, "none.ardour: No such file or directory"),
    ] + broken.map({ ("\($0).ardour", 1, "\($0).ardour: The file is not a session of Ardour") }) {
      let result = try tool.run("in.wav", "out.wav", "-p", gain, "--state", path)
      #expect(result.status == status && result.errors.contains(message), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    let state = try tool.run("in.wav", "out.wav", "-p", FixtureBundle.prefix + "state", "--state", "mix.ardour")
    #expect(state.status == 2 && state.errors.contains("mix.ardour has no settings of"), "\(state.errors)")
    let overwritten = try tool.run("in.wav", "mix.ardour", "-f", "wav", "-p", gain, "--state", "mix.ardour#4")
    #expect(overwritten.status == 2 && overwritten.errors.contains("is the state"), "\(overwritten.errors)")
    #expect(!tool.files.contains("out.wav"))
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

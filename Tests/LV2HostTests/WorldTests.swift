import Glibc
import Testing

@testable import LV2Host

@Suite struct WorldTests {
  @Test(.enabled(if: InstalledPlugins.hasExamples, "lv2-examples is not installed"))
  func describesTheExampleAmplifier() throws {
    let world = try World(bundles: [InstalledPlugins.directory + "eg-amp.lv2"])
    #expect(world.pluginURIs == [InstalledPlugins.exampleAmp])
    let amp = try world.description(of: InstalledPlugins.exampleAmp)
    #expect(amp.name == "Simple Amplifier")
    #expect(amp.bundlePath == "/usr/lib/lv2/eg-amp.lv2/")
    #expect(amp.binaryPath == "/usr/lib/lv2/eg-amp.lv2/amp.so")
    #expect(amp.classLabel == "Amplifier Plugin")
    #expect(amp.hardRTCapable)
    #expect(amp.ports.map(\.symbol) == ["gain", "in", "out"])
    let gain = try #require(amp.port(symbol: "gain"))
    #expect(gain.kind == .control && gain.direction == .input)
    #expect(gain.range(rate: 48_000) == -90...24)
    #expect(gain.initialValue(rate: 48_000) == 0)
    #expect(gain.unit == "dB")
    #expect(gain.scalePoints.map(\.value) == [-10, -5, 0, 5])
    #expect(amp.ports(.audio, .input).map(\.index) == [1])
    #expect(amp.ports(.audio, .output).map(\.index) == [2])
  }

  @Test func unknownBundlesAndPluginsAreErrors() throws {
    #expect(throws: HostError.notABundle(path: "/nonexistent.lv2")) { try World(bundles: ["/nonexistent.lv2"]) }
    let world = try World(bundles: [])
    for uri in ["urn:nobody", "not a uri", "", ":"] {
      #expect(throws: HostError.unknownPlugin(uri: uri)) { try world.description(of: uri) }
    }
  }
}

/// Installed plug-ins of other authors, for tests that require them.
enum InstalledPlugins {
  static let directory = "/usr/lib/lv2/"
  static let exampleAmp = "http://lv2plug.in/plugins/eg-amp"
  static let hasExamples = access(directory + "eg-amp.lv2/manifest.ttl", R_OK) == 0
}

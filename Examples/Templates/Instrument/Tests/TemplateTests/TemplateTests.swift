import LV2Kit
import LV2KitTesting
import Template
import Testing

@Suite struct TemplateTests {
  /// A held note sounds, and is silent after its release: -100 dB are five thirds of the time of 60 dB.
  @Test func aNoteSoundsUntilItsRelease() throws {
    let host = try #require(EffectHost(Template.self, Layout(inputs: 0, outputs: 1)))
    host.set(.release, to: 0.1)
    let output = host.process(
      messages: [
        (1000, .noteOn(channel: 0, note: 69, velocity: 127)), (20_000, .noteOff(channel: 0, note: 69, velocity: 0)),
      ], frames: 40_000
    ).audio[0]
    #expect(output[..<1000].allSatisfy { $0 == 0 })
    #expect(output[19_000..<20_000].contains { abs($0) > 0.1 })
    #expect(output[28_100...].allSatisfy { $0 == 0 })
  }
}

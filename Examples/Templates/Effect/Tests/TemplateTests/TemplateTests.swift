import LV2KitTesting
import Template
import Testing

@Suite struct TemplateTests {
  @Test func theGainIsTheDeclaredLevel() throws {
    let host = try #require(EffectHost(Template.self, .stereo))
    host.set(.gain, to: 6.0206)
    let output = host.process([[0.25, -0.5], [0.125, 1]])
    for (channel, expected) in zip(output.audio, [[0.5, -1], [0.25, 2]]) {
      for (sample, value) in zip(channel, expected) { #expect(abs(Double(sample) / value - 1) < 1e-5) }
    }
  }
}

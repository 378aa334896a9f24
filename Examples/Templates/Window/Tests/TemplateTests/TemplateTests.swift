import LV2KitTesting
import Template
import Testing

@Suite struct TemplateTests {
  /// Low frequencies pass, high ones do not.
  @Test func highFrequenciesAreRemoved() throws {
    let host = try #require(EffectHost(Template.self))
    let constant = host.process([[Float](repeating: 0.5, count: 20_000)]).audio[0]
    #expect(abs(constant[19_999] - 0.5) < 1e-5)
    host.activate()
    let fastest = host.process([(0..<20_000).map { $0 % 2 == 0 ? 0.5 : -0.5 }]).audio[0]
    #expect(abs(fastest[19_999]) < 1e-5)
  }
}

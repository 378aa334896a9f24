import LV2Kit
import LV2KitTesting
import Template
import Testing

@Suite struct TemplateTests {
  /// The end of a note has the shift of its start, although the control has moved.
  @Test func aNoteEndsWhereItBegan() throws {
    let host = try #require(EffectHost(Template.self, Layout(inputs: 0, outputs: 0)))
    let first = host.process(messages: [(10, .noteOn(channel: 3, note: 60, velocity: 100))], frames: 256)
    #expect(first.messages.map(\.frame) == [10])
    #expect(first.messages.map(\.message) == [.noteOn(channel: 3, note: 72, velocity: 100)])
    host.set(.shift, to: -5)
    let second = host.process(
      messages: [
        (300, .noteOff(channel: 3, note: 60, velocity: 0)), (300, .noteOn(channel: 3, note: 60, velocity: 90)),
      ], frames: 512)
    #expect(
      second.messages.map(\.message) == [
        .noteOff(channel: 3, note: 72, velocity: 64), .noteOn(channel: 3, note: 55, velocity: 90),
      ])
  }
}

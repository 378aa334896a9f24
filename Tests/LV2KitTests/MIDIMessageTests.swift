import Testing

@testable import LV2Kit

@Suite struct MIDIMessageTests {
  private func read(_ bytes: [UInt8]) -> MIDIMessage? { bytes.withUnsafeBytes { MIDIMessage(bytes: $0) } }

  /// Every status byte with small and large data bytes.
  @Test func allChannelMessagesAreReadBack() throws {
    for status in UInt8(0x80)..<0xf0 {
      for (first, second) in [(0, 1), (127, 127), (64, 3)] as [(UInt8, UInt8)] {
        let message = try #require(read([status, first, second]))
        let count = status & 0xe0 == 0xc0 ? 2 : 3
        #expect(message.encoded == Array([status, first, second].prefix(count)))
      }
    }
    #expect(read([0x91, 5, 0]) == .noteOff(channel: 1, note: 5, velocity: 0))
    #expect(read([0xe0, 0, 64]) == .pitchBend(channel: 0, bend: 0))
  }

  @Test(arguments: [
    [], [0x90], [0x90, 60], [60, 60, 60], [0xf0, 1, 2], [0xff], [0x90, 200, 1], [0x90, 1, 200], [0xc0],
  ])
  func otherBytesAreNoMessage(bytes: [UInt8]) { #expect(read(bytes) == nil) }

  @Test func valuesAboveTheirRangeAreLimited() {
    #expect(MIDIMessage.noteOn(channel: 99, note: 200, velocity: 255).encoded == [0x9f, 127, 127])
    #expect(MIDIMessage.pitchBend(channel: 0, bend: .max).encoded == [0xe0, 127, 127])
    #expect(MIDIMessage.pitchBend(channel: 0, bend: .min).encoded == [0xe0, 0, 0])
  }

  @Test func notesHaveTheFrequenciesOfEqualTemperament() {
    for note in UInt8(0)..<128 {
      var expected = 440.0
      let ratio = 1.0594630943592953
      for _ in 0..<abs(Int(note) - 69) { expected = note < 69 ? expected / ratio : expected * ratio }
      // The constants have seven digits.
      #expect(abs(Double(MIDIMessage.frequency(ofNote: note)) / expected - 1) < 2e-7)
    }
  }
}

/// The notes that the event output has started and not ended.
struct StartedNotes {
  /// One bit for each note of each channel.
  private var bits = InlineArray<32, UInt64>(repeating: 0)

  static var count: Int { 2048 }

  subscript(index: Int) -> Bool {
    get { bits[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set { bits[index >> 6] = bits[index >> 6] & ~(1 << UInt64(index & 63)) | (newValue ? 1 : 0) << UInt64(index & 63) }
  }

  mutating func record(_ message: MIDIMessage) {
    switch message {
    case .noteOn(let channel, let note, _): self[Int(channel) * 128 + Int(note)] = true
    case .noteOff(let channel, let note, _): self[Int(channel) * 128 + Int(note)] = false
    // All sound off and all notes off.
    case .controlChange(let channel, let controller, _) where controller == 120 || controller >= 123:
      for word in 2 * Int(channel)..<2 * Int(channel) + 2 { bits[word] = 0 }
    default: break
    }
  }

  mutating func reset() { self = StartedNotes() }
}

import CCLAP

/// Translates the notes of CLAP to MIDI, and remembers which notes sound: an event can concern several of them.
struct ClapNotes {
  /// A bit for each key of each channel.
  private var channels = InlineArray<16, (UInt64, UInt64)>(repeating: (0, 0))

  private func sounds(_ channel: Int, _ key: Int) -> Bool {
    let bits = key < 64 ? channels[channel].0 : channels[channel].1
    return bits & 1 << UInt64(key & 63) != 0
  }

  private mutating func set(_ channel: Int, _ key: Int, _ sounds: Bool) {
    let bit: UInt64 = 1 << UInt64(key & 63)
    if key < 64 {
      channels[channel].0 = sounds ? channels[channel].0 | bit : channels[channel].0 & ~bit
    } else {
      channels[channel].1 = sounds ? channels[channel].1 | bit : channels[channel].1 & ~bit
    }
  }

  /// Remembers a note of a MIDI message.
  mutating func follow(_ status: UInt8, _ key: UInt8, _ velocity: UInt8) {
    guard key < 128, status & 0xe0 == 0x80 else { return }
    set(Int(status & 15), Int(key), status & 0x10 != 0 && velocity > 0)
  }

  // MARK: Notes

  mutating func translate(_ note: clap_event_note, at frame: Int, to writer: inout EventWriter) {
    let (channel, key) = (Int(note.channel), Int(note.key))
    if Int(note.header.type) == Int(CLAP_EVENT_NOTE_ON) {
      guard (0..<16).contains(channel), (0..<128).contains(key) else { return }
      set(channel, key, true)
      // A note with velocity 0 is a note, but would end one in MIDI.
      writer.append(0x90 | UInt8(channel), UInt8(key), max(1, Self.data(note.velocity)), at: frame)
      return
    }
    let velocity = Int(note.header.type) == Int(CLAP_EVENT_NOTE_OFF) ? Self.data(note.velocity) : 0
    if (0..<16).contains(channel) && (0..<128).contains(key) {
      set(channel, key, false)
      writer.append(0x80 | UInt8(channel), UInt8(key), velocity, at: frame)
    } else {
      endAll(channel, key, velocity, at: frame, to: &writer)
    }
  }

  /// Ends the notes that an event with wildcards concerns. A negative number is a wildcard.
  private mutating func endAll(
    _ channel: Int, _ key: Int, _ velocity: UInt8, at frame: Int, to writer: inout EventWriter
  ) {
    for index in 0..<16 where channel < 0 || channel == index {
      for note in 0..<128 where (key < 0 || key == note) && sounds(index, note) {
        set(index, note, false)
        writer.append(0x80 | UInt8(index), UInt8(note), velocity, at: frame)
      }
    }
  }

  // MARK: Expressions

  /// Translates an expression to a message for the note or, as MIDI has none for a note, for its channel.
  mutating func translate(_ expression: clap_event_note_expression, at frame: Int, to writer: inout EventWriter) {
    let (channel, key) = (Int(expression.channel), Int(expression.key))
    for index in 0..<16 where channel < 0 || channel == index {
      let isUsed = channels[index].0 | channels[index].1 != 0
      guard channel >= 0 || isUsed else { continue }
      append(expression, UInt8(index), key, at: frame, to: &writer)
    }
  }

  private func append(
    _ expression: clap_event_note_expression, _ channel: UInt8, _ key: Int, at frame: Int, to writer: inout EventWriter
  ) {
    let value = expression.value
    func control(_ controller: UInt8, _ value: Double) {
      writer.append(0xb0 | channel, controller, Self.data(value), at: frame)
    }
    switch Int(expression.expression_id) {
    case Int(CLAP_NOTE_EXPRESSION_PRESSURE):
      if (0..<128).contains(key) {
        writer.append(0xa0 | channel, UInt8(key), Self.data(value), at: frame)
      } else {
        writer.append(0xd0 | channel, Self.data(value), 0, at: frame)
      }
    case Int(CLAP_NOTE_EXPRESSION_TUNING):
      // The usual range of the bend is two semitones.
      let bend = UInt16(max(0, min(16_383, 8192 + (value / 2 * 8192).rounded())))
      writer.append(0xe0 | channel, UInt8(bend & 127), UInt8(bend >> 7), at: frame)
    // 4 is +12 dB; 1 is the usual volume, for which MIDI has 100 of 127.
    case Int(CLAP_NOTE_EXPRESSION_VOLUME): control(7, value * 100 / 127)
    case Int(CLAP_NOTE_EXPRESSION_PAN): control(10, value)
    case Int(CLAP_NOTE_EXPRESSION_VIBRATO): control(1, value)
    case Int(CLAP_NOTE_EXPRESSION_EXPRESSION): control(11, value)
    case Int(CLAP_NOTE_EXPRESSION_BRIGHTNESS): control(74, value)
    default: break
    }
  }

  /// A value from 0 to 1 as 7 bits.
  private static func data(_ value: Double) -> UInt8 {
    value > 0 ? UInt8((min(value, 1) * 127).rounded()) : 0
  }
}

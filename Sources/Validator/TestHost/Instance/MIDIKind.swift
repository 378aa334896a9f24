/// The kind of a MIDI message.
package enum MIDIKind: UInt8, Sendable {
  case noteOff = 0x80
  case noteOn = 0x90
  case keyPressure = 0xA0
  case controlChange = 0xB0
  case programChange = 0xC0
  case channelPressure = 0xD0
  case pitchBend = 0xE0
  case system = 0xF0

  /// - Parameter status: the first byte of the message; nil is the result for other bytes.
  init?(status: UInt8) { self.init(rawValue: status & 0xF0) }

  /// With its article: "a note-on".
  package var text: String {
    switch self {
    case .noteOff: "a note-off"
    case .noteOn: "a note-on"
    case .keyPressure: "key pressure"
    case .controlChange: "a MIDI control change"
    case .programChange: "a program change"
    case .channelPressure: "channel pressure"
    case .pitchBend: "pitch bend"
    case .system: "a MIDI system message"
    }
  }
}

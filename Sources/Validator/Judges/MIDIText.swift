import Scenarios

/// A MIDI message in a sentence.
package enum MIDIText {
  /// "note-off 60 (channel 1) at frame 12", or that there is none.
  package static func text(_ event: Take.Event?) -> String {
    event.map { "\(text($0.body)) at frame \($0.frame)" } ?? "no further message"
  }

  /// "note-on 60 (velocity 100, channel 1)".
  package static func text(_ message: [UInt8]) -> String {
    guard let status = message.first, status < 0xF0, message.count >= 2 else {
      return
        "the MIDI message \(message.prefix(4).map { String($0, radix: 16, uppercase: true) }.joined(separator: " "))"
    }
    let channel = "channel \(status & 0x0F + 1)"
    let value = message.count > 2 ? message[2] : 0
    switch status & 0xF0 {
    case 0x80: return "note-off \(message[1]) (\(channel))"
    case 0x90: return "note-on \(message[1]) (velocity \(value), \(channel))"
    case 0xB0: return "controller \(message[1]) = \(value) (\(channel))"
    case 0xC0: return "program change \(message[1]) (\(channel))"
    default: return "status \(String(status & 0xF0, radix: 16, uppercase: true)) (\(channel))"
    }
  }
}

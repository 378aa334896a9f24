/// The notes that sound according to the MIDI messages at the outputs of a plug-in.
///
/// A note sounds until its note-off, a note-on of velocity 0, or a channel mode message that ends all notes of its channel.
package struct SoundingNotes: Sendable, Equatable {
  package struct Note: Sendable, Hashable, Comparable {
    package let port: Int
    /// From 0.
    package let channel: UInt8
    package let key: UInt8

    package static func < (one: Note, other: Note) -> Bool {
      (one.port, one.channel, one.key) < (other.port, other.channel, other.key)
    }
  }

  /// The frame of the first note-on of each note that sounds.
  package private(set) var starts: [Note: Int] = [:]

  package init() {}

  package var notes: Set<Note> { Set(starts.keys) }

  /// The notes that have sounded since a frame or longer.
  package func notes(since frame: Int) -> [Note] { starts.filter { $0.value <= frame }.map(\.key) }

  /// - Parameters:
  ///   - message: one MIDI message; incomplete ones have no effect.
  ///   - frame: its time.
  package mutating func receive(_ message: some Collection<UInt8>, port: Int, at frame: Int) {
    let bytes = Array(message.prefix(3))
    guard bytes.count == 3 else { return }
    let channel = bytes[0] & 0x0F
    let note = Note(port: port, channel: channel, key: bytes[1])
    switch bytes[0] & 0xF0 {
    case 0x90 where bytes[2] > 0: starts[note] = starts[note] ?? frame
    case 0x80, 0x90: starts[note] = nil
    case 0xB0 where Self.endsNotes(bytes[1]):
      starts = starts.filter { $0.key.port != port || $0.key.channel != channel }
    default: break
    }
  }

  package mutating func removeAll() { starts = [:] }

  /// All sound off, all notes off, and the modes that end all notes too.
  static func endsNotes(_ controller: UInt8) -> Bool { controller == 120 || (123...127).contains(controller) }
}

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

  package private(set) var notes: Set<Note> = []

  package init() {}

  /// - Parameter message: one MIDI message; incomplete ones have no effect.
  package mutating func receive(_ message: some Collection<UInt8>, port: Int) {
    let bytes = Array(message.prefix(3))
    guard bytes.count == 3 else { return }
    let channel = bytes[0] & 0x0F
    let note = Note(port: port, channel: channel, key: bytes[1])
    switch bytes[0] & 0xF0 {
    case 0x90 where bytes[2] > 0: notes.insert(note)
    case 0x80, 0x90: notes.remove(note)
    case 0xB0 where Self.endsNotes(bytes[1]): notes = notes.filter { $0.port != port || $0.channel != channel }
    default: break
    }
  }

  package mutating func removeAll() { notes = [] }

  /// All sound off, all notes off, and the modes that end all notes too.
  static func endsNotes(_ controller: UInt8) -> Bool { controller == 120 || (123...127).contains(controller) }
}

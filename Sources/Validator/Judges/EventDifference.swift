import LV2Host
import Scenarios

/// The first MIDI message in which two takes differ.
package struct EventDifference {
  package let event: Take.Event?
  package let expected: Take.Event?
  /// Whether both takes have the same notes and kinds of messages at the same frames, and only velocities and values differ.
  package let onlyInData: Bool

  /// Nil if both takes have the same MIDI messages.
  ///
  /// - Parameter midi: the URID of midi:MidiEvent.
  package init?(_ take: Take, from expected: Take, midi: UInt32) {
    let (events, others) = (take.events.filter { $0.type == midi }, expected.events.filter { $0.type == midi })
    guard events != others else { return nil }
    let index = zip(events, others).prefix { $0 == $1 }.count
    event = index < events.count ? events[index] : nil
    self.expected = index < others.count ? others[index] : nil
    onlyInData = events.count == others.count && zip(events, others).allSatisfy(Self.haveSameKind)
  }

  private static func haveSameKind(_ one: Take.Event, _ other: Take.Event) -> Bool {
    let isNote = one.body.first.map { $0 & 0xE0 == 0x80 } ?? false
    return one.port == other.port && one.frame == other.frame && one.body.first == other.body.first
      && (!isNote || one.body.dropFirst().first == other.body.dropFirst().first)
  }
}

extension Take {
  /// The take without the note-offs at its start, of a plug-in that ends the notes of the time before.
  package func withoutLeadingNoteOffs(midi: UInt32) -> Take {
    var take = self
    let leading = events.prefix { event in
      event.type != midi || event.body.first.map { $0 & 0xF0 == 0x80 } == true || Self.endsNotes(event.body)
    }
    take.events.removeFirst(leading.count)
    return take
  }

  private static func endsNotes(_ message: [UInt8]) -> Bool {
    guard message.count == 3 else { return false }
    return message[0] & 0xF0 == 0x90 && message[2] == 0
      || message[0] & 0xF0 == 0xB0 && SoundingNotes.endsNotes(message[1])
  }
}

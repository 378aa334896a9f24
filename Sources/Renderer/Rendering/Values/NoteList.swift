import Performing

/// Notes, written `NOTE@START+LENGTH[,VELOCITY]` and separated by spaces, such as `C4@0+1s 67@500ms+0.25,90`.
///
/// A note is a name, where C4 is middle C, or a number of MIDI from 0 to 127. The velocity is 1 to 127, by default 100.
public struct NoteList: Hashable, Sendable {
  private struct Entry: Hashable {
    let number, velocity: UInt8
    let start, length: TimePoint
  }

  private let entries: [Entry]

  /// Returns nil if the text has another form, or contains no note.
  public init?(_ text: String) {
    var entries: [Entry] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let entry = Self.entry(String(word)) else { return nil }
      entries.append(entry)
    }
    guard !entries.isEmpty else { return nil }
    self.entries = entries
  }

  /// The notes at a sample rate in hertz. A note has at least one frame.
  func notes(rate: Int) -> [Performance.Note] {
    entries.map { entry in
      Performance.Note(
        entry.number, velocity: entry.velocity, start: entry.start.frames(rate: rate),
        length: max(1, entry.length.frames(rate: rate)))
    }
  }

  private static func entry(_ word: String) -> Entry? {
    guard let at = word.lastIndex(of: "@"), let plus = word[at...].firstIndex(of: "+"),
      let number = UInt8(word[..<at]) ?? Pitch.midiNote(String(word[..<at])), number < 128,
      let start = TimePoint(word[word.index(after: at)..<plus])
    else { return nil }
    let parts = word[word.index(after: plus)...].split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let length = TimePoint(parts[0]),
      let velocity = parts.count == 2 ? UInt8(parts[1]) : 100, (1...127).contains(velocity)
    else { return nil }
    return Entry(number: number, velocity: velocity, start: start, length: length)
  }
}

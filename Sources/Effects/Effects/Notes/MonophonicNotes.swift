import LV2Kit

/// The notes that are held, of which the last one sounds, with the pitch bend of its channel.
///
/// It follows MPE (MIDI Polyphonic Expression, MIDI Association, version 1.1): after its configuration message, the bend of the
/// manager channel is added to that of the note's own channel, and the pedal of the manager channel holds the notes of its members.
struct MonophonicNotes {
  struct Note {
    var number: UInt8 = 0
    var channel: UInt8 = 0
    var velocity: UInt8 = 0
    /// Whether only the pedal holds it.
    var isReleased = false
  }

  /// What a message has changed.
  struct Change: OptionSet {
    let rawValue: UInt8

    static var nothing: Change { Change(rawValue: 0) }
    /// Another note sounds, or the same one begins again.
    static var note: Change { Change(rawValue: 1) }
    /// No note is held any more.
    static var end: Change { Change(rawValue: 2) }
    static var bend: Change { Change(rawValue: 4) }
    /// All sound ends.
    static var silence: Change { Change(rawValue: 8) }
  }

  private static var capacity: Int { 16 }

  /// The held notes, the last one at the end.
  private var held = InlineArray<16, Note>(repeating: Note())
  private var count = 0
  /// The last note that has begun, also after its end.
  private(set) var last: Note?
  /// A bit for each channel whose sustain pedal is down.
  private var pedals: UInt16 = 0
  private var bends = ChannelBends()

  /// Whether a note is held.
  var isHeld: Bool { count > 0 }

  /// The bend of the last note, in semitones.
  ///
  /// - Parameter range: the range in semitones, unless a message has set another one.
  func bend(range: Double) -> Double { last.map { bends.semitones($0.channel, range: range) } ?? 0 }

  mutating func receive(_ message: MIDIMessage) -> Change {
    switch message {
    case .noteOn(let channel, let number, let velocity):
      remove { $0.number == number && $0.channel == channel }
      if count == Self.capacity { removeFirst() }
      let note = Note(number: number, channel: channel, velocity: velocity)
      held[count] = note
      count += 1
      last = note
      return .note
    case .noteOff(let channel, let number, _):
      if !bends.concern(pedals, channel) { return release { $0.number == number && $0.channel == channel } }
      for index in 0..<count where held[index].number == number && held[index].channel == channel {
        held[index].isReleased = true
      }
      return .nothing
    case .controlChange(let channel, let controller, let value): return control(channel, controller, value)
    case .pitchBend(let channel, let bend):
      bends.setBend(channel, bend)
      return .bend
    default: return .nothing
    }
  }

  private mutating func control(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) -> Change {
    switch controller {
    case 64 where value >= 64: pedals |= 1 << channel
    case 64: return releasePedal(channel)
    // All sound off.
    case 120: return release { [bends] in bends.concern(1 << channel, $0.channel) }.union(.silence)
    // Reset all controllers.
    case 121:
      bends.setBend(channel, 0)
      bends.resetSelection(channel)
      return releasePedal(channel).union(.bend)
    // All notes off, and the modes that imply it.
    case 123...127: return release { [bends] in bends.concern(1 << channel, $0.channel) }
    default: return bends.receive(channel, controller, value) ? .bend : .nothing
    }
    return .nothing
  }

  private mutating func releasePedal(_ channel: UInt8) -> Change {
    pedals &= ~(1 << channel)
    return release { [bends, pedals] in $0.isReleased && !bends.concern(pedals, $0.channel) }
  }

  /// Ends notes. The last one of those that remain then sounds.
  private mutating func release(_ condition: (Note) -> Bool) -> Change {
    guard count > 0 else { return .nothing }
    let sounding = held[count - 1]
    remove(condition)
    guard count > 0 else { return .end }
    let present = held[count - 1]
    guard present.number != sounding.number || present.channel != sounding.channel else { return .nothing }
    last = present
    return .note
  }

  private mutating func remove(_ condition: (Note) -> Bool) {
    var kept = 0
    for index in 0..<count where !condition(held[index]) {
      held[kept] = held[index]
      kept += 1
    }
    count = kept
  }

  private mutating func removeFirst() {
    for index in 1..<count { held[index - 1] = held[index] }
    count -= 1
  }
}

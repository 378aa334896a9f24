import CCLAP
import CLV2

/// Writes the events of a part of a block as a sequence of LV2.
///
/// SAFETY: the memory exists until `deallocate()`. Events that find no room are lost.
struct EventWriter {
  let memory: UnsafeMutableRawPointer
  private let types: EventTypes
  private var size = 16

  private static var capacity: Int { 1 << 16 }

  init(_ types: EventTypes) {
    self.types = types
    memory = .allocate(byteCount: Self.capacity, alignment: 8)
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: Self.capacity / 8)
    begin()
  }

  func deallocate() { memory.deallocate() }

  /// Removes all events.
  mutating func begin() {
    size = 16
    memory.storeBytes(of: LV2_Atom(size: 8, type: types.sequence), as: LV2_Atom.self)
    memory.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
  }

  /// Appends the events of a queue, which are atoms, at the first frame.
  ///
  /// - Parameter notes: follows the notes among them.
  mutating func append(all queue: MessageQueue, _ notes: inout ClapNotes) {
    while case let count = queue.nextSize, count >= 8, let body = append(types.midi, count - 8, at: 0) {
      queue.pop(to: body - 8)
      let atom = (body - 8).load(as: LV2_Atom.self)
      guard atom.type == types.midi, atom.size == 3 else { continue }
      let bytes = body.load(as: (UInt8, UInt8, UInt8).self)
      notes.follow(bytes.0, bytes.1, bytes.2)
    }
  }

  /// Appends the header of an event and returns the place of its body.
  private mutating func append(_ type: LV2_URID, _ count: Int, at frame: Int) -> UnsafeMutableRawPointer? {
    let padded = 16 + (count + 7) & ~7
    guard size + padded <= Self.capacity else { return nil }
    let place = memory + size
    place.storeBytes(of: Int64(frame), as: Int64.self)
    (place + 8).storeBytes(of: LV2_Atom(size: UInt32(count), type: type), as: LV2_Atom.self)
    size += padded
    memory.storeBytes(of: UInt32(size - 8), as: UInt32.self)
    return place + 16
  }

  /// Appends a MIDI message. A program change and a channel pressure have two bytes.
  mutating func append(_ status: UInt8, _ first: UInt8, _ second: UInt8, at frame: Int) {
    let count = status & 0xe0 == 0xc0 ? 2 : 3
    guard status >= 0x80, let body = append(types.midi, count, at: frame) else { return }
    body.storeBytes(of: status, as: UInt8.self)
    body.storeBytes(of: first, toByteOffset: 1, as: UInt8.self)
    if count == 3 { body.storeBytes(of: second, toByteOffset: 2, as: UInt8.self) }
  }

  /// Appends a system exclusive message.
  mutating func append(_ bytes: UnsafePointer<UInt8>?, _ count: Int, at frame: Int) {
    guard let bytes, count > 0, count < Self.capacity, let body = append(types.midi, count, at: frame) else { return }
    var index = 0
    while index < count {
      body.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self)
      index += 1
    }
  }

  /// Appends a position of the transport. CLAP counts quarters, LV2 the beats of the meter.
  mutating func append(_ position: clap_event_transport, rate: Double, at frame: Int) {
    let flags = TransportFlags(position)
    let count =
      1 + (flags.hasTempo ? 1 : 0) + (flags.hasMeter ? 2 : 0) + (flags.hasBeats ? 2 : 0) + (flags.hasSeconds ? 1 : 0)
    guard let body = append(types.object, 8 + 24 * count, at: frame) else { return }
    body.storeBytes(of: 0, as: UInt32.self)
    body.storeBytes(of: types.position, toByteOffset: 4, as: UInt32.self)
    let unit = flags.hasMeter ? Double(position.tsig_denom) : 4
    var place = body + 8
    write(types.speed, flags.isPlaying ? 1.0 : 0.0, to: &place)
    if flags.hasTempo { write(types.beatsPerMinute, position.tempo * unit / 4, to: &place) }
    if flags.hasMeter {
      write(types.beatsPerBar, Double(position.tsig_num), to: &place)
      write(types.beatUnit, unit, to: &place)
    }
    if flags.hasBeats {
      write(types.bar, Int64(position.bar_number), to: &place)
      write(types.barBeat, max(0, beats(position.song_pos_beats &- position.bar_start) * unit / 4), to: &place)
    }
    if flags.hasSeconds { write(types.frame, Int64((beats(position.song_pos_seconds) * rate).rounded()), to: &place) }
  }

  private func write(_ key: LV2_URID, _ value: Double, to place: inout UnsafeMutableRawPointer) {
    write(key, types.double, value.bitPattern, to: &place)
  }

  private func write(_ key: LV2_URID, _ value: Int64, to place: inout UnsafeMutableRawPointer) {
    write(key, types.long, UInt64(bitPattern: value), to: &place)
  }

  private func write(_ key: LV2_URID, _ type: LV2_URID, _ bits: UInt64, to place: inout UnsafeMutableRawPointer) {
    place.storeBytes(
      of: LV2_Atom_Property_Body(key: key, context: 0, value: LV2_Atom(size: 8, type: type)),
      as: LV2_Atom_Property_Body.self)
    place.storeBytes(of: bits, toByteOffset: 16, as: UInt64.self)
    place += 24
  }
}

/// A time of CLAP, with 31 bits after the point, in quarters or in seconds.
func beats(_ time: Int64) -> Double { Double(time) / 2_147_483_648 }

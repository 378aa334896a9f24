import CLV2

/// An event that the effect receives.
///
/// SAFETY: the atom is valid until `receive(_:at:output:)` returns.
public struct Event {
  let atom: UnsafePointer<LV2_Atom>
  /// The MIDI message, or nil if the event is not a MIDI channel message.
  public let midi: MIDIMessage?

  init(_ atom: UnsafePointer<LV2_Atom>, _ types: AtomTypes) {
    self.atom = atom
    midi =
      atom.pointee.type == types.midi && types.midi != 0
      ? MIDIMessage(bytes: UnsafeRawBufferPointer(start: UnsafeRawPointer(atom) + 8, count: Int(atom.pointee.size)))
      : nil
  }

  init(_ atom: UnsafePointer<LV2_Atom>, midi: MIDIMessage) {
    self.atom = atom
    self.midi = midi
  }

  /// The URID of the atom's type.
  public var type: UInt32 { atom.pointee.type }
  /// The body of the atom.
  public var body: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(atom) + 8, count: Int(atom.pointee.size))
  }
}

/// Sends events through the event output. Runs on the audio thread.
///
/// SAFETY: the state is valid as long as the instance.
public struct EventOutput {
  let state: UnsafeMutablePointer<EventState>

  /// Sends a MIDI message.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - frame: the frame in the host's block. It cannot be before that of the previous event.
  /// - Returns: false if the port is not connected or has no room for the message.
  @discardableResult
  public func send(_ message: MIDIMessage, at frame: Int) -> Bool {
    state.pointee.append(message, at: frame)
  }

  /// Sends a MIDI message of any length, such as a system exclusive one with all bytes from 0xf0 to 0xf7.
  ///
  /// - Returns: false if the port is not connected or has no room for the message.
  @discardableResult
  public func send(bytes: UnsafeRawBufferPointer, at frame: Int) -> Bool {
    send(type: state.pointee.types.midi, body: bytes, at: frame)
  }

  /// Sends an atom, such as an object of a patch message.
  ///
  /// - Parameters:
  ///   - type: the URID of the type, which ``Setup/urid(_:)`` gave in `init`. 0 sends nothing.
  ///   - body: the atom without its size and its type.
  ///   - frame: the frame in the host's block. It cannot be before that of the previous event.
  /// - Returns: false if the port is not connected or has no room for the atom.
  @discardableResult
  public func send(type: UInt32, body: UnsafeRawBufferPointer, at frame: Int) -> Bool {
    state.pointee.append(type: type, size: body.count, at: frame) { place in
      for index in 0..<body.count { place.storeBytes(of: body[index], toByteOffset: index, as: UInt8.self) }
    }
  }

  /// Sends a received event again.
  @discardableResult
  public func send(_ event: Event, at frame: Int) -> Bool { send(type: event.type, body: event.body, at: frame) }
}

/// The events of an instance: the transport, and the sequence that the current cycle writes.
struct EventState {
  let types: AtomTypes
  var rate: Double
  var transport = Transport()
  /// The output sequence, or nil if it is not connected or too small for a header.
  private var sequence: UnsafeMutablePointer<LV2_Atom_Sequence>?
  /// The size of the output buffer in bytes, and of what is written.
  private var capacity = 0
  private var size = 0
  private var lastFrame = 0
  /// The number of frames of this cycle that are processed.
  private(set) var cycleFrame = 0
  /// What the effect must receive again after a bypass; nil for an effect that receives no MIDI messages.
  var memory: MIDIMemory?
  private var sounding = StartedNotes()
  /// Whether notes have to end for which there was no room.
  private var mustEndNotes = false

  init(_ features: Features, _ kinds: EventKinds, rate: Double) {
    types = AtomTypes(features)
    memory = kinds.midiInput ? MIDIMemory() : nil
    self.rate = rate
  }

  func deallocate() { memory?.deallocate() }

  /// Forgets the messages of the past, as in activate().
  mutating func reset() {
    memory?.reset()
    sounding.reset()
    mustEndNotes = false
  }

  /// Ends all notes that the output has started.
  mutating func endNotes(at frame: Int) {
    mustEndNotes = true
    for index in 0..<StartedNotes.count where sounding[index] {
      let channel = UInt8(index >> 7)
      guard append(.noteOff(channel: channel, note: UInt8(index & 127), velocity: 64), at: frame) else { return }
    }
    mustEndNotes = false
  }

  /// Moves the transport and the position in the cycle by `frames` frames.
  mutating func advance(_ frames: Int) {
    transport.advance(frames, rate: rate)
    cycleFrame += frames
  }

  /// Starts a cycle: the sequence in the host's buffer becomes empty.
  mutating func beginCycle(_ output: UnsafeMutablePointer<LV2_Atom_Sequence>?) {
    sequence = nil
    lastFrame = 0
    cycleFrame = 0
    guard let output, types.sequence != 0 else { return }
    capacity = Int(output.pointee.atom.size) + MemoryLayout<LV2_Atom>.size
    size = MemoryLayout<LV2_Atom_Sequence>.size
    guard capacity >= size else { return }
    sequence = output
    output.pointee.atom.type = types.sequence
    output.pointee.atom.size = UInt32(size - MemoryLayout<LV2_Atom>.size)
    output.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
    if mustEndNotes { endNotes(at: 0) }
  }

  /// Appends a MIDI message.
  mutating func append(_ message: MIDIMessage, at frame: Int) -> Bool {
    let bytes = message.bytes
    return append(type: types.midi, size: bytes.count, at: frame) { body in
      body.storeBytes(of: bytes.1, as: UInt8.self)
      body.storeBytes(of: bytes.2, toByteOffset: 1, as: UInt8.self)
      if bytes.count == 3 { body.storeBytes(of: bytes.3, toByteOffset: 2, as: UInt8.self) }
    }
  }

  /// Appends an event and lets `write` fill its body.
  ///
  /// - Returns: false if there is no room.
  mutating func append(type: LV2_URID, size count: Int, at frame: Int, _ write: (UnsafeMutableRawPointer) -> Void)
    -> Bool
  {
    let padded = 16 + (count + 7) & ~7
    guard let sequence, type != 0, size + padded <= capacity else { return false }
    let place = UnsafeMutableRawPointer(sequence) + size
    lastFrame = max(lastFrame, frame)
    place.storeBytes(of: Int64(lastFrame), as: Int64.self)
    (place + 8).storeBytes(of: LV2_Atom(size: UInt32(count), type: type), as: LV2_Atom.self)
    write(place + 16)
    if type == types.midi, let message = MIDIMessage(bytes: UnsafeRawBufferPointer(start: place + 16, count: count)) {
      sounding.record(message)
    }
    size += padded
    sequence.pointee.atom.size = UInt32(size - MemoryLayout<LV2_Atom>.size)
    return true
  }

}

import CLV2

/// A buffer for an atom port, with an `atom:Sequence` in it: owned, of fixed capacity, aligned to 64 bits.
///
/// Give it to a port, then before each run call `clear()` (and append) for an input or `prepareForOutput()` for an
/// output. Appending raw events and clearing allocate nothing.
public struct AtomSequence: ~Copyable {
  /// One event: when, of what type, and its body.
  public struct Event {
    public var frame: Int64
    /// The id of the type.
    public var type: UInt32
    /// Points into the sequence.
    public var body: UnsafeRawBufferPointer
  }

  static let headerSize = MemoryLayout<LV2_Atom_Sequence>.size
  static let eventSize = MemoryLayout<LV2_Atom_Event>.size

  /// What the port is connected to.
  public let pointer: UnsafeMutableRawPointer
  /// In bytes, the sequence's own header included.
  public let capacity: Int
  public let types: AtomTypes
  /// Whether this object frees the memory.
  private let ownsMemory: Bool

  /// - Parameter capacity: in bytes, at least the 16 of an empty sequence; rounded up to a multiple of 8.
  public init(capacity: Int, types: AtomTypes) {
    self.capacity = max(Self.headerSize, (capacity + 7) & ~7)
    self.types = types
    pointer = .allocate(byteCount: self.capacity, alignment: 64)
    pointer.initializeMemory(as: UInt8.self, repeating: 0, count: self.capacity)
    ownsMemory = true
    clear()
  }

  /// A sequence in memory of the caller's (guarded pages, say), which must outlive it and be aligned to 8 bytes.
  public init(memory: UnsafeMutableRawBufferPointer, types: AtomTypes) {
    precondition(memory.count >= Self.headerSize)
    pointer = memory.baseAddress!
    capacity = memory.count
    self.types = types
    ownsMemory = false
    clear()
  }

  deinit { if ownsMemory { pointer.deallocate() } }

  var header: UnsafeMutablePointer<LV2_Atom_Sequence> {
    pointer.assumingMemoryBound(to: LV2_Atom_Sequence.self)
  }

  /// An empty sequence, for an input.
  public func clear() {
    header.pointee.atom = LV2_Atom(size: UInt32(MemoryLayout<LV2_Atom_Sequence_Body>.size), type: types.sequence)
    header.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
  }

  /// A chunk of the whole capacity, which is how an output tells a plug-in how much it may write.
  public func prepareForOutput() {
    header.pointee.atom = LV2_Atom(size: UInt32(capacity - MemoryLayout<LV2_Atom>.size), type: types.chunk)
    header.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
  }

  /// Appends one event; false where it does not fit. Frames must not decrease.
  @discardableResult
  public func append(frame: Int64, type: UInt32, body: UnsafeRawBufferPointer) -> Bool {
    let used = MemoryLayout<LV2_Atom>.size + Int(header.pointee.atom.size)
    let padded = (Self.eventSize + body.count + 7) & ~7
    guard used + padded <= capacity else { return false }
    var event = LV2_Atom_Event()
    event.time.frames = frame
    event.body = LV2_Atom(size: UInt32(body.count), type: type)
    let place = pointer + used
    place.initializeMemory(as: UInt8.self, repeating: 0, count: padded)
    place.storeBytes(of: event, as: LV2_Atom_Event.self)
    UnsafeMutableRawBufferPointer(start: place + Self.eventSize, count: body.count).copyMemory(from: body)
    header.pointee.atom.size += UInt32(padded)
    return true
  }

  /// Appends one MIDI message of one to three bytes, or a system exclusive one.
  @discardableResult
  public func append(midi message: [UInt8], frame: Int64) -> Bool {
    message.withUnsafeBytes { append(frame: frame, type: types.midiEvent, body: $0) }
  }

  /// Appends a `time:Position`.
  @discardableResult
  public func append(_ position: TransportPosition, frame: Int64) -> Bool {
    var object = ObjectWriter(otype: types.position)
    object.set(types.frame, types.long, position.frame)
    object.set(types.speed, types.float, position.speed)
    object.set(types.bar, types.long, position.bar)
    object.set(types.barBeat, types.float, position.barBeat)
    object.set(types.beatUnit, types.int, position.beatUnit)
    object.set(types.beatsPerBar, types.float, position.beatsPerBar)
    object.set(types.beatsPerMinute, types.float, position.beatsPerMinute)
    return object.bytes.withUnsafeBytes { append(frame: frame, type: types.object, body: $0) }
  }

  /// Appends a `patch:Set` of one property.
  ///
  /// - Parameters:
  ///   - property: the id of the property's URI.
  ///   - type: the id of the value's type.
  ///   - value: the bytes of the value, its terminating 0 included where it is a string.
  @discardableResult
  public func append(patchSet property: UInt32, type: UInt32, value: [UInt8], frame: Int64) -> Bool {
    var object = ObjectWriter(otype: types.patchSet)
    object.set(types.patchProperty, types.urid, property)
    object.set(types.patchValue, type, bytes: value)
    return object.bytes.withUnsafeBytes { append(frame: frame, type: types.object, body: $0) }
  }

  /// Appends a `patch:Get` of one property, or of all where that is nil.
  @discardableResult
  public func append(patchGet property: UInt32?, frame: Int64) -> Bool {
    var object = ObjectWriter(otype: types.patchGet)
    if let property { object.set(types.patchProperty, types.urid, property) }
    return object.bytes.withUnsafeBytes { append(frame: frame, type: types.object, body: $0) }
  }

  /// The id of what is in the buffer.
  public var type: UInt32 { header.pointee.atom.type }
  /// Whether there is a sequence in the buffer (a plug-in may leave the chunk it found).
  public var isSequence: Bool { type == types.sequence }
  /// Whether an output still has the type that `prepareForOutput()` gives it.
  public var isUntouched: Bool { type == types.chunk }
  /// Whether there is nothing in it: an atom without type and size, as `lv2_atom_is_null()` knows it.
  public var isNull: Bool { header.pointee.atom.type == 0 && header.pointee.atom.size == 0 }

  /// The size the buffer's atom claims, its own 8 bytes included.
  public var usedBytes: Int { MemoryLayout<LV2_Atom>.size + Int(header.pointee.atom.size) }

  /// The events of a sequence, in order; stops where the sequence is broken. The bodies point into this buffer.
  public func forEachEvent(_ body: (Event) -> Void) {
    guard isSequence, usedBytes <= capacity else { return }
    var offset = Self.headerSize
    while offset + Self.eventSize <= usedBytes {
      let event = (pointer + offset).loadUnaligned(as: LV2_Atom_Event.self)
      let end = offset + Self.eventSize + Int(event.body.size)
      guard end <= usedBytes else { return }
      let bytes = UnsafeRawBufferPointer(start: pointer + offset + Self.eventSize, count: Int(event.body.size))
      body(Event(frame: event.time.frames, type: event.body.type, body: bytes))
      offset = (end + 7) & ~7
    }
  }
}

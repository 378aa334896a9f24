import CLV2

/// The buffer of an atom port with an `atom:Sequence`, of fixed capacity and aligned to 64 bits.
///
/// Connect it to a port. Before each run() call `clear()` and append events for an input, or call `prepareForOutput()`
/// for an output. Clearing and appending of raw events do not allocate.
public struct AtomSequence: ~Copyable {
  public struct Event {
    public var frame: Int64
    /// The URID of the type.
    public var type: UInt32
    /// Points into the sequence.
    public var body: UnsafeRawBufferPointer
  }

  static let headerSize = MemoryLayout<LV2_Atom_Sequence>.size
  static let eventSize = MemoryLayout<LV2_Atom_Event>.size

  /// The address for connect_port().
  public let pointer: UnsafeMutableRawPointer
  /// In bytes, including the header of the sequence.
  public let capacity: Int
  public let types: SequenceURIDs
  private let ownsMemory: Bool

  /// - Parameter capacity: in bytes, at least the 16 of an empty sequence. It is rounded up to a multiple of 8.
  public init(capacity: Int, types: SequenceURIDs) {
    self.capacity = max(Self.headerSize, (capacity + 7) & ~7)
    self.types = types
    pointer = .allocate(byteCount: self.capacity, alignment: 64)
    pointer.initializeMemory(as: UInt8.self, repeating: 0, count: self.capacity)
    ownsMemory = true
    clear()
  }

  /// Creates a sequence in memory of the caller, such as a guarded buffer. It must outlive the sequence and be aligned
  /// to 8 bytes.
  public init(memory: UnsafeMutableRawBufferPointer, types: SequenceURIDs) {
    precondition(memory.count >= Self.headerSize)
    pointer = memory.baseAddress!
    capacity = memory.count
    self.types = types
    ownsMemory = false
    clear()
  }

  deinit { if ownsMemory { pointer.deallocate() } }

  var header: UnsafeMutablePointer<LV2_Atom_Sequence> { pointer.assumingMemoryBound(to: LV2_Atom_Sequence.self) }

  /// Writes an empty sequence, for an input.
  public func clear() {
    header.pointee.atom = LV2_Atom(size: UInt32(MemoryLayout<LV2_Atom_Sequence_Body>.size), type: types.sequence)
    header.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
  }

  /// Writes an `atom:Chunk` of the whole capacity, from which a plug-in reads the size of an output buffer.
  public func prepareForOutput() {
    header.pointee.atom = LV2_Atom(size: UInt32(capacity - MemoryLayout<LV2_Atom>.size), type: types.chunk)
    header.pointee.body = LV2_Atom_Sequence_Body(unit: 0, pad: 0)
  }

  /// Appends one event. Frames must not decrease.
  ///
  /// - Returns: false if the event does not fit.
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

  public var type: UInt32 { header.pointee.atom.type }
  /// Whether the buffer contains a sequence. A plug-in may leave the chunk of an output unchanged.
  public var isSequence: Bool { type == types.sequence }
  /// Whether an output still has the type that `prepareForOutput()` wrote.
  public var isUntouched: Bool { type == types.chunk }
  /// Whether the atom has neither a type nor a size, as in `lv2_atom_is_null()`.
  public var isNull: Bool { header.pointee.atom.type == 0 && header.pointee.atom.size == 0 }

  /// The size of the atom according to its header, including the 8 bytes of the header.
  public var usedBytes: Int { MemoryLayout<LV2_Atom>.size + Int(header.pointee.atom.size) }

  /// Calls `body` for each event, up to the first truncated one. The bodies of the events point into this buffer.
  public func forEachEvent(_ body: (Event) -> Void) {
    guard isSequence, usedBytes <= capacity else { return }
    _ = readEvents { _, event, bytes in
      body(Event(frame: event.time.frames, type: event.body.type, body: bytes))
    }
  }

  /// Calls `body` with the offset, the header and the body of each complete event.
  ///
  /// - Returns: a clause about the event that is truncated: "ends inside the event at byte 16"; nil if there is none.
  func readEvents(_ body: (Int, LV2_Atom_Event, UnsafeRawBufferPointer) -> Void) -> String? {
    var offset = Self.headerSize
    while offset < usedBytes {
      let start = offset + Self.eventSize
      guard start <= usedBytes else { return "ends inside the header of the event at byte \(offset)" }
      let event = (pointer + offset).loadUnaligned(as: LV2_Atom_Event.self)
      let end = start + Int(event.body.size)
      guard end <= usedBytes else { return "ends inside the event at byte \(offset)" }
      body(offset, event, UnsafeRawBufferPointer(start: pointer + start, count: Int(event.body.size)))
      offset = (end + 7) & ~7
    }
    return nil
  }
}

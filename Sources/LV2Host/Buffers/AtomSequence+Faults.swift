import CLV2

extension AtomSequence {
  /// Something wrong with a sequence that a plug-in wrote.
  public struct Fault: Hashable, Sendable {
    public enum Kind: Sendable {
      /// Whoever reads it runs past an end, or misses what follows.
      case incomplete
      /// A MIDI message is none.
      case message
      /// An event is earlier than the one before it.
      case order
      /// An event lies outside the block.
      case outside
    }

    public var kind: Kind
    /// As a clause that follows the sequence's name: "ends within an event".
    public var text: String
  }

  /// What is wrong with the sequence in the buffer; empty for a sound one, and for a buffer that holds none.
  ///
  /// - Parameter frames: the length of the block: events lie in it, in order.
  public func faults(frames: Int) -> [Fault] {
    guard isSequence else { return [] }
    func incomplete(_ text: String) -> Fault { Fault(kind: .incomplete, text: text) }
    if usedBytes > capacity { return [incomplete("claims \(usedBytes) bytes in a buffer of \(capacity)")] }
    let size = header.pointee.atom.size
    if size < 8 { return [incomplete("has a body of \(size) bytes, less than the 8 of its head")] }
    var faults: [Fault] = []
    var offset = Self.headerSize
    var last = -Double.infinity
    while offset < usedBytes {
      guard offset + Self.eventSize <= usedBytes else {
        return faults + [incomplete("ends within the head of an event at byte \(offset)")]
      }
      let event = (pointer + offset).loadUnaligned(as: LV2_Atom_Event.self)
      let end = offset + Self.eventSize + Int(event.body.size)
      guard end <= usedBytes else { return faults + [incomplete("ends within the event at byte \(offset)")] }
      let body = UnsafeRawBufferPointer(start: pointer + offset + Self.eventSize, count: Int(event.body.size))
      if let text = AtomReader(types: types).fault(type: event.body.type, body: body) {
        let kind: Fault.Kind = event.body.type == types.midiEvent ? .message : .incomplete
        faults.append(Fault(kind: kind, text: "has an event at byte \(offset) that \(text)"))
      }
      // Beats are floating-point, and how many a block has is not known.
      let isInBeats = header.pointee.body.unit == types.beat
      let time = isInBeats ? event.time.beats : Double(event.time.frames)
      if time < last {
        faults.append(Fault(kind: .order, text: "goes back in time at byte \(offset): \(time) after \(last)"))
      }
      if !isInBeats && (time < 0 || time >= Double(max(frames, 1))) {
        faults.append(Fault(kind: .outside, text: "has an event at frame \(event.time.frames) in a block of \(frames)"))
      }
      last = time
      offset = (end + 7) & ~7
    }
    return faults
  }
}

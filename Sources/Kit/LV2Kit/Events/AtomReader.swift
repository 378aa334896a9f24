import CLV2

/// Reads the events of a sequence in order. It stops at the first event that is not entirely inside the sequence.
///
/// SAFETY: the host guarantees that the sequence is readable for the size in its header.
struct SequenceReader {
  private var next: UnsafeRawPointer
  private let end: UnsafeRawPointer

  /// - Parameter sequence: NULL or an atom; one of another type has no events.
  init?(_ sequence: UnsafePointer<LV2_Atom_Sequence>?, type: LV2_URID) {
    guard let sequence, sequence.pointee.atom.type == type, sequence.pointee.atom.size >= 8 else { return nil }
    next = UnsafeRawPointer(sequence) + MemoryLayout<LV2_Atom_Sequence>.size
    end = UnsafeRawPointer(sequence) + MemoryLayout<LV2_Atom>.size + Int(sequence.pointee.atom.size)
  }

  /// Returns the frame and the atom of the next event.
  mutating func read() -> (frame: Int64, atom: UnsafePointer<LV2_Atom>)? {
    guard next + 16 <= end else { return nil }
    let frame = next.load(as: Int64.self)
    let atom = (next + 8).assumingMemoryBound(to: LV2_Atom.self)
    let size = Int(atom.pointee.size)
    guard size <= end - next - 16 else { return nil }
    next += 16 + (size + 7) & ~7
    return (frame, atom)
  }
}

/// Reads the properties of an atom:Object in order.
package struct ObjectReader {
  package let type: LV2_URID
  private var next: UnsafeRawPointer
  private let end: UnsafeRawPointer

  /// Returns nil if the atom has no room for an object.
  package init?(_ atom: UnsafePointer<LV2_Atom>) {
    guard atom.pointee.size >= 8 else { return nil }
    let body = UnsafeRawPointer(atom) + 8
    type = body.load(fromByteOffset: 4, as: LV2_URID.self)
    next = body + 8
    end = body + Int(atom.pointee.size)
  }

  /// Returns the key and the value of the next property.
  package mutating func read() -> (key: LV2_URID, value: UnsafePointer<LV2_Atom>)? {
    guard next + 16 <= end else { return nil }
    let key = next.load(as: LV2_URID.self)
    let value = (next + 8).assumingMemoryBound(to: LV2_Atom.self)
    let size = Int(value.pointee.size)
    guard size <= end - next - 16 else { return nil }
    next += 16 + (size + 7) & ~7
    return (key, value)
  }
}

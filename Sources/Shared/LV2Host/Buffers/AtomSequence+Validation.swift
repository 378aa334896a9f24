import CLV2
import Support

extension AtomSequence {
  /// A violation of the atom specification in a sequence that a plug-in wrote.
  public struct Violation: Hashable, Sendable {
    public enum Kind: Sendable {
      /// The sequence or an atom in it is truncated, or a size is wrong.
      case incomplete
      /// The body of a MIDI event is not a MIDI message.
      case message
      /// An event is earlier than the previous one.
      case order
      /// The same, if one of the two is a system exclusive message.
      case exclusiveOrder
      /// The time of an event is outside the block.
      case outside
      /// An object follows an event without a time stamp, so that its header is read as one. What follows is not examined.
      case untimed
      /// A floating-point number is NaN.
      case nan
    }

    public var kind: Kind
    /// A clause whose subject is the sequence: "ends inside an event".
    public var text: String
  }

  /// Validates the sequence in the buffer. A buffer without a sequence has no violations.
  ///
  /// - Parameter frames: the length of the block. The times of all events must be inside the block, in ascending order.
  public func violations(frames: Int) -> [Violation] {
    guard isSequence else { return [] }
    func incomplete(_ text: String) -> Violation { Violation(kind: .incomplete, text: text) }
    if usedBytes > capacity {
      return [incomplete("has a size of \(usedBytes.counted("byte")) in a buffer of \(capacity.counted("byte"))")]
    }
    let size = header.pointee.atom.size
    if size < 8 { return [incomplete("has a body of \(size.counted("byte")), less than the 8 bytes of its header")] }
    var violations: [Violation] = []
    var (last, wasExclusive) = (-Double.infinity, false)
    var isLegible = true
    let end = readEvents { offset, event, body in
      guard isLegible else { return }
      if isHeaderOfObject(event) {
        isLegible = false
        violations.append(Violation(kind: .untimed, text: "has an object without a time stamp at byte \(offset)"))
        return
      }
      if let text = AtomValidator(types: types).violation(type: event.body.type, body: body) {
        let kind: Violation.Kind = event.body.type == types.midiEvent ? .message : .incomplete
        violations.append(Violation(kind: kind, text: "has an event at byte \(offset) that is \(text)"))
      } else if let text = AtomValidator(types: types, rejectsNaN: true).violation(type: event.body.type, body: body) {
        violations.append(Violation(kind: .nan, text: "has an event at byte \(offset) that is \(text)"))
      }
      // Times in beats are floating-point numbers. The number of beats in a block is unknown.
      let isInBeats = header.pointee.body.unit == types.beat
      let time = isInBeats ? event.time.beats : Double(event.time.frames)
      let isExclusive = event.body.type == types.midiEvent && body.first == MIDIConformance.exclusive
      if time < last {
        violations.append(
          Violation(
            kind: isExclusive || wasExclusive ? .exclusiveOrder : .order,
            text: isInBeats
              ? "has an event at byte \(offset) with the time \(time.text), after one with the time \(last.text), in "
                + "beats"
              : "has an event at byte \(offset) for frame \(Int(time)), after one for frame \(Int(last))"))
      }
      if !isInBeats && (time < 0 || time >= Double(max(frames, 1))) {
        violations.append(
          Violation(
            kind: .outside, text: "has an event for frame \(event.time.frames) in a block of \(frames.counted("frame"))"
          ))
      }
      (last, wasExclusive) = (time, isExclusive)
    }
    return isLegible ? violations + (end.map { [incomplete($0)] } ?? []) : violations
  }

  /// Whether the time of an event outside the block is the header of an object: its size and its type.
  private func isHeaderOfObject(_ event: LV2_Atom_Event) -> Bool {
    let bits = UInt64(bitPattern: event.time.frames)
    let (size, type) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
    return header.pointee.body.unit != types.beat && type != 0 && (type == types.object || type == types.blank)
      && size >= 8 && Int(size) <= usedBytes
  }
}

/// Validates atoms of the types in the atom specification.
struct AtomValidator {
  /// The largest depth of nested atoms. Deeper atoms are not validated.
  private static let depth = 8
  private static let atomSize = MemoryLayout<LV2_Atom>.size

  let types: SequenceURIDs
  /// Whether a floating-point number must not be NaN. Infinity is the level of silence in decibels.
  var rejectsNaN = false

  /// The violation, as a noun phrase that follows "is". nil for a valid atom or an unknown type.
  func violation(type: UInt32, body: UnsafeRawBufferPointer, depth: Int = AtomValidator.depth) -> String? {
    guard depth > 0 else { return nil }
    switch type {
    case 0: return body.isEmpty ? nil : "an atom of type 0 with a body"
    case types.int, types.float, types.bool, types.urid:
      return number(body, 4) ?? (type == types.float ? nan(body, Float.self) : nil)
    case types.long, types.double: return number(body, 8) ?? (type == types.double ? nan(body, Double.self) : nil)
    case types.string, types.path, types.uri: return body.last == 0 ? nil : "a string without a terminating 0"
    case types.object, types.blank: return object(body, depth)
    case types.tuple: return members(body, header: 0, depth, container: "a tuple", member: "an element")
    case types.vector: return vector(body)
    case types.midiEvent: return MIDIConformance.violation(body)
    default: return nil
    }
  }

  private func number(_ body: UnsafeRawBufferPointer, _ size: Int) -> String? {
    body.count == size ? nil : "a number of \(body.count.counted("byte")) instead of \(size)"
  }

  private func nan<Number: BinaryFloatingPoint & BitwiseCopyable>(
    _ body: UnsafeRawBufferPointer, _: Number.Type
  ) -> String? {
    rejectsNaN && body.loadUnaligned(as: Number.self).isNaN ? "NaN" : nil
  }

  /// An object: id and type of 4 bytes each, and properties. A property: key and context of 4 bytes each, and an atom.
  private func object(_ body: UnsafeRawBufferPointer, _ depth: Int) -> String? {
    guard body.count >= 8 else {
      return "an object of \(body.count.counted("byte")), less than the 8 bytes of its header"
    }
    return members(body, header: 8, depth, container: "an object", member: "a property")
  }

  /// The members of an object or a tuple, each padded to 8 bytes. `header` bytes precede the first one, and each atom.
  private func members(
    _ body: UnsafeRawBufferPointer, header: Int, _ depth: Int, container: String, member: String
  ) -> String? {
    var offset = header
    while offset < body.count {
      guard let (type, value) = atom(in: body, at: offset + header) else {
        return "\(container) that ends inside \(member)"
      }
      if let text = violation(type: type, body: value, depth: depth - 1) {
        return "\(container) with \(member) that is \(text)"
      }
      offset = (offset + header + Self.atomSize + value.count + 7) & ~7
    }
    return nil
  }

  /// A vector: the size and the type of an element, 4 bytes each, and the elements.
  private func vector(_ body: UnsafeRawBufferPointer) -> String? {
    guard body.count >= 8 else {
      return "a vector of \(body.count.counted("byte")), less than the 8 bytes of its header"
    }
    let element = Int(body.loadUnaligned(as: UInt32.self))
    guard element > 0 else { return body.count == 8 ? nil : "a vector with elements of 0 bytes" }
    guard (body.count - 8) % element == 0 else { return "a vector that ends inside an element" }
    guard rejectsNaN, body.loadUnaligned(fromByteOffset: 4, as: UInt32.self) == types.float, element == 4 else {
      return nil
    }
    let hasNaN = stride(from: 8, to: body.count, by: 4).contains { offset in
      body.loadUnaligned(fromByteOffset: offset, as: Float.self).isNaN
    }
    return hasNaN ? "a vector with NaN" : nil
  }

  /// The atom at an offset, or nil if it is not completely inside `body`.
  private func atom(in body: UnsafeRawBufferPointer, at offset: Int) -> (type: UInt32, body: UnsafeRawBufferPointer)? {
    guard offset + Self.atomSize <= body.count else { return nil }
    let atom = body.loadUnaligned(fromByteOffset: offset, as: LV2_Atom.self)
    let start = offset + Self.atomSize
    guard start + Int(atom.size) <= body.count else { return nil }
    return (atom.type, UnsafeRawBufferPointer(rebasing: body[start..<start + Int(atom.size)]))
  }
}

/// The requirements of midi:MidiEvent: one complete message with its own status byte, and data bytes up to 127.
private enum MIDIConformance {
  static let exclusive: UInt8 = 0xF0
  private static let endOfExclusive: UInt8 = 0xF7

  /// The violation, as a noun phrase that follows "is". Bytes after the message are ignored.
  static func violation(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let status = bytes.first else { return "an empty MIDI message" }
    guard status >= 0x80 else { return "a MIDI message that begins with \(status), which is not a status byte" }
    var data = bytes.dropFirst()
    if status == exclusive {
      guard data.popLast() == endOfExclusive else { return "a system exclusive message without F7 at its end" }
    } else {
      let length = length(status)
      guard bytes.count >= length else {
        return
          "a MIDI message of \(bytes.count.counted("byte")), although the status \(name(status)) requires "
          + "\(length.counted("byte"))"
      }
      data = data.prefix(length - 1)
    }
    guard let large = data.first(where: { $0 > 127 }) else { return nil }
    return "a MIDI message with status \(name(status)) and data byte \(large), greater than 127"
  }

  /// The length in bytes with the status byte; 1 for undefined status bytes.
  private static func length(_ status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 2
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 3
    default: 1
    }
  }

  private static func name(_ status: UInt8) -> String { String(status, radix: 16, uppercase: true) }
}

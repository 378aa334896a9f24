import CLV2

/// Looks into atoms of the types that the specification defines, and says where one is not complete.
struct AtomReader {
  /// Atoms within atoms beyond this depth are not looked at.
  private static let depth = 8
  private static let atomSize = MemoryLayout<LV2_Atom>.size

  let types: AtomTypes

  /// What is wrong with an atom, as a clause that follows its name; nil where nothing is, or the type is unknown.
  func fault(type: UInt32, body: UnsafeRawBufferPointer, depth: Int = AtomReader.depth) -> String? {
    guard depth > 0 else { return nil }
    switch type {
    case 0: return body.isEmpty ? nil : "has type 0 and a body"
    case types.int, types.float, types.bool, types.urid: return sizeFault(body, 4)
    case types.long, types.double: return sizeFault(body, 8)
    case types.string, types.path, types.uri: return body.last == 0 ? nil : "is a string without a 0 at its end"
    case types.object, types.blank: return objectFault(body, depth)
    case types.tuple: return tupleFault(body, depth)
    case types.vector: return vectorFault(body)
    case types.midiEvent: return MIDIMessage.fault(body)
    default: return nil
    }
  }

  private func sizeFault(_ body: UnsafeRawBufferPointer, _ size: Int) -> String? {
    body.count >= size ? nil : "is a number of \(body.count) bytes instead of \(size)"
  }

  /// Id and type of 4 bytes each, then key, context, and an atom for each property, all padded to 8.
  private func objectFault(_ body: UnsafeRawBufferPointer, _ depth: Int) -> String? {
    guard body.count >= 8 else { return "is an object of \(body.count) bytes, less than the 8 of its head" }
    var offset = 8
    while offset < body.count {
      guard let (type, value) = atom(in: body, at: offset + 8) else {
        return "is an object that ends within a property"
      }
      if let fault = fault(type: type, body: value, depth: depth - 1) {
        return "is an object with a property that \(fault)"
      }
      offset = (offset + 8 + Self.atomSize + value.count + 7) & ~7
    }
    return nil
  }

  private func tupleFault(_ body: UnsafeRawBufferPointer, _ depth: Int) -> String? {
    var offset = 0
    while offset < body.count {
      guard let (type, value) = atom(in: body, at: offset) else { return "is a tuple that ends within an element" }
      if let fault = fault(type: type, body: value, depth: depth - 1) {
        return "is a tuple with an element that \(fault)"
      }
      offset = (offset + Self.atomSize + value.count + 7) & ~7
    }
    return nil
  }

  /// The size and the type of an element, then the elements.
  private func vectorFault(_ body: UnsafeRawBufferPointer) -> String? {
    guard body.count >= 8 else { return "is a vector of \(body.count) bytes, less than the 8 of its head" }
    let element = Int(body.loadUnaligned(as: UInt32.self))
    guard element > 0 else { return body.count == 8 ? nil : "is a vector of elements of no size" }
    return (body.count - 8) % element == 0 ? nil : "is a vector that ends within an element"
  }

  /// The atom at an offset; nil where it does not lie within.
  private func atom(in body: UnsafeRawBufferPointer, at offset: Int) -> (type: UInt32, body: UnsafeRawBufferPointer)? {
    guard offset + Self.atomSize <= body.count else { return nil }
    let atom = body.loadUnaligned(fromByteOffset: offset, as: LV2_Atom.self)
    let start = offset + Self.atomSize
    guard start + Int(atom.size) <= body.count else { return nil }
    return (atom.type, UnsafeRawBufferPointer(rebasing: body[start..<start + Int(atom.size)]))
  }
}

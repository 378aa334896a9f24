import CLV2
import Testing

@testable import LV2Host

@Suite struct AtomSequenceTests {
  private let map = URIDMap()
  private var types: SequenceURIDs { SequenceURIDs(map) }

  /// `#expect` does not accept expressions with noncopyable values.
  private func expect(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
  }

  private func events(_ sequence: borrowing AtomSequence) -> [(frame: Int64, type: UInt32, bytes: [UInt8])] {
    var found: [(Int64, UInt32, [UInt8])] = []
    sequence.forEachEvent { found.append(($0.frame, $0.type, Array($0.body))) }
    return found
  }

  @Test func writtenEventsCanBeRead() {
    let sequence = AtomSequence(capacity: 1024, types: types)
    expect(events(sequence).isEmpty && sequence.usedBytes == 16)
    expect(sequence.append(midi: [0x90, 60, 100], frame: 3))
    expect(sequence.append(midi: [0x80, 60, 0], frame: 9))
    let found = events(sequence)
    #expect(found.map(\.frame) == [3, 9])
    #expect(found.map(\.bytes) == [[0x90, 60, 100], [0x80, 60, 0]])
    #expect(found.allSatisfy { $0.type == types.midiEvent })
    expect(sequence.violations(frames: 64).isEmpty)
    sequence.clear()
    expect(events(sequence).isEmpty)
  }

  @Test func anEventThatDoesNotFitIsRejected() {
    // A header of 16 bytes, and two events of 16 + 3 bytes, padded to 24 bytes each.
    let sequence = AtomSequence(capacity: 64, types: types)
    expect(sequence.append(midi: [1, 2, 3], frame: 0))
    expect(sequence.append(midi: [1, 2, 3], frame: 0))
    expect(!sequence.append(midi: [1, 2, 3], frame: 0))
    expect(sequence.usedBytes == 64)
  }

  @Test func anOutputStartsAsAChunkOfItsCapacity() {
    let sequence = AtomSequence(capacity: 256, types: types)
    sequence.prepareForOutput()
    expect(!sequence.isSequence)
    let atom = sequence.pointer.load(as: LV2_Atom.self)
    #expect(atom.type == types.chunk && atom.size == 248)
    expect(sequence.violations(frames: 64).isEmpty)
  }

  @Test func theUtilitiesOfLV2ReadPositions() throws {
    let sequence = AtomSequence(capacity: 1024, types: types)
    var position = TransportPosition()
    position.frame = 1 << 40
    position.beatsPerMinute = 133
    expect(sequence.append(position, frame: 5))
    let event = (sequence.pointer + 16).assumingMemoryBound(to: LV2_Atom_Event.self)
    #expect(event.pointee.time.frames == 5 && event.pointee.body.type == types.object)
    let older = AtomSequence(capacity: 1024, types: types)
    expect(older.append(position, isBlank: true, frame: 5))
    #expect(events(older).map(\.type) == [types.blank])
    let body = (sequence.pointer + 32).assumingMemoryBound(to: LV2_Atom_Object_Body.self)
    #expect(body.pointee.otype == types.position)
    // Iterates over the properties with the functions of lv2/atom/util.h.
    var found: [UInt32: LV2_Atom] = [:]
    var next = lv2_atom_object_begin(body)
    while let property = next, !lv2_atom_object_is_end(body, event.pointee.body.size, property) {
      found[property.pointee.key] = property.pointee.value
      if property.pointee.key == types.beatsPerMinute {
        #expect(UnsafeRawPointer(property).load(fromByteOffset: 16, as: Float.self) == 133)
      }
      if property.pointee.key == types.frame {
        #expect(UnsafeRawPointer(property).load(fromByteOffset: 16, as: Int64.self) == 1 << 40)
      }
      next = lv2_atom_object_next(property)
    }
    #expect(found.count == 7)
    #expect(found[types.speed]?.type == types.float && found[types.bar]?.type == types.long)
  }

  @Test func findsViolationsOfASequence() {
    let sequence = AtomSequence(capacity: 256, types: types)
    sequence.append(midi: [0xF8], frame: 9)
    sequence.append(midi: [0xF8], frame: 3)
    expect(sequence.violations(frames: 64).count == 1)
    expect(sequence.violations(frames: 5).count == 2)
    sequence.clear()
    sequence.append(midi: [0xF8], frame: -1)
    expect(sequence.violations(frames: 64).count == 1)
    sequence.pointer.storeBytes(of: 1000, as: UInt32.self)
    expect(sequence.violations(frames: 64).map(\.text) == ["has a size of 1008 bytes in a buffer of 256 bytes"])
    expect(events(sequence).isEmpty)
  }

  @Test func theOrderOfSystemExclusiveMessagesIsAKindOfItsOwn() {
    let sequence = AtomSequence(capacity: 256, types: types)
    func kinds(_ messages: [(Int64, [UInt8])]) -> [AtomSequence.Violation.Kind] {
      sequence.clear()
      for (frame, message) in messages { sequence.append(midi: message, frame: frame) }
      return sequence.violations(frames: 64).map(\.kind)
    }
    let (note, exclusive) = ([0x90, 60, 1] as [UInt8], [0xF0, 1, 0xF7] as [UInt8])
    #expect(kinds([(9, note), (3, note)]) == [.order])
    #expect(kinds([(9, note), (3, exclusive)]) == [.exclusiveOrder])
    #expect(kinds([(9, exclusive), (3, note), (2, note)]) == [.exclusiveOrder, .order])
  }

  @Test func anObjectWithoutATimeIsAKindOfItsOwn() {
    let sequence = AtomSequence(capacity: 256, types: types)
    sequence.append(patchGet: nil, frame: 3)
    // The header of an object of 8 bytes in place of a time. What follows is not examined.
    sequence.append(midi: [0xF8], frame: Int64(types.object) << 32 | 8)
    sequence.append(midi: [0xF8], frame: 1)
    expect(sequence.violations(frames: 64).map(\.kind) == [.untimed])
  }

  @Test func findsViolationsInAtoms() {
    let sequence = AtomSequence(capacity: 512, types: types)
    func violation(_ type: UInt32, _ body: [UInt8]) -> String? {
      sequence.clear()
      body.withUnsafeBytes { _ = sequence.append(frame: 0, type: type, body: $0) }
      return sequence.violations(frames: 64).first?.text
    }
    /// The header of an object, and one property with a value of 8 bytes whose header states `size`.
    func object(size: UInt8) -> [UInt8] {
      [0, 0, 0, 0, 9, 0, 0, 0] + [7, 0, 0, 0, 0, 0, 0, 0] + [size, 0, 0, 0, UInt8(types.chunk), 0, 0, 0]
        + Array(repeating: 1, count: 8)
    }
    #expect(violation(types.object, object(size: 8)) == nil)
    #expect(violation(types.object, object(size: 9))?.contains("ends inside a property") == true)
    #expect(violation(types.object, [0, 0, 0, 0])?.contains("less than the 8 bytes of its header") == true)
    #expect(violation(types.string, [65, 0]) == nil)
    #expect(violation(types.string, [65])?.contains("without a terminating 0") == true)
    #expect(violation(types.float, [0, 0, 0, 0]) == nil)
    #expect(violation(types.float, [0, 0])?.contains("2 bytes instead of 4") == true)
    #expect(violation(types.vector, [4, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]) == nil)
    #expect(violation(types.vector, [4, 0, 0, 0, 0, 0, 0, 0, 1, 2])?.contains("inside an element") == true)
    #expect(violation(types.tuple, [4, 0, 0, 0, 0, 0, 0, 0, 1, 2])?.contains("inside an element") == true)
    #expect(violation(map.id(of: "urn:unknown"), [1, 2, 3]) == nil)
  }

  @Test(
    arguments: [
      ([0x90, 60, 100], nil), ([0xC0, 3], nil), ([0xF8], nil), ([0xF2, 0, 127], nil), ([0xF6], nil),
      ([0xF0, 0xF7], nil), ([0xF0, 1, 127, 0xF7], nil), ([0xC0, 3, 0], nil),
      ([], "an empty MIDI"), ([60, 100], "not a status byte"), ([0x90, 60], "the status 90 requires 3"),
      ([0xD3], "the status D3 requires 2"), ([0xB0, 200, 1], "byte 200, greater than 127"),
      ([0xF0, 1, 2], "without F7"), ([0xF0, 1, 0xF8, 0xF7], "byte 248"),
    ] as [([UInt8], String?)])
  func validatesMIDIMessages(_ message: [UInt8], _ violation: String?) {
    let sequence = AtomSequence(capacity: 256, types: types)
    expect(sequence.append(midi: message, frame: 0))
    let found = sequence.violations(frames: 64)
    #expect(found.count == (violation == nil ? 0 : 1) && found.allSatisfy { $0.kind == .message })
    #expect(violation.map { found.first?.text.contains($0) == true } ?? true)
  }

  @Test func patchMessagesContainTheirProperty() {
    let sequence = AtomSequence(capacity: 256, types: types)
    let property = map.id(of: "urn:property")
    expect(sequence.append(patchSet: property, type: types.float, value: [0, 0, 128, 63], frame: 0))
    expect(sequence.append(patchGet: nil, frame: 0))
    let bodies = events(sequence).map(\.bytes)
    #expect(bodies[0].withUnsafeBytes { $0.load(fromByteOffset: 4, as: UInt32.self) } == types.patchSet)
    #expect(bodies[0].withUnsafeBytes { $0.load(fromByteOffset: 24, as: UInt32.self) } == property)
    #expect(bodies[1].count == 8)
  }
}

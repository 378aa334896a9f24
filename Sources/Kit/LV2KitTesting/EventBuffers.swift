import CLV2
import LV2Kit

/// The position of the transport that `EffectHost` sends.
public struct HostTransport: Sendable {
  public var speed: Float
  public var beatsPerMinute: Float
  public var beatsPerBar: Float
  public var bar: Int64
  public var barBeat: Float
  public var frame: Int64

  /// - Parameters:
  ///   - speed: 1 for a rolling transport, 0 for a stopped one.
  ///   - barBeat: the beat in the bar, from 0.
  public init(
    speed: Float = 1, beatsPerMinute: Float = 120, beatsPerBar: Float = 4, bar: Int64 = 0, barBeat: Float = 0,
    frame: Int64 = 0
  ) {
    self.speed = speed
    self.beatsPerMinute = beatsPerMinute
    self.beatsPerBar = beatsPerBar
    self.bar = bar
    self.barBeat = barBeat
    self.frame = frame
  }
}

/// The event sequences of one call of run().
final class EventBuffers {
  static let capacity = 1 << 16

  let input = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
  let output = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
  private let features: EffectHostFeatures
  private let outputSize: Int
  private var size = 0

  /// - Parameter outputSize: the size of the output in bytes, at most `capacity`.
  init(_ features: EffectHostFeatures, outputSize: Int) {
    self.features = features
    self.outputSize = outputSize
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// Writes the sequence of the input, and makes the output an empty chunk.
  func fill(
    _ messages: [(frame: Int, message: MIDIMessage)], _ transport: HostTransport?, _ changes: [PropertyChange]
  ) {
    let header = LV2_Atom(size: 8, type: features.urid("http://lv2plug.in/ns/ext/atom#Sequence"))
    input.storeBytes(of: LV2_Atom_Sequence(atom: header, body: .init(unit: 0, pad: 0)), as: LV2_Atom_Sequence.self)
    size = 16
    if let transport { append(transport) }
    for change in changes { append(change) }
    for (frame, message) in messages {
      let bytes = message.encoded
      append(bytes, type: "http://lv2plug.in/ns/ext/midi#MidiEvent", at: frame)
    }
    let chunk = features.urid("http://lv2plug.in/ns/ext/atom#Chunk")
    output.storeBytes(of: LV2_Atom(size: UInt32(outputSize - 8), type: chunk), as: LV2_Atom.self)
  }

  /// The events in the output with the URIs of their types.
  var sentEvents: [(frame: Int, type: String, body: [UInt8])] {
    events.map { ($0.frame, features.uri($0.type) ?? "", [UInt8]($0.body)) }
  }

  /// The MIDI messages in the output.
  var sent: [(frame: Int, message: MIDIMessage)] {
    events.compactMap { event in
      guard event.type == features.urid("http://lv2plug.in/ns/ext/midi#MidiEvent") else { return nil }
      return MIDIMessage(bytes: event.body).map { (event.frame, $0) }
    }
  }

  /// The keys and values of the properties in the patch:Set and patch:Put messages of the output.
  var sentProperties: [(key: LV2_URID, value: [UInt8])] {
    let patch = "http://lv2plug.in/ns/ext/patch#"
    return events.flatMap { event -> [(LV2_URID, [UInt8])] in
      guard event.type == features.urid(ObjectBytes.type) else { return [] }
      let members = Self.members(of: event.body)
      func value(_ key: String) -> [UInt8]? { members.first { $0.key == features.urid(patch + key) }?.value }
      switch event.body.load(fromByteOffset: 4, as: LV2_URID.self) {
      case features.urid(patch + "Set"):
        guard let key = value("property"), let value = value("value") else { return [] }
        return [(key.withUnsafeBytes { $0.loadUnaligned(as: LV2_URID.self) }, value)]
      case features.urid(patch + "Put"): return value("body").map { $0.withUnsafeBytes(Self.members) } ?? []
      default: return []
      }
    }
  }

  /// The keys and values in the body of an atom:Object.
  private static func members(of body: UnsafeRawBufferPointer) -> [(key: LV2_URID, value: [UInt8])] {
    var members: [(LV2_URID, [UInt8])] = []
    var position = 8
    while position + 16 <= body.count {
      let key = body.loadUnaligned(fromByteOffset: position, as: LV2_URID.self)
      let size = Int(body.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self))
      members.append((key, [UInt8](body[(position + 16)..<(position + 16 + size)])))
      position += 16 + (size + 7) & ~7
    }
    return members
  }

  private var events: [(frame: Int, type: LV2_URID, body: UnsafeRawBufferPointer)] {
    let end = 8 + Int(output.load(as: LV2_Atom.self).size)
    var events: [(Int, LV2_URID, UnsafeRawBufferPointer)] = []
    var position = 16
    while position + 16 <= end {
      let atom = output.load(fromByteOffset: position + 8, as: LV2_Atom.self)
      let frame = Int(output.load(fromByteOffset: position, as: Int64.self))
      events.append((frame, atom.type, UnsafeRawBufferPointer(start: output + position + 16, count: Int(atom.size))))
      position += 16 + (Int(atom.size) + 7) & ~7
    }
    return events
  }

  private func append(_ bytes: [UInt8], type: String, at frame: Int) {
    let padded = 16 + (bytes.count + 7) & ~7
    precondition(size + padded <= Self.capacity, "too many events for one block")
    let place = input + size
    place.storeBytes(of: Int64(frame), as: Int64.self)
    (place + 8).storeBytes(of: LV2_Atom(size: UInt32(bytes.count), type: features.urid(type)), as: LV2_Atom.self)
    (place + 16).copyMemory(from: bytes, byteCount: bytes.count)
    size += padded
    input.storeBytes(of: UInt32(size - 8), as: UInt32.self)
  }

  private func append(_ transport: HostTransport) {
    let time = "http://lv2plug.in/ns/ext/time#"
    var object = ObjectBytes(type: time + "Position", features)
    object.append(time + "speed", "Float", transport.speed)
    object.append(time + "beatsPerMinute", "Float", transport.beatsPerMinute)
    object.append(time + "beatsPerBar", "Float", transport.beatsPerBar)
    object.append(time + "bar", "Long", transport.bar)
    object.append(time + "barBeat", "Float", transport.barBeat)
    object.append(time + "frame", "Long", transport.frame)
    append(object.bytes, type: ObjectBytes.type, at: 0)
  }

  /// Appends a patch:Set or a patch:Get.
  private func append(_ change: PropertyChange) {
    let patch = "http://lv2plug.in/ns/ext/patch#"
    var object = ObjectBytes(type: patch + (change.key == nil ? "Get" : "Set"), features)
    if let key = change.key {
      object.append(patch + "property", "URID", features.urid(key))
      object.append(patch + "value", change.type, change.value)
    }
    append(object.bytes, type: ObjectBytes.type, at: 0)
  }
}

/// A message about properties: a value in the type that the plug-in expects.
struct PropertyChange {
  /// The URI of the property; nil asks for the values of all.
  let key: String?
  /// The name in the atom vocabulary.
  let type: String
  let value: [UInt8]
}

/// The body of an atom:Object.
private struct ObjectBytes {
  private static let atom = "http://lv2plug.in/ns/ext/atom#"
  static let type = atom + "Object"

  private(set) var bytes: [UInt8] = []
  private let features: EffectHostFeatures

  init(type: String, _ features: EffectHostFeatures) {
    self.features = features
    append(UInt32(0))
    append(features.urid(type))
  }

  mutating func append(_ key: String, _ type: String, _ value: some BitwiseCopyable) {
    append(key, type, withUnsafeBytes(of: value) { [UInt8]($0) })
  }

  mutating func append(_ key: String, _ type: String, _ value: [UInt8]) {
    append(features.urid(key))
    append(UInt32(0))
    append(UInt32(value.count))
    append(features.urid(Self.atom + type))
    bytes += value
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  private mutating func append(_ word: UInt32) { withUnsafeBytes(of: word) { bytes += $0 } }
}

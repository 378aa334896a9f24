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
  private static let capacity = 1 << 16

  let input = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
  let output = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
  private let features: HostFeatures
  private var size = 0

  init(_ features: HostFeatures) { self.features = features }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// Writes the sequence of the input, and makes the output an empty chunk.
  func fill(_ messages: [(frame: Int, message: MIDIMessage)], _ transport: HostTransport?) {
    let header = LV2_Atom(size: 8, type: features.urid("http://lv2plug.in/ns/ext/atom#Sequence"))
    input.storeBytes(of: LV2_Atom_Sequence(atom: header, body: .init(unit: 0, pad: 0)), as: LV2_Atom_Sequence.self)
    size = 16
    if let transport { append(transport) }
    for (frame, message) in messages {
      let bytes = message.encoded
      append(bytes, type: "http://lv2plug.in/ns/ext/midi#MidiEvent", at: frame)
    }
    let chunk = features.urid("http://lv2plug.in/ns/ext/atom#Chunk")
    output.storeBytes(of: LV2_Atom(size: UInt32(Self.capacity - 8), type: chunk), as: LV2_Atom.self)
  }

  /// The MIDI messages in the output.
  var sent: [(frame: Int, message: MIDIMessage)] {
    let end = 8 + Int(output.load(as: LV2_Atom.self).size)
    var messages: [(Int, MIDIMessage)] = []
    var position = 16
    while position + 16 <= end {
      let atom = output.load(fromByteOffset: position + 8, as: LV2_Atom.self)
      let body = UnsafeRawBufferPointer(start: output + position + 16, count: Int(atom.size))
      if let message = MIDIMessage(bytes: body) {
        messages.append((Int(output.load(fromByteOffset: position, as: Int64.self)), message))
      }
      position += 16 + (Int(atom.size) + 7) & ~7
    }
    return messages
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

  /// Appends an atom:Object of the type time:Position.
  private func append(_ transport: HostTransport) {
    let atom = "http://lv2plug.in/ns/ext/atom#"
    let time = "http://lv2plug.in/ns/ext/time#"
    var body: [UInt8] = []
    func word<Value>(_ value: Value) { withUnsafeBytes(of: value) { body += $0 } }
    func property<Value>(_ key: String, _ type: String, _ value: Value) {
      word(features.urid(time + key))
      word(UInt32(0))
      word(UInt32(MemoryLayout<Value>.size))
      word(features.urid(atom + type))
      word(value)
      while body.count % 8 != 0 { body.append(0) }
    }
    word(UInt32(0))
    word(features.urid(time + "Position"))
    property("speed", "Float", transport.speed)
    property("beatsPerMinute", "Float", transport.beatsPerMinute)
    property("beatsPerBar", "Float", transport.beatsPerBar)
    property("bar", "Long", transport.bar)
    property("barBeat", "Float", transport.barBeat)
    property("frame", "Long", transport.frame)
    append(body, type: atom + "Object", at: 0)
  }
}

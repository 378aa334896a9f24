import CLV2
import Foundation

/// The events of one call of run(): an atom:Sequence for the event input of a plug-in.
struct PlayedEvents {
  /// A MIDI message at a frame.
  private var messages: [(frame: Int, bytes: [UInt8])] = []
  /// The position of the transport at the first frame: quarters per minute and the quarter, or nil if it stands.
  private var position: (tempo: Float, beat: Double?)?

  init(_ messages: (frame: Int, bytes: [UInt8])...) { self.messages = messages }

  mutating func append(_ message: (frame: Int, bytes: [UInt8])) { messages.append(message) }

  init(tempo: Double, beat: Double?) { position = (Float(tempo), beat) }

  /// Fills a buffer of words with the sequence.
  fileprivate func write(to words: UnsafeMutableRawPointer) {
    var size = 16
    func append(_ type: String, _ body: [UInt8], at frame: Int) {
      words.storeBytes(of: Int64(frame), toByteOffset: size, as: Int64.self)
      words.storeBytes(of: UInt32(body.count), toByteOffset: size + 8, as: UInt32.self)
      words.storeBytes(of: HostURIDs.urid(type), toByteOffset: size + 12, as: UInt32.self)
      (words + size + 16).copyMemory(from: body, byteCount: body.count)
      size += 16 + (body.count + 7) & ~7
    }
    if let position { append("http://lv2plug.in/ns/ext/atom#Object", Self.object(position), at: 0) }
    for (frame, bytes) in messages { append("http://lv2plug.in/ns/ext/midi#MidiEvent", bytes, at: frame) }
    words.storeBytes(of: UInt32(size - 8), as: UInt32.self)
    words.storeBytes(
      of: HostURIDs.urid("http://lv2plug.in/ns/ext/atom#Sequence"), toByteOffset: 4, as: UInt32.self)
    words.storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
  }

  /// The body of a time:Position in bars of four quarters.
  private static func object(_ position: (tempo: Float, beat: Double?)) -> [UInt8] {
    let time = "http://lv2plug.in/ns/ext/time#"
    func bytes(_ value: some BitwiseCopyable) -> [UInt8] { withUnsafeBytes(of: value) { [UInt8]($0) } }
    func member(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
      bytes(HostURIDs.urid(time + name)) + bytes(UInt32(0)) + bytes(UInt32(value.count))
        + bytes(HostURIDs.urid("http://lv2plug.in/ns/ext/atom#" + type)) + value
        + [UInt8](repeating: 0, count: (8 - value.count % 8) % 8)
    }
    let bar = ((position.beat ?? 0) / 4).rounded(.down)
    return bytes(UInt32(0)) + bytes(HostURIDs.urid(time + "Position"))
      + member("speed", "Float", bytes(Float(position.beat == nil ? 0 : 1)))
      + member("beatsPerMinute", "Float", bytes(position.tempo)) + member("beatUnit", "Int", bytes(Int32(4)))
      + member("beatsPerBar", "Float", bytes(Float(4))) + member("bar", "Long", bytes(Int64(bar)))
      + member("barBeat", "Double", bytes((position.beat ?? 0) - 4 * bar))
  }
}

/// The URIDs of the host, for all instances of the process.
enum HostURIDs {
  private final class Table: @unchecked Sendable {
    private let lock = NSLock()
    private var numbers: [String: UInt32] = [:]

    func urid(_ uri: String) -> UInt32 {
      lock.withLock {
        let number = numbers[uri] ?? UInt32(numbers.count + 1)
        numbers[uri] = number
        return number
      }
    }
  }

  private static let table = Table()

  static func urid(_ uri: String) -> UInt32 { table.urid(uri) }

  /// The features of an instance with urid:map, and nil.
  nonisolated(unsafe) static let features: [UnsafePointer<LV2_Feature>?] = {
    let map = UnsafeMutablePointer<LV2_URID_Map>.allocate(capacity: 1)
    map.initialize(to: LV2_URID_Map(handle: nil) { _, uri in HostURIDs.urid(String(cString: uri!)) })
    let feature = UnsafeMutablePointer<LV2_Feature>.allocate(capacity: 1)
    feature.initialize(to: LV2_Feature(URI: strdup("http://lv2plug.in/ns/ext/urid#map"), data: map))
    return [UnsafePointer(feature), nil]
  }()
}

extension HostedPlugin {
  /// Processes one block with events, and returns the output of each channel.
  func process(_ input: [[Float]], _ events: PlayedEvents) -> [[Float]] {
    let words = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
    defer { words.deallocate() }
    events.write(to: words)
    let port = UInt32(firstOutput + channels)
    descriptor.pointee.connect_port(handle, port, words)
    defer { descriptor.pointee.connect_port(handle, port, nil) }
    return process(input, block: { input[0].count })
  }

  /// Runs a generator with one output. The events are in the first block.
  func generate(_ frames: Int, _ events: PlayedEvents, block: Int) -> [Float] {
    let words = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
    defer { words.deallocate() }
    events.write(to: words)
    var output = [Float](repeating: .nan, count: frames)
    output.withUnsafeMutableBufferPointer { samples in
      descriptor.pointee.connect_port(handle, UInt32(firstInput + 1), words)
      for start in stride(from: 0, to: frames, by: block) {
        connect(firstInput, samples.baseAddress! + start)
        run(frames: min(block, frames - start))
        descriptor.pointee.connect_port(handle, UInt32(firstInput + 1), nil)
      }
    }
    return output
  }
}

/// A MIDI channel message. Channels count from 0 to 15, all other values from 0 to 127.
public enum MIDIMessage: Equatable, Sendable {
  /// Also a note-on with velocity 0, which has the same meaning.
  case noteOff(channel: UInt8, note: UInt8, velocity: UInt8)
  case noteOn(channel: UInt8, note: UInt8, velocity: UInt8)
  case notePressure(channel: UInt8, note: UInt8, pressure: UInt8)
  case controlChange(channel: UInt8, controller: UInt8, value: UInt8)
  case programChange(channel: UInt8, program: UInt8)
  case channelPressure(channel: UInt8, pressure: UInt8)
  /// The bend is -8192 to 8191.
  case pitchBend(channel: UInt8, bend: Int16)

  /// Reads a message; nil for system messages, incomplete messages and data bytes above 127.
  ///
  /// - Parameter bytes: the status byte and the data bytes.
  public init?(bytes: UnsafeRawBufferPointer) {
    guard let status = bytes.first, status >= 0x80, status < 0xf0 else { return nil }
    let kind = status & 0xf0
    let count = kind == 0xc0 || kind == 0xd0 ? 2 : 3
    guard bytes.count >= count, bytes[1] < 0x80, count == 2 || bytes[2] < 0x80 else { return nil }
    let (channel, first, second) = (status & 0x0f, bytes[1], count == 3 ? bytes[2] : 0)
    switch kind {
    case 0x90 where second > 0: self = .noteOn(channel: channel, note: first, velocity: second)
    case 0x80, 0x90: self = .noteOff(channel: channel, note: first, velocity: second)
    case 0xa0: self = .notePressure(channel: channel, note: first, pressure: second)
    case 0xb0: self = .controlChange(channel: channel, controller: first, value: second)
    case 0xc0: self = .programChange(channel: channel, program: first)
    case 0xd0: self = .channelPressure(channel: channel, pressure: first)
    default: self = .pitchBend(channel: channel, bend: Int16(first) + Int16(second) * 128 - 8192)
    }
  }

  /// The number of bytes, 2 or 3, and the bytes. Values above their range are limited to it.
  var bytes: (count: Int, UInt8, UInt8, UInt8) {
    func message(_ kind: UInt8, _ channel: UInt8, _ first: UInt8, _ second: UInt8?) -> (Int, UInt8, UInt8, UInt8) {
      (second == nil ? 2 : 3, kind | min(channel, 15), min(first, 127), min(second ?? 0, 127))
    }
    switch self {
    case .noteOff(let channel, let note, let velocity): return message(0x80, channel, note, velocity)
    case .noteOn(let channel, let note, let velocity): return message(0x90, channel, note, velocity)
    case .notePressure(let channel, let note, let pressure): return message(0xa0, channel, note, pressure)
    case .controlChange(let channel, let controller, let value): return message(0xb0, channel, controller, value)
    case .programChange(let channel, let program): return message(0xc0, channel, program, nil)
    case .channelPressure(let channel, let pressure): return message(0xd0, channel, pressure, nil)
    case .pitchBend(let channel, let bend):
      let value = UInt16(Int(min(max(bend, -8192), 8191)) + 8192)
      return message(0xe0, channel, UInt8(value & 127), UInt8(value >> 7))
    }
  }

  #if !hasFeature(Embedded)
    /// The status byte and the data bytes.
    public var encoded: [UInt8] {
      let (count, status, first, second) = bytes
      return Array([status, first, second].prefix(count))
    }
  #endif

  /// The frequency of a note in hertz at concert pitch, where note 69 is 440 Hz.
  ///
  /// The values in the octave of 440 Hz are rounded from 440·2^(n/12).
  ///
  /// - Parameter note: 0 to 127.
  public static func frequency(ofNote note: UInt8) -> Float {
    let octave = Int(note) / 12
    let base: Float =
      switch Int(note) % 12 {
      case 0: 8.175799
      case 1: 8.661957
      case 2: 9.177024
      case 3: 9.722718
      case 4: 10.300861
      case 5: 10.913382
      case 6: 11.562326
      case 7: 12.249857
      case 8: 12.978272
      case 9: 13.75
      case 10: 14.567618
      default: 15.433853
      }
    return base * Float(1 << octave)
  }
}

/// What midi:MidiEvent demands of its bytes: one complete message, with its own status byte and nothing above 127 behind it.
enum MIDIMessage {
  private static let exclusive: UInt8 = 0xF0
  private static let endOfExclusive: UInt8 = 0xF7

  /// What is wrong with a message, as a clause that follows its name; nil where nothing is. Bytes beyond those that its
  /// status has are passed over.
  static func fault(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard let status = bytes.first else { return "is a MIDI message of no bytes" }
    guard status >= 0x80 else { return "is a MIDI message that begins with \(status), which is no status byte" }
    var data = bytes.dropFirst()
    if status == exclusive {
      guard data.popLast() == endOfExclusive else { return "is a system exclusive message without F7 at its end" }
    } else {
      let length = length(status)
      guard bytes.count >= length else {
        return "is a MIDI message of \(bytes.count) bytes, where the status \(name(status)) has \(length)"
      }
      data = data.prefix(length - 1)
    }
    guard let large = data.first(where: { $0 > 127 }) else { return nil }
    return "is a MIDI message of status \(name(status)) with the data byte \(large), above 127"
  }

  /// In bytes, the status included; 1 for those that are not defined.
  private static func length(_ status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 2
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 3
    default: 1
    }
  }

  private static func name(_ status: UInt8) -> String { String(status, radix: 16, uppercase: true) }
}

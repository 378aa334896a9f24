import LV2Host
import TestHost

/// Notes, velocities, pitch bend and controllers over their whole ranges.
struct NoteRange {
  let instance: InstanceUnderTest
  private let signal: Signal
  private var frame = 0

  /// The instance must be active.
  init(_ instance: InstanceUnderTest, _ signal: Signal) {
    self.instance = instance
    self.signal = signal
  }

  /// Every note, short and long ones, with velocities from 1 to 127; both ends of pitch bend and of every controller.
  ///
  /// - Returns: the first sample that is not finite, and a clause about the message before it.
  mutating func playAll() -> (place: Recording.Place, message: String)? {
    for note in UInt8(0)..<128 {
      let velocity = [1, 64, 127][Int(note) % 3] as UInt8
      let name = "note \(note) with velocity \(velocity)"
      if let place = play([0x90, note, velocity], blocks: note % 8 == 7 ? 8 : 1) { return (place, name) }
      if let place = play([0x80, note, 64], blocks: note % 8 == 7 ? 2 : 1) { return (place, "the end of \(name)") }
    }
    _ = play([0x90, 60, 100], blocks: 1)
    for (name, bytes) in [("least", [0, 0]), ("greatest", [127, 127]), ("centered", [0, 64])] as [(String, [UInt8])] {
      if let place = play([0xE0] + bytes, blocks: 2) { return (place, "the \(name) pitch bend") }
    }
    for controller in UInt8(0)..<128 {
      for value in [127, 0] as [UInt8] {
        if let place = play([0xB0, controller, value], blocks: 1) {
          return (place, "controller \(controller) with value \(value)")
        }
      }
    }
    return nil
  }

  /// The first sample that is not finite while a note is held for some seconds.
  mutating func hold(_ note: UInt8, seconds: Double) -> Recording.Place? {
    let length = instance.configuration.maximumBlockLength
    return play([0x90, note, 127], blocks: Int(seconds * instance.setup.rate) / length + 1)
      ?? play([0x80, note, 64], blocks: 1)
  }

  /// Sends one message and plays some blocks; returns the first sample that is not finite.
  private mutating func play(_ message: [UInt8], blocks: Int) -> Recording.Place? {
    let length = instance.configuration.maximumBlockLength
    for block in 0..<blocks {
      instance.fill(signal, from: frame, count: length)
      instance.prepareAtoms()
      if block == 0 { instance.sendMIDI(message) }
      instance.run(length)
      frame += length
      if let place = instance.firstNonfinite(in: length) { return place }
    }
    return nil
  }
}

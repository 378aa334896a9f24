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

  /// Every note, short and long ones; every velocity; pitch bend and every controller from end to end; and a note that is
  /// held for 2 s.
  ///
  /// - Returns: the first sample that is not finite, and a clause about the message before it.
  mutating func playAll() -> (place: Recording.Place, message: String)? {
    for note in UInt8(0)..<128 {
      let velocity = [1, 64, 127][Int(note) % 3] as UInt8
      if let found = play(note, velocity: velocity, blocks: note % 8 == 7 ? 8 : 1) { return found }
    }
    for velocity in UInt8(1)..<128 {
      if let found = play(Self.middleNote, velocity: velocity, blocks: 1) { return found }
    }
    _ = play([0x90, Self.middleNote, 100], blocks: 1)
    for value in Self.bends {
      if let place = play([0xE0, UInt8(value & 127), UInt8(value >> 7)], blocks: 2) {
        return (place, "the pitch bend \(value)")
      }
    }
    for controller in UInt8(0)..<128 {
      for value in [127, 64, 1, 0] as [UInt8] {
        if let place = play([0xB0, controller, value], blocks: 1) {
          return (place, "controller \(controller) with value \(value)")
        }
      }
    }
    return hold(Self.middleNote, seconds: 2).map { ($0, "note \(Self.middleNote), which is held for 2 s") }
  }

  private static let middleNote: UInt8 = 60
  /// From the least to the greatest one, and back to the center, 8192.
  private static let bends = [0, 1024, 4096, 8191, 8193, 12288, 15360, 16383, 8192]

  /// A note of some blocks, and its end.
  private mutating func play(_ note: UInt8, velocity: UInt8, blocks: Int) -> (Recording.Place, String)? {
    let name = "note \(note) with velocity \(velocity)"
    if let place = play([0x90, note, velocity], blocks: blocks) { return (place, name) }
    return play([0x80, note, 64], blocks: blocks > 1 ? 2 : 1).map { ($0, "the end of \(name)") }
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

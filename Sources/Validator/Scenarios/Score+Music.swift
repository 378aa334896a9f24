/// Passages that musicians play and that plug-ins with events are sensitive to. Each ends with all keys released and all
/// pedals up.
extension Score {
  /// A chord whose notes begin and end at random frames of several blocks.
  package mutating func chord(_ notes: [UInt8] = [60, 64, 67, 71]) {
    for note in notes { noteOn(note) }
    rest(blocks: 4)
    for note in notes {
      noteOff(note)
      rest()
    }
  }

  /// Notes that begin at the first frame of a block and end at its last one, and several in one block.
  package mutating func run() {
    for note in UInt8(48)..<56 {
      noteOn(note, at: 0)
      noteOff(note, at: block - 1)
      rest()
    }
    for (index, note) in ([72, 74, 76, 77] as [UInt8]).enumerated() {
      let start = index * block / 4
      noteOn(note, at: start)
      // A block can have fewer frames than notes.
      noteOff(note, at: max(start, (index + 1) * block / 4 - 1))
    }
    rest(blocks: 2)
  }

  /// The same key again before it is released, off and on at one frame, and note-ons of velocity 0.
  ///
  /// There are as many releases as presses: a plug-in may count them.
  package mutating func retriggers() {
    noteOn(60, at: 0)
    noteOn(60, velocity: 40, at: block / 2)
    rest(blocks: 2)
    noteOff(60, at: block - 1)
    noteOn(60, at: block - 1)
    rest()
    noteOff(60, at: 0)
    noteOn(60, velocity: 0, at: 0)
    // Keys that are not played again: a later note-off would end notes that still sound.
    noteOn(61, at: 0)
    noteOn(61, velocity: 0, at: 1)
    noteOn(63, at: 1)
    rest()
    noteOn(63, velocity: 0)
    rest(blocks: 2)
  }

  /// Keys that are released while the sustain or the sostenuto pedal is down.
  ///
  /// Each pedal has keys of its own: a later release of the same key would end a note that hangs.
  package mutating func pedals() {
    for (pedal, key) in [(64, 50), (66, 53)] as [(UInt8, UInt8)] {
      noteOn(key)
      noteOn(key + 7)
      rest()
      send([0xB0, pedal, 127])
      rest()
      noteOff(key)
      noteOn(key + 12)
      rest()
      noteOff(key + 7)
      noteOff(key + 12)
      rest()
      send([0xB0, pedal, 0])
      rest(blocks: 2)
    }
  }

  /// The lowest and the highest key, velocity and channel.
  package mutating func extremes() {
    for channel in [0, 15] as [UInt8] {
      for (key, velocity) in [(0, 127), (127, 1), (1, 1), (126, 127)] as [(UInt8, UInt8)] {
        noteOn(key, channel: channel, velocity: velocity)
      }
    }
    rest(blocks: 2)
    for channel in [0, 15] as [UInt8] { for key in [0, 127, 1, 126] as [UInt8] { noteOff(key, channel: channel) } }
    rest(blocks: 2)
  }

  /// Keys that are held while controllers end all notes, and released afterwards.
  package mutating func panic() {
    for controller in [123, 120] as [UInt8] {
      noteOn(53)
      noteOn(69)
      rest(seconds: 0.1)
      send([0xB0, controller, 0])
      rest(seconds: 0.1)
      noteOff(53)
      noteOff(69)
      rest(blocks: 2)
    }
  }

  /// Pitch bend, pressure, controllers and programs while a note sounds.
  package mutating func expression() {
    noteOn(65, at: 0)
    for step in UInt8(0)..<4 {
      send([0xE0, 0, 40 + 20 * step])
      send([0xD0, 30 * step])
      send([0xA0, 65, 30 * step])
      send([0xB0, 1, 30 * step])
      rest()
    }
    send([0xE0, 0, 64], at: 0)
    send([0xC0, 5], at: 1)
    noteOff(65, at: block - 1)
    rest()
  }

  /// Twelve keys on each channel, and each controller.
  package mutating func census() {
    for channel in UInt8(0)..<16 {
      let keys = (0..<12).map { 12 * (1 + channel % 9) + $0 }
      for key in keys { noteOn(key, channel: channel) }
      send([0xC0 | channel, channel])
      rest()
      for key in keys { noteOff(key, channel: channel) }
      rest()
    }
    // From 120 on, they end notes.
    for controller in UInt8(0)..<120 {
      send([0xB0, controller, 100])
      send([0xB0, controller, 0])
      if controller % 8 == 7 { rest() }
    }
    for pedal in UInt8(64)..<70 { send([0xB0, pedal, 0]) }
    rest()
  }

  /// System exclusive messages of 3 to 256 bytes, between notes.
  package mutating func systemExclusive() {
    for size in [3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 32, 64, 65, 128, 129, 256] {
      noteOn(60, at: 0)
      send([0xF0] + (0..<size - 2).map { UInt8($0 % 128) } + [0xF7], at: block / 2)
      noteOff(60, at: block - 1)
      rest()
    }
  }

  /// Notes on channels of their own with bends of their own, as MPE controllers send them.
  package mutating func channels() {
    for channel in UInt8(1)..<5 { noteOn(60 + 3 * channel, channel: channel) }
    rest()
    for channel in UInt8(1)..<5 {
      send([0xE0 | channel, 0, 64 + 8 * channel])
      send([0xD0 | channel, 20 * channel])
    }
    rest()
    for channel in UInt8(1)..<5 { noteOff(60 + 3 * channel, channel: channel) }
    rest(blocks: 2)
  }

  /// Keys that are held while the transport starts, stops, jumps, loops, changes its tempo and its meter.
  package mutating func transportChanges() {
    for note in [43, 55] as [UInt8] { noteOn(note, at: 0) }
    roll(from: 0)
    rest(seconds: 0.3)
    roll(from: 13.75)
    rest(seconds: 0.2)
    roll(from: 2)
    rest(seconds: 0.2)
    for tempo in [125, 140, 180, 60] as [Float] {
      roll(from: 4, tempo: tempo)
      rest(blocks: 3)
    }
    roll(from: 7.5, beatsPerBar: 7, beatUnit: 8)
    rest(seconds: 0.1)
    stop()
    rest(seconds: 0.1)
    roll(from: 0)
    rest(seconds: 0.2)
    for note in [43, 55] as [UInt8] { noteOff(note, at: 0) }
    rest()
    stop()
    rest()
  }

  /// System exclusive messages between chords, and 1 s in which nothing is played.
  package mutating func exclusives() {
    chord()
    systemExclusive()
    chord([36, 96])
    rest(seconds: 1)
  }

  /// All of these without system exclusive messages, and 1 s in which nothing is played.
  package mutating func everything() {
    chord()
    run()
    retriggers()
    transportChanges()
    pedals()
    expression()
    channels()
    extremes()
    panic()
    chord([36, 96])
    rest(seconds: 1)
  }
}

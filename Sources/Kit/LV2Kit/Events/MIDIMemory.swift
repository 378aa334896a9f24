import CLV2

/// What the keys, the controllers and the wheels of each MIDI channel have been set to since activate().
///
/// The effect forgets all of it in the reset at the start of a bypass. At the end of the bypass it receives it again: keys that are held
/// then sound, and a pedal that is down holds.
///
/// SAFETY: the memory exists until `deallocate()`. All indices are those of a valid `MIDIMessage`.
struct MIDIMemory {
  private static var channels: Int { 16 }
  /// For each channel 128 velocities of held keys, or 0.
  private let keys: UnsafeMutablePointer<UInt8>
  /// For each channel the pressure on 128 held keys, or `unset`.
  private let pressures: UnsafeMutablePointer<UInt8>
  private let parameters = ParameterMemory()
  /// For each channel 128 values of controllers, or `unset`; program and pressure follow.
  private let controllers: UnsafeMutablePointer<UInt8>
  /// For each channel the bend.
  private let bends: UnsafeMutablePointer<Int16>
  /// The atom of an event that is played back.
  private let atom = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
  /// Whether the effect has not received the contents since its last reset.
  var isPending = false

  private static var unset: UInt8 { 255 }
  private static var program: Int { 128 }
  private static var pressure: Int { 129 }
  private static var stride: Int { 130 }

  init() {
    keys = .allocate(capacity: Self.channels * 128)
    controllers = .allocate(capacity: Self.channels * Self.stride)
    bends = .allocate(capacity: Self.channels)
    keys.initialize(repeating: 0, count: Self.channels * 128)
    pressures = .allocate(capacity: Self.channels * 128)
    pressures.initialize(repeating: Self.unset, count: Self.channels * 128)
    controllers.initialize(repeating: Self.unset, count: Self.channels * Self.stride)
    bends.initialize(repeating: 0, count: Self.channels)
  }

  func deallocate() {
    keys.deallocate()
    pressures.deallocate()
    parameters.deallocate()
    controllers.deallocate()
    bends.deallocate()
    atom.deallocate()
  }

  /// Forgets everything, as in activate().
  mutating func reset() {
    for index in 0..<Self.channels * 128 { (keys[index], pressures[index]) = (0, Self.unset) }
    parameters.reset()
    for index in 0..<Self.channels * Self.stride { controllers[index] = Self.unset }
    for index in 0..<Self.channels { bends[index] = 0 }
    isPending = false
  }

  // MARK: Recording

  func record(_ message: MIDIMessage) {
    switch message {
    case .noteOn(let channel, let note, let velocity): setKey(channel, note, velocity)
    case .noteOff(let channel, let note, _): setKey(channel, note, 0)
    case .controlChange(let channel, let controller, let value):
      if ParameterMemory.contains(controller) { return parameters.record(channel, controller, value) }
      if controller < 120 { set(channel, Int(controller), value) } else { changeMode(channel, controller) }
    case .programChange(let channel, let program): set(channel, Self.program, program)
    case .channelPressure(let channel, let pressure): set(channel, Self.pressure, pressure)
    case .pitchBend(let channel, let bend): bends[Int(channel)] = bend
    case .notePressure(let channel, let note, let pressure):
      let place = Int(channel) * 128 + Int(note)
      if keys[place] > 0 { pressures[place] = pressure }
    }
  }

  /// A key has no pressure before the first message about it.
  private func setKey(_ channel: UInt8, _ note: UInt8, _ velocity: UInt8) {
    let place = Int(channel) * 128 + Int(note)
    (keys[place], pressures[place]) = (velocity, Self.unset)
  }

  private func set(_ channel: UInt8, _ place: Int, _ value: UInt8) {
    controllers[Int(channel) * Self.stride + place] = value
  }

  /// All sound off, reset all controllers, and the messages that end all notes.
  private func changeMode(_ channel: UInt8, _ controller: UInt8) {
    if controller == 121 {
      bends[Int(channel)] = 0
      for place in 0..<120 where !Self.staysAfterReset(place) { set(channel, place, Self.unset) }
      set(channel, Self.pressure, Self.unset)
      parameters.resetSelection(channel)
      for note in 0..<128 { pressures[Int(channel) * 128 + note] = Self.unset }
    } else if controller != 122 {
      for note in 0..<128 { setKey(channel, UInt8(note), 0) }
    }
  }

  /// Whether reset all controllers leaves a controller alone: banks, volume, pan, sound controllers and the depths of effects
  /// (MIDI Manufacturers Association, RP-015).
  private static func staysAfterReset(_ controller: Int) -> Bool {
    switch controller {
    case 0, 32, 7, 39, 10, 42, 70...79, 91...95: true
    default: false
    }
  }

  // MARK: Playing back

  /// The places of a channel in the order in which they are played back: the program, the controllers, the parameters, the pressure, the
  /// bend, the keys, and the pressure on them.
  private enum Place {
    static var parameter: Int { 121 }
    static var pressure: Int { parameter + ParameterMemory.places }
    static var bend: Int { pressure + 1 }
    static var firstKey: Int { bend + 1 }
    static var firstKeyPressure: Int { firstKey + 128 }
    static var count: Int { firstKeyPressure + 128 }
  }

  /// Returns the next message that restores the contents, or nil at their end.
  ///
  /// - Parameter position: 0 at the start.
  func next(_ position: inout Int) -> MIDIMessage? {
    while position < Self.channels * Place.count {
      let (index, place) = position.quotientAndRemainder(dividingBy: Place.count)
      position += 1
      // Both manager channels of MPE come first: their configuration sets the ranges of the bends of all members.
      let channel = index == 0 ? 0 : index == 1 ? 15 : index - 1
      if let message = message(UInt8(channel), place) { return message }
    }
    return nil
  }

  private func message(_ channel: UInt8, _ place: Int) -> MIDIMessage? {
    let values = controllers + Int(channel) * Self.stride
    switch place {
    case 0:
      return values[Self.program] == Self.unset ? nil : .programChange(channel: channel, program: values[Self.program])
    case 1..<Place.parameter: return controlChange(place - 1, channel)
    case Place.parameter..<Place.pressure: return parameters.message(channel, place - Place.parameter)
    case Place.pressure:
      let pressure = values[Self.pressure]
      return pressure == Self.unset ? nil : .channelPressure(channel: channel, pressure: pressure)
    case Place.bend:
      let bend = bends[Int(channel)]
      return bend == 0 ? nil : .pitchBend(channel: channel, bend: bend)
    case Place.firstKeyPressure...:
      let note = place - Place.firstKeyPressure
      let pressure = pressures[Int(channel) * 128 + note]
      return pressure == Self.unset ? nil : .notePressure(channel: channel, note: UInt8(note), pressure: pressure)
    default:
      let note = place - Place.firstKey
      let velocity = keys[Int(channel) * 128 + note]
      return velocity == 0 ? nil : .noteOn(channel: channel, note: UInt8(note), velocity: velocity)
    }
  }

  private func controlChange(_ controller: Int, _ channel: UInt8) -> MIDIMessage? {
    let value = controllers[Int(channel) * Self.stride + controller]
    return value == Self.unset ? nil : .controlChange(channel: channel, controller: UInt8(controller), value: value)
  }

  /// An event with a message, valid until the next call.
  func event(_ message: MIDIMessage, _ types: AtomTypes) -> Event {
    let bytes = message.bytes
    atom.storeBytes(of: LV2_Atom(size: UInt32(bytes.count), type: types.midi), as: LV2_Atom.self)
    atom.storeBytes(of: bytes.1, toByteOffset: 8, as: UInt8.self)
    atom.storeBytes(of: bytes.2, toByteOffset: 9, as: UInt8.self)
    atom.storeBytes(of: bytes.3, toByteOffset: 10, as: UInt8.self)
    return Event(UnsafePointer(atom.assumingMemoryBound(to: LV2_Atom.self)), midi: message)
  }
}

import CLV2

/// The URIDs of the atoms that the kit reads and writes; 0 if the host does not offer urid:map.
struct AtomTypes {
  let sequence, object, blank: LV2_URID
  let values: ValueTypes
  let midi: LV2_URID
  let position, bar, barBeat, beatUnit, beatsPerBar, beatsPerMinute, frame, speed: LV2_URID

  init(_ features: Features) {
    sequence = features.urid("http://lv2plug.in/ns/ext/atom#Sequence")
    object = features.urid("http://lv2plug.in/ns/ext/atom#Object")
    blank = features.urid("http://lv2plug.in/ns/ext/atom#Blank")
    values = ValueTypes(features)
    midi = features.urid("http://lv2plug.in/ns/ext/midi#MidiEvent")
    position = features.urid("http://lv2plug.in/ns/ext/time#Position")
    bar = features.urid("http://lv2plug.in/ns/ext/time#bar")
    barBeat = features.urid("http://lv2plug.in/ns/ext/time#barBeat")
    beatUnit = features.urid("http://lv2plug.in/ns/ext/time#beatUnit")
    beatsPerBar = features.urid("http://lv2plug.in/ns/ext/time#beatsPerBar")
    beatsPerMinute = features.urid("http://lv2plug.in/ns/ext/time#beatsPerMinute")
    frame = features.urid("http://lv2plug.in/ns/ext/time#frame")
    speed = features.urid("http://lv2plug.in/ns/ext/time#speed")
  }

  /// The value of a numeric atom, or nil if it has another type or is too short.
  func number(_ atom: UnsafePointer<LV2_Atom>) -> Double? {
    values.number(atom.pointee.type, UnsafeRawPointer(atom) + 8, Int(atom.pointee.size))
  }

  /// Whether an atom is an object.
  func isObject(_ atom: UnsafePointer<LV2_Atom>) -> Bool {
    atom.pointee.type != 0 && (atom.pointee.type == object || atom.pointee.type == blank)
  }
}

extension Transport {
  /// Takes over the values of a time:Position. Missing and invalid values keep their present value.
  mutating func update(_ object: ObjectReader, _ types: AtomTypes) {
    var object = object
    while let (key, value) = object.read() {
      guard let number = types.number(value), number.isFinite else { continue }
      switch key {
      case types.speed where abs(number) < 0x1p31: speed = number
      case types.beatsPerMinute where number > 0 && number < 0x1p31: (beatsPerMinute, isKnown) = (number, true)
      case types.beatsPerBar where number > 0 && number < 0x1p31: beatsPerBar = number
      case types.beatUnit where number >= 1 && number <= 256: beatUnit = Int(number)
      case types.barBeat where number >= 0 && number < 0x1p31: barBeat = number
      case types.bar where abs(number) < 0x1p53: bar = Int64(number)
      case types.frame where abs(number) < 0x1p53: frame = Int64(number)
      default: break
      }
    }
  }
}

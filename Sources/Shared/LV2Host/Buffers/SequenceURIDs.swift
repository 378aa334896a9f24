/// The URIDs for reading and writing sequences.
public struct SequenceURIDs: Sendable {
  public let sequence, chunk, object, blank, tuple, vector, int, long, float, double, bool, string, path, uri,
    urid: UInt32
  public let midiEvent: UInt32
  /// The unit of a sequence with times in beats. Any other unit, and 0, means frames.
  public let beat: UInt32
  public let position, frame, speed, bar, barBeat, beatUnit, beatsPerBar, beatsPerMinute: UInt32
  public let patchGet, patchSet, patchPut, patchSubject, patchProperty, patchValue, patchBody: UInt32

  public init(_ map: URIDMap) {
    sequence = map.id(of: URI.Atom.sequence)
    chunk = map.id(of: URI.Atom.chunk)
    object = map.id(of: URI.Atom.object)
    blank = map.id(of: URI.Atom.blank)
    tuple = map.id(of: URI.Atom.tuple)
    vector = map.id(of: URI.Atom.vector)
    int = map.id(of: URI.Atom.int)
    long = map.id(of: URI.Atom.long)
    float = map.id(of: URI.Atom.float)
    double = map.id(of: URI.Atom.double)
    bool = map.id(of: URI.Atom.bool)
    string = map.id(of: URI.Atom.string)
    path = map.id(of: URI.Atom.path)
    uri = map.id(of: URI.Atom.uri)
    urid = map.id(of: URI.Atom.urid)
    midiEvent = map.id(of: URI.MIDI.event)
    beat = map.id(of: URI.Units.beat)
    position = map.id(of: URI.Time.position)
    frame = map.id(of: URI.Time.frame)
    speed = map.id(of: URI.Time.speed)
    bar = map.id(of: URI.Time.bar)
    barBeat = map.id(of: URI.Time.barBeat)
    beatUnit = map.id(of: URI.Time.beatUnit)
    beatsPerBar = map.id(of: URI.Time.beatsPerBar)
    beatsPerMinute = map.id(of: URI.Time.beatsPerMinute)
    patchGet = map.id(of: URI.Patch.get)
    patchSet = map.id(of: URI.Patch.set)
    patchPut = map.id(of: URI.Patch.put)
    patchSubject = map.id(of: URI.Patch.subject)
    patchBody = map.id(of: URI.Patch.body)
    patchProperty = map.id(of: URI.Patch.property)
    patchValue = map.id(of: URI.Patch.value)
  }
}

/// The state of the transport, as a `time:Position`.
public struct TransportPosition: Sendable, Codable, Hashable {
  /// In frames from the start.
  public var frame: Int64 = 0
  /// 0 stopped, 1 rolling forward.
  public var speed: Float = 1
  public var bar: Int64 = 0
  /// In beats from the start of the bar.
  public var barBeat: Float = 0
  /// The note value of a beat: 4 for a quarter.
  public var beatUnit: Int32 = 4
  public var beatsPerBar: Float = 4
  public var beatsPerMinute: Float = 120

  public init() {}
}

/// Each method appends one event. It returns false if the event does not fit.
extension AtomSequence {
  /// Appends one MIDI message: of one to three bytes, or system exclusive.
  @discardableResult
  public func append(midi message: [UInt8], frame: Int64) -> Bool {
    message.withUnsafeBytes { append(frame: frame, type: types.midiEvent, body: $0) }
  }

  /// - Parameter isBlank: whether the atom has the deprecated type `atom:Blank`, which older plug-ins expect.
  @discardableResult
  public func append(_ position: TransportPosition, isBlank: Bool = false, frame: Int64) -> Bool {
    var object = AtomObject(type: types.position)
    object.set(types.frame, types.long, position.frame)
    object.set(types.speed, types.float, position.speed)
    object.set(types.bar, types.long, position.bar)
    object.set(types.barBeat, types.float, position.barBeat)
    object.set(types.beatUnit, types.int, position.beatUnit)
    object.set(types.beatsPerBar, types.float, position.beatsPerBar)
    object.set(types.beatsPerMinute, types.float, position.beatsPerMinute)
    return append(object, isBlank: isBlank, frame: frame)
  }

  /// Appends a `patch:Set` of one property. The value includes the terminating 0 of a string.
  ///
  /// - Parameter subject: the `patch:subject`; nil for none, so that the receiver is the subject.
  @discardableResult
  public func append(
    patchSet property: UInt32, type: UInt32, value: [UInt8], of subject: UInt32? = nil, frame: Int64
  ) -> Bool {
    var object = AtomObject(type: types.patchSet)
    if let subject { object.set(types.patchSubject, types.urid, subject) }
    object.set(types.patchProperty, types.urid, property)
    object.set(types.patchValue, type, bytes: value)
    return append(object, frame: frame)
  }

  /// Appends a `patch:Get` of one property, or of all properties if it is nil.
  ///
  /// - Parameter subject: the `patch:subject`; nil for none, so that the receiver is the subject.
  @discardableResult
  public func append(patchGet property: UInt32?, of subject: UInt32? = nil, frame: Int64) -> Bool {
    var object = AtomObject(type: types.patchGet)
    if let subject { object.set(types.patchSubject, types.urid, subject) }
    if let property { object.set(types.patchProperty, types.urid, property) }
    return append(object, frame: frame)
  }

  /// Appends an object without properties.
  ///
  /// - Parameters:
  ///   - otype: the URID of the object's type.
  ///   - isBlank: whether the atom has the deprecated type `atom:Blank`, which older plug-ins expect.
  @discardableResult
  public func append(emptyObject otype: UInt32, isBlank: Bool, frame: Int64) -> Bool {
    append(AtomObject(type: otype), isBlank: isBlank, frame: frame)
  }

  private func append(_ object: AtomObject, isBlank: Bool = false, frame: Int64) -> Bool {
    object.body.withUnsafeBytes { append(frame: frame, type: isBlank ? types.blank : types.object, body: $0) }
  }
}

import CLV2

extension Instance where E: ~Copyable {
  /// Divides a cycle at the frames of the received events, and delivers each between the frames.
  mutating func runBetweenEvents(_ audio: AudioBuffers, _ frames: Int) {
    guard let events = header.events else { return }
    events.pointee.beginCycle(header.ports.eventOutput)
    var start = 0
    if E.hasEventInput, var reader = SequenceReader(header.ports.eventInput, type: events.pointee.types.sequence) {
      while let (time, atom) = reader.read() {
        let frame = max(start, Int(clamping: min(time, Int64(frames))))
        if frame > start {
          run(audio.advanced(by: start), frame - start)
          start = frame
        }
        deliver(atom, at: frame, events)
      }
    }
    run(audio.advanced(by: start), frames - start)
  }

  private mutating func deliver(
    _ atom: UnsafePointer<LV2_Atom>, at frame: Int, _ events: UnsafeMutablePointer<EventState>
  ) {
    let types = events.pointee.types
    if E.events.time || E.hasProperties, types.isObject(atom), let object = ObjectReader(atom) {
      if E.events.time, object.type == types.position { return events.pointee.transport.update(object, types) }
      if E.hasProperties, receive(object) { return }
    }
    let event = Event(atom, types)
    guard E.events.atoms || event.midi != nil else { return }
    if bypass.isSilent && !header.ports.isEnabled(E.Port.self) {
      if E.events.midiOutput && event.midi != nil { events.pointee.append(atom, at: frame) }
      return
    }
    setTargetsIfSilent()
    effect.receive(event, at: frame, output: EventOutput(state: events))
  }
}

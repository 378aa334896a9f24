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
    if bypass.isSilent && !header.ports.isEnabled(E.Port.self) {
      if let message = event.midi { events.pointee.memory?.record(message) }
      events.pointee.memory?.isPending = true
      if E.events.midiOutput && event.type == types.midi { EventOutput(state: events).send(event, at: frame) }
      return
    }
    guard E.events.atoms || event.midi != nil else { return }
    setTargetsIfSilent()
    restoreNotes(at: frame)
    if let message = event.midi { events.pointee.memory?.record(message) }
    effect.receive(event, at: frame, output: EventOutput(state: events))
  }

  /// Before the first frame or event after a bypass: the effect receives what its reset has made it forget.
  @inline(__always)
  mutating func restoreNotes(at frame: Int) {
    if E.events.midiInput, let events = header.events, events.pointee.memory?.isPending == true {
      replay(events, at: frame)
    }
  }

  @inline(never)
  private mutating func replay(_ events: UnsafeMutablePointer<EventState>, at frame: Int) {
    // The keys of the bypass have sounded as they are.
    if E.events.midiOutput { events.pointee.endNotes(at: frame) }
    guard let memory = events.pointee.memory else { return }
    events.pointee.memory?.isPending = false
    var position = 0
    while let message = memory.next(&position) {
      let event = memory.event(message, events.pointee.types)
      effect.receive(event, at: frame, output: EventOutput(state: events))
    }
  }

  /// At the start of a bypass: the effect forgets its notes. Those that it has sent end.
  @inline(never)
  mutating func resetForBypass() {
    effect.reset()
    guard E.hasEvents, let events = header.events else { return }
    // The last frame of the fade-out.
    if E.events.midiOutput { events.pointee.endNotes(at: max(events.pointee.cycleFrame - 1, 0)) }
    events.pointee.memory?.isPending = true
  }
}

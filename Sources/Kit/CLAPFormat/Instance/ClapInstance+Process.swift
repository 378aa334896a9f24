import CCLAP
import CLV2
import LV2Kit

// The audio thread.
extension ClapInstance {
  /// Processes a block: divides it at each frame at which a parameter changes, as the division does not affect the sound.
  mutating func process(_ block: UnsafePointer<clap_process>) -> Int32 {
    guard handle != nil else { return Int32(CLAP_PROCESS_ERROR) }
    let frames = Int(block.pointee.frames_count)
    values.take()
    sendChanges(block.pointee.out_events)
    input.begin()
    input.append(all: eventsOfWindow, &notes)
    if let position = block.pointee.transport { receive(position.pointee, at: 0) }
    var start = 0
    let count = HostCalls.count(block.pointee.in_events)
    var index: UInt32 = 0
    while index < count {
      if let event = HostCalls.event(block.pointee.in_events, index) {
        let time = min(max(Int(event.pointee.time), start), frames)
        if time > start && changesPort(event) {
          run(block, from: start, to: time)
          start = time
          input.begin()
        }
        receive(event, at: time - start)
      }
      index += 1
    }
    run(block, from: start, to: frames)
    followLatency()
    return Int32(plugin.pointee.tail < 0 ? CLAP_PROCESS_CONTINUE : CLAP_PROCESS_TAIL)
  }

  /// Changes parameters without sound.
  mutating func flush(_ input: UnsafePointer<clap_input_events>?, _ output: UnsafePointer<clap_output_events>?) {
    sendChanges(output)
    let count = HostCalls.count(input)
    var index: UInt32 = 0
    while index < count {
      if let event = HostCalls.event(input, index), let change = ParameterChange(event),
        let place = values.index(of: change.id)
      {
        values.set(place, to: change.value)
      }
      index += 1
    }
  }

  // MARK: Runs

  private mutating func run(_ block: UnsafePointer<clap_process>, from start: Int, to end: Int) {
    let description = plugin.pointee
    var port = UInt32(firstAudioPort)
    let inputs = Int(block.pointee.audio_inputs_count)
    let main = description.input_count > 0 ? 1 : 0
    connect(&port, channels(block.pointee.audio_inputs, 0, main <= inputs ? main : 0), description.input_count, start)
    connect(
      &port, channels(block.pointee.audio_inputs, main, inputs > main ? 1 : 0), description.sidechain_count, start)
    connect(
      &port, channels(UnsafePointer(block.pointee.audio_outputs), 0, Int(block.pointee.audio_outputs_count)),
      description.output_count, start)
    run(frames: end - start, block.pointee.out_events, from: start)
    transport.advance(end - start, rate: rate)
  }

  /// Runs the instance of LV2 with the events of `input`, and sends its own ones.
  ///
  /// - Parameters:
  ///   - events: gets the MIDI messages, or nil.
  ///   - start: the frame of the block at which the sequence of events begins.
  mutating func run(frames: Int, _ events: UnsafePointer<clap_output_events>? = nil, from start: Int = 0) {
    if plugin.pointee.has_event_output { output.prepare() }
    HostCalls.run(descriptor, handle, UInt32(frames))
    if plugin.pointee.has_event_output { output.send(to: events, window: eventsForWindow, from: start) }
  }

  /// A buffer of the host, or nil if it has none.
  private func channels(
    _ buffers: UnsafePointer<clap_audio_buffer>?, _ index: Int, _ count: Int
  ) -> UnsafePointer<clap_audio_buffer>? {
    count > 0 ? buffers.map { $0 + index } : nil
  }

  private func connect(
    _ port: inout UInt32, _ buffer: UnsafePointer<clap_audio_buffer>?, _ count: UInt32, _ start: Int
  ) {
    var channel: UInt32 = 0
    while channel < count {
      var samples: UnsafeMutablePointer<Float>?
      if let buffer, channel < buffer.pointee.channel_count, let data = buffer.pointee.data32 {
        samples = data[Int(channel)].map { $0 + start }
      }
      HostCalls.connect(descriptor, handle, port, samples)
      port += 1
      channel += 1
    }
  }

  // MARK: Events

  /// Whether an event changes a port, so that the block must be divided.
  private func changesPort(_ event: UnsafePointer<clap_event_header>) -> Bool {
    guard let change = ParameterChange(event), let index = values.index(of: change.id) else { return false }
    return values.differs(index, from: change.value)
  }

  private mutating func receive(_ event: UnsafePointer<clap_event_header>, at frame: Int) {
    guard event.pointee.space_id == 0 else { return }
    let raw = UnsafeRawPointer(event)
    switch Int(event.pointee.type) {
    case Int(CLAP_EVENT_PARAM_VALUE):
      guard let change = ParameterChange(event), let index = values.index(of: change.id) else { return }
      values.set(index, to: change.value)
      values.take()
    case Int(CLAP_EVENT_TRANSPORT): receive(raw.load(as: clap_event_transport.self), at: frame)
    case Int(CLAP_EVENT_NOTE_ON), Int(CLAP_EVENT_NOTE_OFF), Int(CLAP_EVENT_NOTE_CHOKE):
      guard plugin.pointee.has_midi_input else { return }
      notes.translate(raw.load(as: clap_event_note.self), at: frame, to: &input)
    case Int(CLAP_EVENT_NOTE_EXPRESSION):
      guard plugin.pointee.has_midi_input else { return }
      notes.translate(raw.load(as: clap_event_note_expression.self), at: frame, to: &input)
    case Int(CLAP_EVENT_MIDI):
      guard plugin.pointee.has_midi_input else { return }
      let data = raw.load(as: clap_event_midi.self).data
      notes.follow(data.0, data.1, data.2)
      input.append(data.0, data.1, data.2, at: frame)
    case Int(CLAP_EVENT_MIDI_SYSEX):
      guard plugin.pointee.has_system_exclusive else { return }
      let message = raw.load(as: clap_event_midi_sysex.self)
      input.append(message.buffer, Int(message.size), at: frame)
    default: break
    }
  }

  private mutating func receive(_ position: clap_event_transport, at frame: Int) {
    guard plugin.pointee.has_transport, transport.isNews(position) else { return }
    input.append(position, rate: rate, at: frame)
  }

  /// Tells the host what the window has changed. The values are already those of the parameters.
  private func sendChanges(_ output: UnsafePointer<clap_output_events>?) {
    while let change = changes.popChange() {
      let id = plugin.pointee.parameters[Int(change.parameter)].id
      if Int(change.type) == Int(CLAP_EVENT_PARAM_VALUE) {
        var event = clap_event_param_value()
        event.header = Self.header(MemoryLayout<clap_event_param_value>.size, change.type)
        (event.param_id, event.value) = (id, change.value)
        (event.note_id, event.port_index, event.channel, event.key) = (-1, -1, -1, -1)
        HostCalls.push(output, event)
      } else {
        var event = clap_event_param_gesture()
        event.header = Self.header(MemoryLayout<clap_event_param_gesture>.size, change.type)
        event.param_id = id
        HostCalls.push(output, event)
      }
    }
  }

  private static func header(_ size: Int, _ type: UInt32) -> clap_event_header {
    clap_event_header(
      size: UInt32(size), time: 0, space_id: 0, type: UInt16(type), flags: UInt32(CLAP_EVENT_IS_LIVE))
  }
}

/// A new value of a parameter. An event for single notes has none: no parameter has a value for each note.
private struct ParameterChange {
  let id: clap_id
  let value: Double

  init?(_ event: UnsafePointer<clap_event_header>) {
    guard event.pointee.space_id == 0, Int(event.pointee.type) == Int(CLAP_EVENT_PARAM_VALUE) else { return nil }
    let change = UnsafeRawPointer(event).load(as: clap_event_param_value.self)
    guard change.note_id < 0, change.key < 0 else { return nil }
    (id, value) = (change.param_id, change.value)
  }
}

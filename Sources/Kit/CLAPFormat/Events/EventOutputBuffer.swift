import CCLAP
import CLV2

/// The sequence that the instance of LV2 writes, and its way to the host.
///
/// SAFETY: the memory exists until `deallocate()`.
struct EventOutputBuffer {
  let memory: UnsafeMutableRawPointer
  private let types: EventTypes

  private static var capacity: Int { 1 << 16 }

  init(_ types: EventTypes) {
    self.types = types
    memory = .allocate(byteCount: Self.capacity, alignment: 8)
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: Self.capacity / 8)
  }

  func deallocate() { memory.deallocate() }

  /// Before run(): states the room for events.
  func prepare() {
    memory.storeBytes(of: LV2_Atom(size: UInt32(Self.capacity - 8), type: types.chunk), as: LV2_Atom.self)
  }

  /// After run(): sends the MIDI messages to the host, and the objects to the window: they are the messages about properties.
  ///
  /// - Parameters:
  ///   - window: gets atoms.
  ///   - start: the frame of the block at which the sequence begins.
  func send(to events: UnsafePointer<clap_output_events>?, window: MessageQueue, from start: Int) {
    let atom = memory.load(as: LV2_Atom.self)
    guard atom.type == types.sequence else { return }
    let end = min(8 + Int(atom.size), Self.capacity)
    var place = 16
    while place + 16 <= end {
      let time = memory.load(fromByteOffset: place, as: Int64.self)
      let event = memory.load(fromByteOffset: place + 8, as: LV2_Atom.self)
      let size = Int(event.size)
      guard size <= end - place - 16 else { return }
      if event.type == types.midi && size > 0 {
        send(memory + place + 16, size, at: start + Int(truncatingIfNeeded: time), to: events)
      }
      if event.type == types.object { window.push(memory + place + 8, size: 8 + size) }
      place += 16 + (size + 7) & ~7
    }
  }

  private func send(
    _ bytes: UnsafeMutableRawPointer, _ size: Int, at frame: Int, to events: UnsafePointer<clap_output_events>?
  ) {
    func header(_ count: Int, _ type: Int) -> clap_event_header {
      clap_event_header(
        size: UInt32(count), time: UInt32(truncatingIfNeeded: frame), space_id: 0, type: UInt16(type), flags: 0)
    }
    func byte(_ index: Int) -> UInt8 { index < size ? bytes.load(fromByteOffset: index, as: UInt8.self) : 0 }
    if size <= 3 && byte(0) != 0xf0 {
      var event = clap_event_midi()
      event.header = header(MemoryLayout<clap_event_midi>.size, Int(CLAP_EVENT_MIDI))
      event.data = (byte(0), byte(1), byte(2))
      HostCalls.push(events, event)
    } else {
      var event = clap_event_midi_sysex()
      event.header = header(MemoryLayout<clap_event_midi_sysex>.size, Int(CLAP_EVENT_MIDI_SYSEX))
      event.buffer = UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))
      event.size = UInt32(size)
      HostCalls.push(events, event)
    }
  }
}

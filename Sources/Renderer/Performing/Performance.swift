import LV2Host

/// What is played to the plug-ins of a chain: MIDI messages and positions of the transport, in the order of their frames.
public struct Performance: Sendable, Codable, Hashable {
  public enum Content: Sendable, Codable, Hashable {
    /// A message of one to three bytes, or system exclusive.
    case midi([UInt8])
    case transport(TransportPosition)
  }

  public struct Event: Sendable, Codable, Hashable {
    /// In frames from the start of the input.
    public var frame: Int
    public var content: Content

    public init(_ frame: Int, _ content: Content) {
      self.frame = frame
      self.content = content
    }
  }

  /// A note of the first channel.
  public struct Note: Sendable, Hashable {
    /// The number of the note; 60 is middle C.
    public var number: UInt8
    public var velocity: UInt8
    /// In frames.
    public var start, length: Int

    public init(_ number: UInt8, velocity: UInt8, start: Int, length: Int) {
      self.number = number
      self.velocity = velocity
      self.start = start
      self.length = length
    }
  }

  public private(set) var events: [Event]
  /// In frames.
  public private(set) var length: Int

  /// The transport rolls from the start, four quarters in a bar.
  ///
  /// - Parameter beatsPerMinute: quarters in a minute.
  public init(beatsPerMinute: Double = 120) {
    var start = TransportPosition()
    start.beatsPerMinute = Float(beatsPerMinute)
    self.init([Event(0, .transport(start))], length: 0)
  }

  /// - Parameter events: in the order of their frames.
  init(_ events: [Event], length: Int) {
    self.events = events
    self.length = length
  }

  /// Whether there are MIDI messages.
  public var hasMessages: Bool { events.contains { if case .midi = $0.content { true } else { false } } }

  /// Adds notes.
  public mutating func add(_ notes: [Note]) {
    for note in notes {
      events.append(Event(note.start, .midi([0x90, note.number, note.velocity])))
      events.append(Event(note.start + note.length, .midi([0x80, note.number, 64])))
      length = max(length, note.start + note.length)
    }
    // A note that ends where another one of the same number begins comes first.
    events.sort { ($0.frame, $0.isStart ? 1 : 0) < ($1.frame, $1.isStart ? 1 : 0) }
  }

  /// Ends the performance at a frame, and with it all notes and pedals.
  public mutating func cut(at end: Int) {
    guard events.contains(where: { $0.frame >= end && $0.isStart }) || length > end else { return }
    events.removeAll { $0.frame >= end }
    let channels = Set(events.compactMap(\.channel))
    for channel in channels.sorted() {
      for controller in [64, 123] as [UInt8] { events.append(Event(end, .midi([0xb0 | channel, controller, 0]))) }
    }
    for (channel, note) in sounding { events.append(Event(end, .midi([0x80 | channel, note, 64]))) }
    length = end
  }

  /// The channel and the number of the notes that do not end.
  private var sounding: [(UInt8, UInt8)] {
    var notes: [(UInt8, UInt8)] = []
    for case .midi(let message) in events.map(\.content) where message.count == 3 && message[0] & 0xe0 == 0x80 {
      notes.removeAll { $0 == (message[0] & 15, message[1]) }
      if message[0] & 0xf0 == 0x90 && message[2] > 0 { notes.append((message[0] & 15, message[1])) }
    }
    return notes
  }

  /// The largest number of bytes of the events within `frames` successive frames, as events of a sequence.
  public func densestBytes(in frames: Int) -> Int {
    var (largest, sum, first) = (0, 0, 0)
    for event in events {
      sum += event.size
      while events[first].frame + frames <= event.frame {
        sum -= events[first].size
        first += 1
      }
      largest = max(largest, sum)
    }
    return largest
  }
}

extension Performance.Event {
  /// Whether the event begins a note.
  var isStart: Bool {
    if case .midi(let message) = content {
      message.count == 3 && message[0] & 0xf0 == 0x90 && message[2] > 0
    } else {
      false
    }
  }

  var channel: UInt8? {
    if case .midi(let message) = content, message[0] < 0xf0 { message[0] & 15 } else { nil }
  }

  /// The size in a sequence in bytes, at most: a position has seven properties.
  var size: Int {
    switch content {
    case .midi(let message): 16 + (message.count + 7) & ~7
    case .transport: 16 + 8 + 7 * 24
    }
  }
}

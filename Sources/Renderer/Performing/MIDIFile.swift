/// A standard MIDI file (MIDI Manufacturers Association, Standard MIDI Files 1.0) of format 0 or 1.
public struct MIDIFile: Sendable {
  /// What is wrong with a file, as a clause: "it ends inside track 2".
  public struct Failure: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// An event of a track.
  private struct Event {
    enum Content {
      case message([UInt8])
      /// The length of a quarter in microseconds.
      case tempo(Int)
      case meter(beats: Int, unit: Int)
      case end
    }

    let tick: Int
    let content: Content
  }

  private var ticksPerQuarter = 0
  /// The ticks have a fixed length, for film: this many per second, divided by `secondsDivisor`.
  private var ticksPerSecond: (ticks: Int, divisor: Int)?
  /// The events of all tracks in the order of their ticks.
  private var events: [Event] = []

  public init(_ bytes: [UInt8]) throws(Failure) {
    var reader = Reader(bytes[...])
    // The form RMID contains a file.
    if bytes.starts(with: Array("RIFF".utf8)) { reader.skip(20) }
    guard let header = reader.chunk("MThd"), header.count >= 6 else {
      throw Failure(description: "it is not a standard MIDI file")
    }
    var fields = Reader(header)
    let (format, tracks, division) = (fields.number(2), fields.number(2), fields.number(2))
    guard let format, format < 2, let tracks, let division, division & 0x7fff != 0 else {
      throw Failure(description: "its format is not 0 or 1, or its ticks have no length")
    }
    if division & 0x8000 == 0 {
      ticksPerQuarter = division
    } else {
      let (frames, resolution) = (256 - division >> 8, division & 255)
      ticksPerSecond = frames == 29 ? (30_000 * resolution, 1001) : (frames * resolution, 1)
      guard resolution > 0 else { throw Failure(description: "its ticks have no length") }
    }
    for number in 1...max(1, tracks) {
      guard let track = reader.track() else { throw Failure(description: "it ends before track \(number)") }
      guard let events = Self.events(of: track) else { throw Failure(description: "it ends inside track \(number)") }
      self.events += events
    }
    events.sort { $0.tick < $1.tick }
  }

  /// The performance at a sample rate in hertz.
  ///
  /// - Parameter beatsPerMinute: quarters in a minute, instead of the tempos of the file; nil for these.
  public func performance(rate: Int, beatsPerMinute: Double? = nil) -> Performance {
    let tempos = tempoMap(beatsPerMinute)
    var result: [Performance.Event] = tempos.positions(rate: rate)
    for event in events {
      guard case .message(let message) = event.content else { continue }
      result.append(.init(tempos.frame(of: event.tick, rate: rate), .midi(message)))
    }
    let length = events.last.map { tempos.frame(of: $0.tick, rate: rate) } ?? 0
    return Performance(result.sorted { $0.frame < $1.frame }, length: length)
  }

  private func tempoMap(_ beatsPerMinute: Double?) -> TempoMap {
    if let (ticks, divisor) = ticksPerSecond {
      // The ticks of `divisor` seconds are a whole number. A second of film is a quarter for plug-ins.
      return TempoMap(ticksPerQuarter: ticks, tempo: 60, [.init(tick: 0, value: .quarter(divisor * 1_000_000_000))])
    }
    var changes: [TempoMap.Change] = []
    if let beatsPerMinute { changes.append(.init(tick: 0, value: .quarter(Int((60e9 / beatsPerMinute).rounded())))) }
    for event in events {
      switch event.content {
      case .tempo(let microseconds) where beatsPerMinute == nil && microseconds > 0:
        changes.append(.init(tick: event.tick, value: .quarter(1000 * microseconds)))
      case .meter(let beats, let unit) where beats > 0:
        changes.append(.init(tick: event.tick, value: .meter(beats: beats, unit: unit)))
      default: break
      }
    }
    return TempoMap(ticksPerQuarter: ticksPerQuarter, changes)
  }

  // MARK: Tracks

  /// Returns nil if the track is incomplete.
  private static func events(of track: ArraySlice<UInt8>) -> [Event]? {
    var reader = Reader(track)
    var events: [Event] = []
    // A channel message without a status has that of the previous one.
    var (tick, running) = (0, UInt8(0))
    var exclusive: [UInt8] = []
    while !reader.isAtEnd {
      guard let delta = reader.variableNumber(), let first = reader.peek() else { return nil }
      tick += delta
      let status = first & 0x80 != 0 ? first : running
      if first & 0x80 != 0 { reader.skip(1) }
      if status < 0xf0 { running = status }
      switch status {
      case 0xff:
        guard let type = reader.number(1), let size = reader.variableNumber(), let data = reader.bytes(size) else {
          return nil
        }
        if let content = meta(type, data) { events.append(Event(tick: tick, content: content)) }
        if type == 0x2f { return events }
      case 0xf0, 0xf7:
        guard let size = reader.variableNumber(), let data = reader.bytes(size) else { return nil }
        // A message can be divided into packets. A packet F7 without a beginning contains any message.
        exclusive += (status == 0xf0 ? [0xf0] : []) + data
        if exclusive.first != 0xf0 || exclusive.last == 0xf7 {
          if !exclusive.isEmpty { events.append(Event(tick: tick, content: .message(exclusive))) }
          exclusive = []
        }
      case 0x80...0xef:
        guard let data = reader.bytes(status & 0xe0 == 0xc0 ? 1 : 2) else { return nil }
        events.append(Event(tick: tick, content: .message([status] + data)))
      default: return nil
      }
    }
    return events
  }

  private static func meta(_ type: Int, _ data: [UInt8]) -> Event.Content? {
    switch (type, data.count) {
    case (0x2f, _): .end
    case (0x51, 3...): .tempo(Int(data[0]) << 16 | Int(data[1]) << 8 | Int(data[2]))
    case (0x58, 2...) where data[1] < 8: .meter(beats: Int(data[0]), unit: 1 << Int(data[1]))
    default: nil
    }
  }

  /// Reads numbers and chunks in order.
  private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    func peek() -> UInt8? { rest.first }

    mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    mutating func bytes(_ count: Int) -> [UInt8]? {
      guard count <= rest.count else { return nil }
      defer { skip(count) }
      return Array(rest.prefix(count))
    }

    mutating func number(_ size: Int) -> Int? { bytes(size)?.reduce(0) { $0 << 8 | Int($1) } }

    /// A number of up to four bytes with seven bits each.
    mutating func variableNumber() -> Int? {
      var value = 0
      for _ in 0..<4 {
        guard let byte = number(1) else { return nil }
        value = value << 7 | byte & 0x7f
        if byte < 0x80 { return value }
      }
      return nil
    }

    /// The content of the next chunk, which has this name.
    mutating func chunk(_ name: String) -> ArraySlice<UInt8>? {
      guard bytes(4) == Array(name.utf8), let size = number(4), size <= rest.count else { return nil }
      defer { skip(size) }
      return rest.prefix(size)
    }

    /// The next track, after chunks with other names. The last one may be shorter than its header states.
    mutating func track() -> ArraySlice<UInt8>? {
      while let name = bytes(4), let size = number(4) {
        defer { skip(size) }
        if name == Array("MTrk".utf8) { return rest.prefix(size) }
      }
      return nil
    }
  }
}

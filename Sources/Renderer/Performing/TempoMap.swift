import LV2Host

/// The times of the ticks of a MIDI file. They are exact: whole numbers until a time is rounded to a frame.
struct TempoMap {
  /// The length of a tick from a tick on.
  private struct Section {
    let tick: Int
    /// The time of the tick, in nanoseconds multiplied by `denominator`.
    let time: Int128
    let tickLength: Int128
  }

  /// A tempo or a meter from a tick on.
  struct Change {
    enum Value {
      /// In nanoseconds.
      case quarter(Int)
      /// Such as 6 and 8.
      case meter(beats: Int, unit: Int)
    }

    let tick: Int
    let value: Value
  }

  /// The nanoseconds of a quarter until the first tempo: 120 quarters in a minute.
  private static let usualQuarter = 500_000_000

  private let ticksPerQuarter: Int
  /// The tempo of the transport, in quarters per minute; nil for that of the quarters.
  private let tempo: Double?
  private let changes: [Change]
  private var sections: [Section]

  /// - Parameters:
  ///   - ticksPerQuarter: above 0.
  ///   - tempo: that of the transport, in quarters per minute; nil for that of the quarters.
  ///   - changes: in the order of their ticks.
  init(ticksPerQuarter: Int, tempo: Double? = nil, _ changes: [Change]) {
    self.ticksPerQuarter = ticksPerQuarter
    self.tempo = tempo
    self.changes = changes
    sections = [Section(tick: 0, time: 0, tickLength: Int128(Self.usualQuarter))]
    for change in changes {
      guard case .quarter(let length) = change.value else { continue }
      let time = time(of: change.tick)
      sections.append(Section(tick: change.tick, time: time, tickLength: Int128(length)))
    }
  }

  /// In nanoseconds multiplied by the ticks of a quarter.
  private func time(of tick: Int) -> Int128 {
    let section = sections[section(of: tick)]
    return section.time + Int128(tick - section.tick) * section.tickLength
  }

  private func section(of tick: Int) -> Int {
    var (low, high) = (0, sections.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if sections[middle].tick <= tick { low = middle } else { high = middle }
    }
    return low
  }

  /// The frame that is nearest to a tick, the later one of two, at `rate` hertz.
  func frame(of tick: Int, rate: Int) -> Int {
    let denominator = Int128(ticksPerQuarter) * 1_000_000_000
    return Int((2 * time(of: tick) * Int128(rate) + denominator) / (2 * denominator))
  }

  /// The position of the transport at the start and at each tick with changes. A new meter begins a bar.
  func positions(rate: Int) -> [Performance.Event] {
    var state = State()
    var events: [Performance.Event] = []
    var rest = changes[...]
    repeat {
      let tick = events.isEmpty ? 0 : rest[rest.startIndex].tick
      state.advance(to: tick, ticksPerQuarter: ticksPerQuarter)
      while let change = rest.first, change.tick == tick {
        state.apply(change.value)
        rest.removeFirst()
      }
      let frame = frame(of: tick, rate: rate)
      events.append(.init(frame, .transport(state.position(frame: frame, tempo: tempo))))
    } while !rest.isEmpty
    return events
  }

  /// The tempo, the meter and the place in the bar at a tick.
  private struct State {
    private var tick = 0
    private var quarter = TempoMap.usualQuarter
    private var (beats, unit) = (4, 4)
    private var bar = 0
    private var barBeat = 0.0

    mutating func advance(to tick: Int, ticksPerQuarter: Int) {
      barBeat += Double((tick - self.tick) * unit) / Double(4 * ticksPerQuarter)
      let bars = (barBeat / Double(beats)).rounded(.down)
      bar += Int(bars)
      barBeat -= bars * Double(beats)
      self.tick = tick
    }

    mutating func apply(_ value: Change.Value) {
      switch value {
      case .quarter(let length): quarter = length
      case .meter(let beats, let unit):
        (self.beats, self.unit) = (beats, unit)
        if barBeat > 0 { bar += 1 }
        barBeat = 0
      }
    }

    func position(frame: Int, tempo: Double?) -> TransportPosition {
      var position = TransportPosition()
      position.frame = Int64(frame)
      position.bar = Int64(bar)
      position.barBeat = Float(barBeat)
      position.beatUnit = Int32(unit)
      position.beatsPerBar = Float(beats)
      // The tempo counts the beats of the meter.
      position.beatsPerMinute = Float((tempo ?? 60e9 / Double(quarter)) * Double(unit) / 4)
      return position
    }
  }
}

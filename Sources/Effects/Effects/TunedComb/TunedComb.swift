import DSP
import LV2Kit

/// A comb filter that rings with a note, with the notes of MIDI, or in time with the host.
public struct TunedComb<Port: TunedCombPort>: ~Copyable, Effect {
  /// What the comb plays.
  private enum Playing: Equatable {
    case note(Int)
    case echoes(Double)
  }

  public static var events: EventKinds { EventKinds(midiInput: true, time: true) }

  private let left: MirroredMemory
  /// The memory of the second channel; nil in mono.
  private let right: MirroredMemory?
  /// The memory of the musical clock.
  private let points: MirroredMemory
  private var filter: TunedCombFilter
  private var notes = MonophonicNotes()
  private var source = TunedCombSource.midi
  private var playing: Playing?
  /// In seconds.
  private var glide = 0.0
  private var bendRange = 0.0
  /// 0 to 1.
  private var velocity = 0.0
  private var isHeld = false
  /// Whether the loop is silent until the next note.
  private var isSilenced = false
  private var ownNote = 0

  public init?(_ setup: Setup) {
    let capacity = TunedCombFilter.capacity(rate: setup.rate)
    guard let left = MirroredMemory(capacity: capacity),
      let points = MirroredMemory(capacity: MusicalClock.capacity, mirrored: false)
    else { return nil }
    let first = left.delayLine
    var second = first
    if setup.layout.inputs == 2 {
      guard let right = MirroredMemory(capacity: capacity) else { return nil }
      second = right.delayLine
      self.right = consume right
    } else {
      right = nil
    }
    filter = TunedCombFilter(
      rate: setup.rate, channels: setup.layout.inputs, delayLines: (first, second),
      points: UnsafeMutableRawPointer(points.samples).assumingMemoryBound(to: SIMD2<Double>.self))
    self.left = left
    self.points = points
  }

  public mutating func reset() {
    notes = MonophonicNotes()
    isSilenced = false
    playing = nil
    filter.setGate(1)
    filter.reset()
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    func value(_ control: TunedCombControl) -> Double {
      control == .spread && !Port.isStereo ? 0 : Double(controls[Port.of(control)])
    }
    source = controls.choice(Port.of(.source), as: TunedCombSource.self)
    glide = immediately ? 0 : value(.glide) / 1000
    bendRange = value(.bend)
    velocity = value(.velocity) / 100
    isHeld = value(.hold) > 0
    ownNote = Int(value(.note))
    let quarters =
      controls.choice(Port.of(.interval), as: NoteValue.self).quarters
      * controls.choice(Port.of(.division), as: NoteDivision.self).factor
    filter.setBend(source == .midi ? notes.bend(range: bendRange) : 0)
    play(source == .tempo ? .echoes(quarters) : .note(notePlayed))
    setGate()
    filter.setTarget(TunedCombSettings { value($0) }, immediately: immediately)
    glide = value(.glide) / 1000
  }

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    guard let message = event.midi else { return }
    let change = notes.receive(message)
    if change.contains(.note) { isSilenced = false }
    if change.contains(.silence) { isSilenced = true }
    guard source == .midi, !change.isEmpty else { return }
    if change.contains(.note) || change.contains(.bend) { filter.setBend(notes.bend(range: bendRange)) }
    if change.contains(.note) { play(.note(notePlayed)) }
    setGate()
    // A note of another channel rings again.
    if notes.isHeld { isSilenced = false }
  }

  /// The number of the note of MIDI, or of the control.
  private var notePlayed: Int {
    source == .midi ? notes.last.map { Int($0.number) } ?? ownNote : ownNote
  }

  private mutating func play(_ playing: Playing) {
    guard playing != self.playing else { return }
    let isFirst = self.playing == nil
    self.playing = playing
    switch playing {
    case .note(let number): filter.play(Double(number), glide: isFirst ? 0 : glide)
    case .echoes(let quarters): filter.echo(every: quarters)
    }
  }

  /// Opens the gate for a note by its velocity, or closes it. Without notes of MIDI it is open.
  private mutating func setGate() {
    guard source == .midi, let note = notes.last else { return filter.setGate(1) }
    let strength = Double(note.velocity) / 127
    let level = 1 - velocity + velocity * strength * strength
    filter.setGate(notes.isHeld || isHeld && !isSilenced ? level : 0, isSilenced: isSilenced)
  }

  @inline(__always)
  public mutating func run(_ block: Block<Port>) {
    let transport = block.transport
    if transport.isKnown {
      // A quarter has this number of beats.
      let beats = Double(transport.beatUnit) / 4
      let isRolling = transport.speed > 0
      filter.follow(
        quartersPerMinute: transport.beatsPerMinute * (isRolling ? transport.speed : 1) / beats,
        beat: isRolling ? (Double(transport.bar) * transport.beatsPerBar + transport.barBeat) / beats : nil)
    }
    filter.process(block.inputPair, block.outputPair, frames: block.frames)
  }

  @inline(__always)
  public static var interface: StaticString? {
    Port.isStereo ? "urn:martlet:tuned-comb-stereo:ui" : "urn:martlet:tuned-comb-mono:ui"
  }

  public mutating func writeOutputs(to controls: Controls<Port>) {
    controls.set(Port.of(.frequency), to: Float(filter.frequency))
  }
}

public typealias TunedCombMono = TunedComb<TunedCombMonoPort>
public typealias TunedCombStereo = TunedComb<TunedCombStereoPort>

extension TunedComb where Port == TunedCombMonoPort {
  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<TunedComb>.run(handle, frames)
  }
}

extension TunedComb where Port == TunedCombStereoPort {
  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<TunedComb>.run(handle, frames)
  }
}

extension TunedCombSettings {
  /// The settings for values of the controls.
  @inline(__always)
  public init(_ value: (TunedCombControl) -> Double) {
    self.init(
      decay: value(.decay), damping: value(.damping), cents: value(.cents), a4: value(.a4), spread: value(.spread),
      mix: value(.mix), gain: value(.gain))
  }
}

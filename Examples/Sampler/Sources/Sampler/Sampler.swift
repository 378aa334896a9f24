import LV2Kit
import LV2Math

/// Plays a sound file at the pitches of MIDI notes.
public struct Sampler: ~Copyable, Effect {
  public enum Port: Int, ControlSet {
    case level, release

    public var declaration: ControlPort {
      switch self {
      case .level:
        .input(
          "level", "Level", -60...12, initial: 0, unit: .decibels, smoothing: .milliseconds(20),
          comment: "The level of a note with full velocity.")
      case .release:
        .input(
          "release", "Release", 0.01...5, initial: 0.2, unit: .seconds, scale: .logarithmic,
          comment: "The time in which a released note falls by 60 dB.")
      }
    }
  }

  public enum Property: Int, PropertySet {
    case file, root

    public var declaration: LV2Kit.Property {
      switch self {
      case .file: .file("file", "Sound File", comment: "The sound, in a format of libsndfile.")
      case .root:
        .control(
          .integer(
            "root", "Root Note", 0...127, initial: 60, unit: .midiNote,
            comment: "The note that plays the sound at its own pitch."))
      }
    }
  }

  public static var events: EventKinds { EventKinds(midiInput: true) }
  public static var interface: StaticString? { "urn:example:sampler:ui" }

  private struct Voice {
    var note: UInt8 = 0
    var velocity: Float = 0
    /// In frames of the sound.
    var position = 0.0
    var isHeld = false
    /// The level of the envelope, 0 to 1; 0 for a voice that is free.
    var envelope: Float = 0
  }

  private static var voiceCount: Int { 16 }

  private let rate: Double
  private let voices: UnsafeMutablePointer<Voice>
  private var sound = Sound.silence
  private var root: Float = 60
  private var releaseFactor: Float = 0

  public init(_ setup: Setup) {
    rate = setup.rate
    voices = .allocate(capacity: Self.voiceCount)
    voices.initialize(repeating: Voice(), count: Self.voiceCount)
  }

  deinit {
    voices.deallocate()
    sound.free()
  }

  public mutating func reset() {
    for index in 0..<Self.voiceCount { voices[index] = Voice() }
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    // 60 dB is a ratio of 2^-9.966.
    releaseFactor = exp2(-9.966 / (controls[.release] * Float(rate)))
  }

  // MARK: The sound

  public static func load(_ property: Property, _ text: UnsafePointer<CChar>, _ setup: Setup) -> Sound? {
    text.pointee == 0 ? .silence : Sound.read(text, setup.log) ?? .silence
  }

  public mutating func exchange(_ new: Sound) -> Sound? {
    reset()
    let old = sound
    sound = new
    return old
  }

  public static func free(_ sound: Sound) { sound.free() }

  public mutating func set(_ property: Property, to value: Float) {
    if property == .root { root = value }
  }

  // MARK: Notes

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(_, let note, let velocity): start(note, Float(velocity) / 127)
    case .noteOff(_, let note, _):
      for index in 0..<Self.voiceCount where voices[index].note == note { voices[index].isHeld = false }
    case .controlChange(_, 120, _): reset()
    case .controlChange(_, 123, _):
      for index in 0..<Self.voiceCount { voices[index].isHeld = false }
    default: break
    }
  }

  /// Starts a note with a free voice, or else with the quietest one.
  private mutating func start(_ note: UInt8, _ velocity: Float) {
    var quietest = 0
    for index in 1..<Self.voiceCount where voices[index].envelope < voices[quietest].envelope { quietest = index }
    voices[quietest] = Voice(note: note, velocity: velocity, isHeld: true, envelope: 1)
  }

  // MARK: Audio

  public mutating func run(_ block: Block<Port>) {
    let level = block.ramp(.level)
    for frame in 0..<block.frames { (block.output(0)[frame], block.output(1)[frame]) = (0, 0) }
    for index in 0..<Self.voiceCount where voices[index].envelope > 0 { play(&voices[index], block) }
    for frame in 0..<block.frames {
      let gain = amplitude(decibels: level[frame])
      block.output(0)[frame] *= gain
      block.output(1)[frame] *= gain
    }
  }

  private func play(_ voice: inout Voice, _ block: Block<Port>) {
    let step = Double(exp2((Float(voice.note) - root) / 12)) * sound.rate / rate
    for frame in 0..<block.frames {
      guard voice.position < Double(sound.frames) else {
        voice.envelope = 0
        return
      }
      let (left, right) = sound.sample(at: voice.position)
      let gain = voice.velocity * voice.envelope
      block.output(0)[frame] += gain * left
      block.output(1)[frame] += gain * right
      voice.position += step
      if !voice.isHeld { voice.envelope *= releaseFactor }
    }
    if voice.envelope < 1e-4 { voice.envelope = 0 }
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Sampler>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Sampler {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "sampler", name: "Example Sampler", pluginClass: .instrument,
        comment: "Plays a sound file at the pitches of MIDI notes.")
    }
  }
#endif

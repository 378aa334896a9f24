import DSP
import LV2Kit

/// A generator of tones, noise, sweeps and impulses, for tests and for tuning.
public struct Tone: Effect {
  public static var events: EventKinds { EventKinds(midiInput: true) }
  /// The range of the pitch bend in semitones, unless a message has set another one.
  private static var bendRange: Double { 2 }

  private var generator: ToneGenerator
  private var settings = ToneSettings(
    wave: .sine, frequency: 1000, level: -20, isEffective: false, isOn: true, fade: 0.01, sweepTime: 10)
  private var notes = MonophonicNotes()
  private var pitch = TonePitch.frequency
  private var a4 = 440.0
  private var isRestarting = false
  /// Whether the signal is on for the control.
  private var isOn = true

  public init(_ setup: Setup) { generator = ToneGenerator(rate: setup.rate) }

  public mutating func reset() {
    notes = MonophonicNotes()
    generator.reset()
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    settings = ToneSettings { Double(controls[$0]) }
    pitch = controls.choice(.pitch, as: TonePitch.self)
    a4 = Double(controls[.a4])
    isOn = controls[.on] > 0
    let isRestarting = controls[.restart] > 0
    if isRestarting && !self.isRestarting { generator.restart() }
    self.isRestarting = isRestarting
    update(jumps: immediately)
  }

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    guard let message = event.midi else { return }
    let change = notes.receive(message)
    guard pitch == .midi, !change.isEmpty else { return }
    if change.contains(.note) && settings.wave == .sweep { generator.restart() }
    update(jumps: change.contains(.note))
  }

  private mutating func update(jumps: Bool) {
    settings.isOn = isOn && (pitch != .midi || notes.isHeld)
    if pitch == .midi, let note = notes.last {
      settings.frequency = EqualTemperament.frequency(
        of: Double(note.number) + notes.bend(range: Self.bendRange), a4: a4)
    }
    generator.setTarget(settings, jumps: jumps)
  }

  public mutating func run(_ block: Block<Port>) { generator.process(block.output(0).start, frames: block.frames) }

  @inline(__always) public static var interface: StaticString? { "urn:martlet:tone:ui" }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Tone>.run(handle, frames)
  }
}

extension ToneSettings {
  /// The settings for values of the controls. Before a note of MIDI, the frequency is that of A4.
  @inline(__always)
  public init(_ value: (Tone.Port) -> Double) {
    let frequency =
      switch TonePitch(rawValue: Int(value(.pitch))) {
      case .note: EqualTemperament.frequency(of: value(.note), a4: value(.a4))
      case .midi: value(.a4)
      default: value(.frequency)
      }
    self.init(
      wave: ToneWave(rawValue: Int(value(.wave))) ?? .sine, frequency: frequency, level: value(.level),
      isEffective: ToneReference(rawValue: Int(value(.reference))) == .effective, isOn: value(.on) > 0,
      fade: value(.fade) / 1000, sweepTime: value(.sweep))
  }
}

#if !hasFeature(Embedded)
  extension Tone {
    public static var document: EffectDocument {
      EffectDocument(
        project: .martlet, file: "tone", name: "Martlet Tone", pluginClass: .generator,
        comment: """
          A generator for tests and for tuning: sine, square and saw without aliases, white and pink noise, a logarithmic sweep \
          from 20 Hz to 20 kHz, and impulses. The frequency is in hertz, or that of a note of the control or of MIDI. The \
          signal starts, ends and changes with fades.
          """,
        presets: [
          preset("Default"),
          preset("A 440", [.pitch: 1]),
          preset("Alignment Tone -18 dBFS", [.level: -18]),
          preset("Pink Noise -20 dBFS RMS", [.wave: 4, .reference: 1]),
          preset("White Noise -20 dBFS RMS", [.wave: 3, .reference: 1]),
          preset("Sweep in 20 s", [.wave: 5, .sweep: 20]),
          preset("Clicks", [.wave: 6, .frequency: 2, .level: -6]),
          preset("Square Keys", [.wave: 1, .pitch: 2]),
        ])
    }
  }
#endif

import LV2DSP
import LV2Kit
import LV2Math

/// A synthesizer with eight voices: an oscillator, a lowpass and an envelope each.
public struct Synth: Effect {
  public static var events: EventKinds { EventKinds(midiInput: true) }
  public static var interface: StaticString? { "urn:example:synth:ui" }

  /// The frequency of the vibrato in hertz.
  private static var vibratoFrequency: Float { 5.5 }

  private let rate: Double
  private var voices: InlineArray<8, Voice>
  private var noteCount: UInt32 = 0
  private var isPedalDown = false
  /// The modulation wheel, 0 to 1, and the pitch bend, -1 to 1: their last values, and the smoothed ones.
  private var (wheel, bend): (Float, Float) = (0, 0)
  private var (smoothWheel, smoothBend): (OnePole, OnePole)
  private var vibrato: LowFrequencyOscillator
  private var shape: EnvelopeShape
  private var wave = Oscillator.Wave.saw

  public init(_ setup: Setup) {
    rate = setup.rate
    voices = InlineArray(repeating: Voice(rate: setup.rate))
    smoothWheel = OnePole(seconds: 0.01, rate: setup.rate)
    smoothBend = OnePole(seconds: 0.003, rate: setup.rate)
    vibrato = LowFrequencyOscillator(.sine, rate: setup.rate)
    shape = EnvelopeShape(attack: 0.005, decay: 1, sustain: 0.6, release: 0.4, rate: setup.rate)
  }

  public mutating func reset() {
    silence()
    resetControllers()
    (smoothWheel.value, smoothBend.value, noteCount) = (0, 0, 0)
    vibrato.reset()
  }

  public mutating func setTargets(from controls: Controls<Port>, immediately: Bool) {
    shape = EnvelopeShape(
      attack: controls[.attack], decay: controls[.decay], sustain: controls[.sustain] / 100,
      release: controls[.release], rate: rate)
    wave = controls.choice(.wave, as: Wave.self).oscillator
  }

  // MARK: Notes

  public mutating func receive(_ event: Event, at frame: Int, output: EventOutput) {
    switch event.midi {
    case .noteOn(_, let note, let velocity): start(note, velocity)
    case .noteOff(_, let note, _): release { $0.note == note }
    case .controlChange(_, 1, let value): wheel = Float(value) / 127
    case .controlChange(_, 64, let value): movePedal(isDown: value >= 64)
    case .controlChange(_, 120, _): silence()
    case .controlChange(_, 121, _): resetControllers()
    case .controlChange(_, 123, _): release { _ in true }
    case .pitchBend(_, let value): bend = Float(value) / 8192
    default: break
    }
  }

  private mutating func start(_ note: UInt8, _ velocity: UInt8) {
    var choice = 0
    for index in voices.indices where voices[choice].isBehind(voices[index]) { choice = index }
    for index in voices.indices where voices[index].envelope.isActive && voices[index].note == note { choice = index }
    noteCount &+= 1
    voices[choice].start(note, velocity: Float(velocity) / 127, order: noteCount)
  }

  private mutating func release(_ isMeant: (borrowing Voice) -> Bool) {
    for index in voices.indices where isMeant(voices[index]) {
      voices[index].isKeyDown = false
      if !isPedalDown { voices[index].envelope.release() }
    }
  }

  private mutating func movePedal(isDown: Bool) {
    isPedalDown = isDown
    if !isDown { release { !$0.isKeyDown } }
  }

  private mutating func silence() {
    for index in voices.indices {
      voices[index].isKeyDown = false
      voices[index].envelope.reset()
    }
  }

  private mutating func resetControllers() {
    movePedal(isDown: false)
    (wheel, bend) = (0, 0)
  }

  // MARK: Audio

  public mutating func run(_ block: Block<Port>) {
    let (output, level) = (block.output(0), block.ramp(.level))
    let (cutoff, resonance) = (block.ramp(.cutoff), block.ramp(.resonance))
    let (sweep, tracking) = (block.ramp(.sweep), block.ramp(.tracking))
    let (range, depth) = (block[.bend], block[.vibrato])
    for index in voices.indices { voices[index].oscillator.wave = wave }
    for frame in 0..<block.frames {
      let semitones =
        range * smoothBend.next(bend) + depth * smoothWheel.next(wheel) * vibrato.next(Self.vibratoFrequency)
      let pitch = exp2(semitones / 12)
      var sum: Float = 0
      for index in voices.indices where voices[index].envelope.isActive {
        let octaves = 0.01 * tracking[frame] * (Float(voices[index].note) - 60) / 12
        sum += next(
          &voices[index], pitch: pitch, cutoff: cutoff[frame] * exp2(octaves), sweep: sweep[frame],
          resonance: resonance[frame])
      }
      output[frame] = amplitude(decibels: level[frame]) * sum
    }
  }

  public mutating func writeOutputs(to controls: Controls<Port>) {
    var count = 0
    for index in voices.indices where voices[index].envelope.isActive { count += 1 }
    controls.set(.voices, to: Float(count))
  }

  @inline(__always)
  private func next(_ voice: inout Voice, pitch: Float, cutoff: Float, sweep: Float, resonance: Float) -> Float {
    let level = voice.envelope.next(shape)
    let wave = voice.oscillator.next(MIDIMessage.frequency(ofNote: voice.note) * pitch)
    let ratio = cutoff * exp2(sweep * level) / Float(rate)
    return voice.velocity * level * voice.filter.next(wave, .lowpass(min(ratio, 0.45), q: resonance))
  }

  #if hasFeature(Embedded)
    @_noAllocation @_noLocks
  #endif
  public static func process(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
    Instance<Synth>.run(handle, frames)
  }
}

#if !hasFeature(Embedded)
  extension Synth {
    public static var document: EffectDocument {
      EffectDocument(
        project: .example, file: "synth", name: "Example Synth", pluginClass: .instrument,
        comment: "A synthesizer with eight voices.",
        presets: [
          preset("Bass", [.decay: 0.5, .sustain: 30, .release: 0.1, .cutoff: 200, .resonance: 3, .sweep: 3]),
          preset("Pad", [.wave: 1, .attack: 0.8, .sustain: 80, .release: 2.5, .cutoff: 1500, .sweep: 0]),
          preset("Pluck", [.decay: 0.4, .sustain: 0, .release: 0.3, .cutoff: 400, .resonance: 2, .sweep: 4]),
        ])
    }
  }
#endif

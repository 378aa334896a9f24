import DSP
import Effects
import LV2Kit
import Views

/// The picture of a tone: its spectrum, with a handle at the first line. Levels are relative to a sine of full scale.
///
/// Only the plug-in knows the notes of MIDI. The picture shows the tone at the frequency of A4.
public final class ToneView: EffectView {
  private var spectrum: ToneSpectrum

  public init(rate: Double) {
    spectrum = ToneSpectrum(ToneSettings { Double($0.declaration.initial) }, rate: rate)
    super.init("Tone", Tone.Port.declarations, rate: rate)
  }

  public override func update() { spectrum.settings = ToneSettings { value($0) } }

  private var settings: ToneSettings { spectrum.settings }
  private var pitch: TonePitch { TonePitch(rawValue: Int(value(Tone.Port.pitch))) ?? .frequency }

  // MARK: The spectrum

  public override func level(at frequency: Double) -> Double {
    settings.isOn ? decibels(spectrum.power(at: frequency)) : baseLevel
  }

  /// The first line between the frequencies. The curve falls to the base level on both sides.
  public override func extremes(from lower: Double, to upper: Double) -> Extremes {
    var extremes = Extremes()
    if settings.isOn, let line = spectrum.line(above: lower), line.frequency <= upper {
      extremes.append(line.frequency, decibels(line.power))
    }
    return extremes
  }

  /// The axis of the measured spectra behind it, as they are at first.
  public override var levels: LevelAxis { LevelAxis(-90...0, step: 10) }

  public override var baseLevel: Double { -200 }

  // MARK: The handle

  /// A horizontal movement changes what determines the pitch. Noise and sweeps have only a level.
  public override var handle: Handle? {
    let level = Handle.Motion(.level, Tone.Port.level)
    var horizontal = level
    if spectrum.hasLines {
      horizontal =
        switch pitch {
        case .frequency: Handle.Motion(.frequency, Tone.Port.frequency)
        case .note: Handle.Motion(.note, Tone.Port.note)
        case .midi: Handle.Motion(.frequency, Tone.Port.a4)
        }
    }
    return Handle(horizontal: horizontal, vertical: level, wheelPort: Tone.Port.wave.rawValue)
  }

  public override var handlePoint: (frequency: Double, level: Double) {
    guard let line = spectrum.line(above: 0) else { return (1000, decibels(spectrum.power(at: 1000))) }
    return (line.frequency, decibels(line.power))
  }

  public override func state(_ index: Int) -> HandleState { settings.isOn ? .active : .off }

  public override var summary: Text {
    spectrum.hasLines ? Text(frequency: spectrum.fundamental) : Text(settings.wave.label)
  }

  // MARK: Fields

  /// The controls of the tone, and those of its course.
  public override func fieldRows(_ handle: Int) -> [[Int]] {
    let inputs = super.fieldRows(handle)[0]
    let course = [Tone.Port.on, .fade, .sweep, .restart].map { $0.rawValue } + [enabledPort]
    return [inputs.filter { !course.contains($0) }, course]
  }

  public override func isUsed(_ port: Int) -> Bool {
    switch Tone.Port(rawValue: port) {
    case .frequency: spectrum.hasLines && pitch == .frequency
    case .note: spectrum.hasLines && pitch == .note
    case .a4: spectrum.hasLines && pitch != .frequency
    case .reference: settings.wave != .impulses
    case .sweep, .restart: settings.wave == .sweep
    default: true
    }
  }

  public override func text(_ value: Float, of port: Int) -> Text {
    let choice = Int(value)
    switch Tone.Port(rawValue: port) {
    case .wave: return ToneWave(rawValue: choice).map { Text($0.label) } ?? Text()
    case .pitch: return TonePitch(rawValue: choice).map { Text($0.label) } ?? Text()
    case .reference: return ToneReference(rawValue: choice).map { Text($0.label) } ?? Text()
    default: return super.text(value, of: port)
    }
  }
}

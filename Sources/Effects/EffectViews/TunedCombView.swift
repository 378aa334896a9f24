import DSP
import Effects
import LV2Kit
import Views

/// The picture of a tuned comb: its teeth and its echoes.
///
/// Only the plug-in knows the notes of MIDI and the tempo. The picture follows the frequency that it writes.
public final class TunedCombView<Port: TunedCombPort>: TeethView {
  private var loop: TunedLoop
  private var fundamental = 440.0
  private var gains = (dry: 1.0, wet: 0.0)

  public init(rate: Double) {
    let decay = TunedLoop.Decay(seconds: 1, damping: 1000, sampleRate: rate)
    loop = TunedLoop(period: rate / fundamental, decay: decay)
    super.init("Tuned Comb", Port.declarations, CombResponse(loop, dry: 1, wet: 0), rate: rate)
    update()
  }

  private func value(of control: TunedCombControl) -> Double {
    control == .spread && !Port.isStereo ? 0 : value(Port.of(control))
  }

  private var source: TunedCombSource { TunedCombSource(rawValue: Int(value(of: .source))) ?? .note }

  public override func update() {
    let settings = TunedCombSettings(value(of:))
    let decay = TunedLoop.Decay(seconds: settings.decay, damping: settings.damping, sampleRate: rate)
    fundamental = frequency(settings)
    loop =
      source == .tempo
      ? TunedLoop(echo: rate / fundamental, decay: decay, sampleRate: rate)
      : TunedLoop(period: rate / fundamental, decay: decay)
    gains = settings.gains
    response = CombResponse(loop, dry: gains.dry, wet: gains.wet)
  }

  /// The frequency of the note or of the echoes. The plug-in writes none before its first block.
  private func frequency(_ settings: TunedCombSettings) -> Double {
    let written = value(of: .frequency)
    if source != .note && written > Double(Port.of(.frequency).declaration.minimum) { return written }
    if source == .tempo {
      let interval = NoteValue(rawValue: Int(value(of: .interval))) ?? .eighth
      let division = NoteDivision(rawValue: Int(value(of: .division))) ?? .straight
      // 120 quarters in a minute.
      return 2 / (interval.quarters * division.factor)
    }
    return settings.frequency(of: value(of: .note))
  }

  public override var levels: LevelAxis {
    levels(for: level(at: min(fundamental, 0.4 * rate)), gain: value(of: .gain))
  }

  public override var summary: Text { Text(frequency: fundamental) }

  /// The controls of the sound, and those of the notes and the tempo.
  public override func fieldRows(_ handle: Int) -> [[Int]] {
    let inputs = super.fieldRows(handle)[0]
    return [Array(inputs.prefix(8)), Array(inputs.dropFirst(8))]
  }

  public override func text(_ value: Float, of port: Int) -> Text {
    switch TunedCombControl(rawValue: port) {
    case .source: TunedCombSource(rawValue: Int(value)).map { Text($0.label) } ?? Text()
    case .interval: NoteValue(rawValue: Int(value)).map { Text($0.label) } ?? Text()
    case .division: NoteDivision(rawValue: Int(value)).map { Text($0.label) } ?? Text()
    default: super.text(value, of: port)
    }
  }

  public override var hasEchoes: Bool { true }

  public override func echo(_ index: Int) -> (time: Double, gain: Double)? {
    guard index > 0 else { return (0, gains.dry) }
    return (Double(index) / fundamental, gains.wet * loop.level * raised(loop.feedback, to: index - 1))
  }
}

public typealias TunedCombMonoView = TunedCombView<TunedCombMonoPort>
public typealias TunedCombStereoView = TunedCombView<TunedCombStereoPort>

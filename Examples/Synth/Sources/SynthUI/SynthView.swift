import LV2Kit
import Synth
import Views

/// The wave and the envelope of the synthesizer, which the pointer changes; pages of fields, and keys that play.
final class SynthView: EffectView {
  private typealias Port = Synth.Port
  /// The corner of the envelope that the pointer moves.
  private var corner: EnvelopePicture.Corner?

  init(rate: Double) {
    super.init("Synth", Port.declarations, rate: rate)
    showLabels(of: Wave.self, forPort: Port.wave.rawValue)
  }

  // MARK: Fields and keys

  override var pages: [StaticString] { ["Voice", "Envelope", "Filter", "Wheels"] }

  override func fieldRows(ofPage page: Int) -> [[Int]] {
    switch page {
    case 0: [[Port.wave, .level, .voices].map { $0.rawValue } + [enabledPort]]
    case 1: [[Port.attack, .decay, .sustain, .release].map { $0.rawValue }]
    case 2: [[Port.cutoff, .resonance, .sweep, .tracking].map { $0.rawValue }]
    default: [[Port.vibrato, .bend].map { $0.rawValue }]
    }
  }

  /// C2 to C6.
  override var keyboard: ClosedRange<Int>? { 36...84 }

  // MARK: The picture

  override var hasOwnPicture: Bool { true }

  private func waveFrame(_ area: Rectangle) -> Rectangle {
    Rectangle(x: area.x, y: area.y, width: 0.25 * area.width, height: area.height)
  }

  private func envelope(_ area: Rectangle) -> EnvelopePicture {
    let x = area.x + 0.25 * area.width
    return EnvelopePicture(view: self, area: Rectangle(x: x, y: area.y, width: area.right - x, height: area.height))
  }

  override func draw(on canvas: Canvas, in area: Rectangle, _ theme: Theme) {
    drawWave(on: canvas, in: waveFrame(area), theme)
    envelope(area).draw(corner, theme, on: canvas)
  }

  /// Two periods of the wave.
  private func drawWave(on canvas: Canvas, in area: Rectangle, _ theme: Theme) {
    let wave = Wave(rawValue: Int(value(Port.wave))) ?? .saw
    canvas.hairline(fromX: area.x, y: area.middle.y, toX: area.right, y: area.middle.y, theme.line)
    canvas.hairline(fromX: area.right, y: area.y, toX: area.right, y: area.bottom, theme.line)
    let (start, width) = (area.x + 10, area.width - 20)
    let count = 160
    for index in 0...count {
      let part = Double(index) / Double(count)
      let x = start + part * width
      let y = area.middle.y - 0.35 * area.height * wave.shape(at: 2 * part)
      if index == 0 { canvas.move(x, y) } else { canvas.line(x, y) }
    }
    canvas.stroke(isEnabled ? theme.curve : theme.dimText, width: 1.6)
  }

  private func selectNextWave() { set(Port.wave.rawValue, to: Float((Int(value(Port.wave)) + 1) % 3)) }

  // MARK: Pointer and keys

  override func pressed(_ x: Double, _ y: Double, in area: Rectangle) {
    if waveFrame(area).contains(x, y) { return selectNextWave() }
    corner = envelope(area).corner(at: x, y)
  }

  override func moved(_ x: Double, _ y: Double, in area: Rectangle, isPressed: Bool) {
    let envelope = envelope(area)
    guard isPressed else {
      corner = envelope.corner(at: x, y)
      return
    }
    if let corner { envelope.move(corner, to: x, y) }
  }

  override func released() { corner = nil }

  override func pressed(_ key: Key) -> Bool {
    guard key == .enter || key == .character(32) else { return false }
    selectNextWave()
    return true
  }
}

extension Wave {
  /// The wave in a picture, -1 to 1.
  ///
  /// - Parameter phase: in periods, at least 0.
  fileprivate func shape(at phase: Double) -> Double {
    let phase = phase - phase.rounded(.down)
    switch self {
    case .saw: return 2 * phase - 1
    case .square: return phase < 0.5 ? 1 : -1
    case .sine:
      // The parabolas differ from a sine by at most 0.06.
      let half = phase < 0.5 ? 4 * phase - 1 : 4 * phase - 3
      return (phase < 0.5 ? 1 : -1) * (1 - half * half)
    }
  }
}

import LV2Kit
import Sampler
import Views

/// The sound of the file, fields for the file and its note, and keys that play it.
final class SamplerView: EffectView {
  /// The path of the file whose sound is shown.
  private var path: [UInt8] = []
  /// The peak of each part of the sound; empty without a sound.
  private var peaks: [Float] = []

  /// The number of parts.
  private static var count: Int { 300 }

  init(rate: Double) {
    super.init("Sampler", Sampler.Port.declarations, properties: Sampler.Property.declarations, rate: rate)
  }

  /// Reads the file if the path has changed.
  override func update() {
    let text = texts[Sampler.Property.file.rawValue]
    guard text != path else { return }
    path = text
    peaks =
      path.isEmpty
      ? []
      : (path + [0]).withUnsafeBytes { bytes in
        Sound.peaks(of: bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: CChar.self), count: Self.count)
      }
  }

  // MARK: Fields and keys

  override func fieldRows(_ handle: Int) -> [[Int]] {
    [
      [port(of: Sampler.Property.file)],
      [port(of: Sampler.Property.root), Sampler.Port.level.rawValue, Sampler.Port.release.rawValue, enabledPort],
    ]
  }

  /// C2 to C6.
  override var keyboard: ClosedRange<Int>? { 36...84 }

  // MARK: The picture

  override var hasOwnPicture: Bool { true }

  override func draw(on canvas: Canvas, in area: Rectangle, _ theme: Theme) {
    let middle = area.middle.y
    canvas.hairline(fromX: area.x, y: middle, toX: area.right, y: middle, theme.zeroLine)
    guard !peaks.isEmpty else {
      let text = Text(path.isEmpty ? "No sound file" : "The file cannot be read as audio")
      return canvas.text(text, x: area.middle.x, y: middle - 8, .middle, size: 12, theme.dimText)
    }
    let width = area.width / Double(peaks.count)
    for (index, peak) in peaks.enumerated() {
      let height = max(1, Double(min(peak, 1)) * (area.height - 12))
      canvas.rectangle(
        Rectangle(x: area.x + Double(index) * width, y: middle - height / 2, width: width, height: height))
    }
    canvas.fill(isEnabled ? theme.curve : theme.dimText)
  }
}

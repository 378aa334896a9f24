import CDrawing
import EffectViews
import Foundation
import Testing

@testable import LV2Kit
@testable import Views

/// The picture of a panel in layers.
@Suite struct PanelImageTests {
  private static let rate = 48_000.0
  nonisolated(unsafe) private static let attention: UnsafeMutablePointer<Attention> = {
    let pointer = UnsafeMutablePointer<Attention>.allocate(capacity: 1)
    pointer.initialize(to: Attention())
    return pointer
  }()

  private let memory = Tap.make(attention)
  private let panel = Panel(PeakingEQView(rate: rate))

  init() {
    panel.analyzer = Analyzer(memory: memory, rate: Self.rate)
    panel.receive(1, 12)
  }

  private func image(width: Int = 640, height: Int = 400, scale: Double = 1) throws -> PanelImage {
    panel.resize(width: Double(width) / scale, height: Double(height) / scale)
    return try #require(PanelImage(panel, width: width, height: height, scale: scale))
  }

  /// Passes a recording, and lets a time pass.
  private func play(seconds: Double, _ signal: (Int) -> Double) {
    let tap = Tap(memory: memory)
    panel.updateSpectra(seconds: 10)
    let frames = tap.frames
    var samples = (0..<frames).map { Float(signal($0)) }
    samples.withUnsafeMutableBufferPointer { samples in
      var pointers = [UnsafeMutablePointer<Float>?](repeating: samples.baseAddress, count: AudioBuffers.pointerCount)
      pointers.withUnsafeMutableBufferPointer { pointers in
        let audio = AudioBuffers(pointers.baseAddress!)
        #expect(tap.writeInputs(audio, .mono, frames) == frames)
        tap.writeOutputs(audio, .mono, frames, Self.attention.pointee)
      }
    }
    panel.updateSpectra(seconds: seconds)
  }

  private func pixels(_ image: PanelImage) -> [UInt32] {
    (0..<image.height).flatMap { y in (0..<image.width).map { image.row(y)[$0] & 0xff_ffff } }
  }

  /// Without spectra, the layers together are the picture that is drawn in one pass, up to the rounding of each layer.
  @Test(arguments: [1.0, 1.5, 3]) func theLayersAreThePicture(scale: Double) throws {
    panel.analyzer = nil
    let (width, height) = (Int(640 * scale), Int(400 * scale))
    let image = try image(width: width, height: height, scale: scale)
    #expect(image.update() != nil)
    let direct = Raster(width: width, height: height, scale: scale) { panel.draw(on: $0) }
    var largest = 0
    for y in 0..<height {
      for x in 0..<width {
        for shift in [0, 8, 16] {
          largest = max(largest, abs(Int(image.row(y)[x] >> shift & 255) - Int(direct[x, y] >> shift & 255)))
        }
      }
    }
    // Each of at most eight layers of transparent color is rounded to one of 255 steps.
    #expect(largest <= 8)
  }

  /// A picture in which only the spectra were drawn anew equals one that is drawn completely.
  @Test(arguments: [1.0, 2]) func spectraAreDrawnAlone(scale: Double) throws {
    panel.analyzer?.holdsPeaks = true
    let image = try image(width: Int(640 * scale), height: Int(400 * scale), scale: scale)
    #expect(image.update()?.height == image.height)
    for step in 1...4 {
      play(seconds: 0.2) { sin(0.02 * Double(step * $0)) / Double(step) }
      let area = try #require(image.update())
      #expect(area.height < image.height && area.y > 0)
      let alone = pixels(image)
      panel.needsDrawing = true
      #expect(image.update() != nil)
      #expect(pixels(image) == alone, "step \(step)")
    }
  }

  /// The words of a picture from a row on.
  private func words(_ image: PanelImage, from row: Int = 0) -> [UInt32] {
    Array(UnsafeBufferPointer(start: image.row(row), count: (image.height - row) * image.width))
  }

  /// A picture in which only moved controls were drawn anew equals one that is drawn completely.
  @Test(arguments: 0..<4, [1, 1.25]) func movedControlsAreDrawnAlone(index: Int, scale: Double) throws {
    let view: EffectView =
      switch index {
      case 0: PeakingEQView(rate: Self.rate)
      case 1: CombView(rate: Self.rate)
      case 2: ToneView(rate: Self.rate)
      default: ParametricEQView(isStereo: true, rate: Self.rate)
      }
    let panel = Panel(view)
    let (width, height) = (Int(500 * scale), Int(280 * scale))
    panel.resize(width: 500, height: 280)
    let image = try #require(PanelImage(panel, width: width, height: height, scale: scale))
    #expect(image.update() == image.area)
    // Of an effect with many equal bands, the first ones are sufficient.
    for port in view.ports.indices.prefix(14) {
      let declaration = view.ports[port]
      let before = words(image)
      panel.receive(port, declaration.moved(declaration.minimum, by: port % 2 == 0 ? 0.3 : 0.7))
      guard let area = image.update() else { continue }
      let alone = words(image)
      #expect(words(image, from: area.height) == Array(before[(area.height * width)...]))
      panel.needsDrawing = true
      #expect(image.update() == image.area)
      #expect(words(image) == alone, "\(view.name), \(declaration.symbol)")
    }
  }

  /// Outside the area that update() returns, no pixel changes.
  @Test func theChangedAreaContainsAllChanges() throws {
    let image = try image()
    _ = image.update()
    play(seconds: 1) { sin(0.1 * Double($0)) }
    _ = image.update()
    let before = pixels(image)
    play(seconds: 0.1) { 0.5 * sin(0.1 * Double($0)) }
    let area = try #require(image.update())
    let after = pixels(image)
    var changed = 0
    for index in before.indices where before[index] != after[index] {
      let (x, y) = (index % image.width, index / image.width)
      #expect(x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height)
      changed += 1
    }
    let frame = panel.picture.area
    #expect(changed > 0 && area.y >= Int(frame.y) && area.y + area.height <= Int(frame.bottom))
  }

  /// The output is visible at its level.
  @Test func theLineIsAtTheLevelOfTheOutput() throws {
    let image = try image()
    panel.analyzer?.selection = .output
    play(seconds: 10) { 0.1 * sin(2 * Double.pi * 1000 / Self.rate * Double($0)) }
    _ = image.update()
    let picture = panel.picture
    let x = Int(picture.x(1000))
    let expected = picture.area.y + 20 / 90 * picture.area.height
    // The color of the output is mainly green. The curve at 1 kHz is above it.
    let row = try #require(
      (Int(picture.area.y)..<Int(picture.area.bottom)).first { y in
        let pixel = image.row(y)[x]
        return pixel >> 8 & 255 > 120 && pixel & 255 < 130 && pixel >> 16 & 255 < 80
      })
    #expect(abs(Double(row) - expected) < 3)
  }

  @Test func withoutAChangeNothingIsDrawn() throws {
    let image = try image()
    #expect(image.update() != nil)
    #expect(image.update() == nil)
    // After the first recording of silence there is nothing to show.
    play(seconds: 0.03) { _ in 0 }
    #expect(image.update() == nil)
    play(seconds: 100) { sin(0.1 * Double($0)) }
    #expect(image.update() != nil)
    for _ in 0..<4 { play(seconds: 100) { _ in 0 } }
    _ = image.update()
    play(seconds: 100) { _ in 0 }
    #expect(image.update() == nil)
    panel.receive(1, 3)
    #expect(image.update() != nil)
  }
}

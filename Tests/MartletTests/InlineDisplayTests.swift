import CLV2
import Foundation
import Testing

/// The pictures for the mixer of a host, in the built bundle.
@Suite struct InlineDisplayTests {
  /// The color of the curve in the dark theme.
  private static let curve: UInt32 = 0x56b4e9
  /// The peaking EQ shows 20 Hz to 20 kHz and, up to this gain, -18 to 18 dB.
  private static let bell: [String: Float] = ["frequency": 1000, "gain": 12, "q": 2]

  /// The plug-ins with a picture: those with a window.
  private static let documents = HostedPlugin.ownDocuments.filter { $0.interface != nil }

  // MARK: The picture

  /// The bell of the Audio EQ Cookbook in decibels.
  private func level(_ frequency: Double, center: Double = 1000, gain: Double = 12, q: Double = 2) -> Double {
    let (a, x) = (pow(10, gain / 40), frequency / center)
    let (numerator, denominator) = (x * a / q, x / (a * q))
    let square = (1 - x * x) * (1 - x * x)
    return 10 * log10((square + numerator * numerator) / (square + denominator * denominator))
  }

  private func frequency(_ column: Double, of width: Int) -> Double { 20 * pow(1000, column / Double(width)) }

  private func expectTheBell(_ picture: MixerStrip.Picture, center: Double = 1000) throws {
    for column in stride(from: picture.width / 20, to: picture.width * 8 / 10, by: max(1, picture.width / 40)) {
      let row = try #require(picture.row(of: Self.curve, column: column))
      // The row of a steep line is known to half its height in the column, and that of a flat one to half a pixel.
      let (left, right) = (Double(column), Double(column) + 1)
      let (low, high) = (frequency(left, of: picture.width), frequency(right, of: picture.width))
      let shown = 18 - 36 * row / Double(picture.height)
      let expected = level((low * high).squareRoot(), center: center)
      let slope = abs(level(high, center: center) - level(low, center: center))
      #expect(abs(shown - expected) < 0.1 + 18 / Double(picture.height) + slope, "column \(column)")
    }
  }

  /// The sizes and scales of mixer strips.
  @Test(arguments: [(90, 1), (150, 1), (180, 2), (333, 2.5), (900, 3)] as [(UInt32, Float)])
  func thePixelsAreOnTheAnalogCurve(width: UInt32, scale: Float) throws {
    for layout in ["mono", "stereo"] {
      let strip = MixerStrip("peaking-eq-\(layout)", Self.bell, scale: scale)
      strip.run(frames: 64)
      let picture = try #require(strip.render(width: width))
      #expect(picture.width == Int(width) && picture.height == Int((0.625 * Double(width)).rounded()))
      try expectTheBell(picture)
      // The line is as thick as the scale demands, and has full contrast: it is not enlarged from a smaller picture.
      let peak = try #require(picture.row(of: Self.curve, column: Int(Double(width) * log10(50) / 3)))
      let rows = (0..<picture.height).filter { abs(Double($0) + 0.5 - peak) < 1.2 * Double(scale) }
      let column = Int(Double(width) * log10(50) / 3)
      #expect(rows.contains { picture.pixels[$0 * picture.width + column] & 0xff_ffff == Self.curve })
    }
  }

  @Test(arguments: documents.map(\.uri)) func everyPlugInHasAnOpaquePicture(uri: String) throws {
    let strip = MixerStrip(uri)
    strip.run(frames: 64)
    let picture = try #require(strip.render(width: 120))
    #expect(picture.pixels.allSatisfy { $0 >> 24 == 255 })
    #expect((0..<picture.width).contains { picture.row(of: Self.curve, column: $0) != nil })
  }

  /// The host may limit the height, and ask for any size.
  @Test func anySizeIsSafe() throws {
    let strip = MixerStrip("comb-stereo", ["delay": 3, "feedback": 90])
    strip.run(frames: 64)
    for (width, height) in [(0, 0), (0, 100), (100, 0)] as [(UInt32, UInt32)] {
      #expect(strip.render(width: width, maximumHeight: height) == nil)
    }
    for (width, height) in [(1, 1), (1, 500), (7, 3), (100, 20), (3000, 2)] as [(UInt32, UInt32)] {
      let picture = try #require(strip.render(width: width, maximumHeight: height))
      #expect(picture.width == Int(width) && picture.height > 0 && picture.height <= Int(height))
    }
    let largest = try #require(strip.render(width: .max, maximumHeight: 40))
    #expect(largest.width == 4096 && largest.height == 40)
    #expect(strip.render(width: .max, maximumHeight: .max)?.height == 2560)
  }

  @Test(arguments: [.nan, .infinity, 0, -1, 1e30] as [Float]) func anyScaleIsSafe(scale: Float) {
    let strip = MixerStrip("lowpass-mono", scale: scale)
    strip.run(frames: 64)
    #expect(strip.render(width: 120) != nil)
  }

  @Test(arguments: [.nan, .infinity, -.infinity, 1e30] as [Float]) func anyControlValueIsSafe(value: Float) {
    for document in Self.documents {
      let strip = MixerStrip(document.uri)
      for port in document.controls { strip.plugin[port.symbol.description] = value }
      strip.run(frames: 64)
      #expect(strip.render(width: 120) != nil)
    }
  }

  // MARK: Requests

  @Test func aChangedControlChangesThePicture() throws {
    let strip = MixerStrip("peaking-eq-mono", Self.bell)
    strip.run(frames: 64)
    #expect(strip.requestCount == 1)
    let first = try #require(strip.render(width: 200))
    strip.run(frames: 48_000)
    #expect(strip.requestCount == 1)
    #expect(strip.render(width: 200) == first)
    strip.plugin["frequency"] = 4000
    strip.run(frames: 64)
    #expect(strip.requestCount == 2)
    try expectTheBell(try #require(strip.render(width: 200)), center: 4000)
  }

  /// A control that moves in every cycle for a second, and the picture of its last value.
  @Test(arguments: [16, 64, 1024]) func requestsAreAtMostTwentyFiveInASecond(block: Int) throws {
    let strip = MixerStrip("peaking-eq-stereo", Self.bell)
    strip.run(frames: 48_000, block: block) { strip.plugin["frequency"] = 500 + Float($0 % 100) }
    #expect((20...25).contains(strip.requestCount))
    strip.plugin["frequency"] = 2000
    let before = strip.requestCount
    strip.run(frames: 48_000 / 25 + 1024, block: block)
    #expect(strip.requestCount == before + 1)
    strip.run(frames: 48_000, block: block)
    #expect(strip.requestCount == before + 1)
    try expectTheBell(try #require(strip.render(width: 200)), center: 2000)
  }

  /// During a bypass the curve is gray, and follows the controls.
  @Test func aBypassIsShown() throws {
    let strip = MixerStrip("peaking-eq-mono", Self.bell)
    strip.run(frames: 9600)
    let colored = try #require(strip.render(width: 200))
    strip.plugin["enabled"] = 0
    strip.run(frames: 9600)
    #expect(strip.requestCount == 2)
    let gray = try #require(strip.render(width: 200))
    #expect(gray != colored && gray.row(of: Self.curve, column: 130) == nil)
    strip.plugin["gain"] = -12
    strip.run(frames: 64)
    #expect(strip.requestCount == 3)
    #expect(strip.render(width: 200) != gray)
  }

  /// A dynamic band has the gain of its control: the changes of gains are outputs, which the picture does not follow.
  @Test func aDynamicBandIsShownWithoutItsChange() throws {
    let strip = MixerStrip("parametric-eq-stereo", ["range_5": -12])
    strip.run(frames: 64)
    let picture = try #require(strip.render(width: 200))
    let row = try #require(picture.row(of: Self.curve, column: Int(Double(picture.width) * log10(50) / 3)))
    #expect(abs(18 - 36 * row / Double(picture.height)) < 0.3)
  }

  /// The output is the same bit for bit, with changing controls and a bypass.
  @Test(arguments: documents.map(\.uri)) func theDisplayDoesNotChangeTheSound(uri: String) {
    let input = [Signals.noise(40_000, seed: 1), Signals.noise(40_000, seed: 2)]
    func output(_ plugin: HostedPlugin) -> [[Float]] {
      let port = plugin.document.controls[0]
      var cycle = 0
      return plugin.process(input) {
        cycle += 1
        plugin[port.symbol.description] = cycle % 50 < 25 ? port.initial : port.maximum / Float(1 + cycle % 3)
        plugin["enabled"] = (200..<320).contains(cycle) ? 0 : 1
        return 97
      }
    }
    let strip = MixerStrip(uri)
    #expect(output(strip.plugin) == output(HostedPlugin(uri)))
    #expect(strip.requestCount > 5)
  }

  // MARK: Without a picture

  /// A bundle without the library of the interfaces, as if cairo were missing: one line in the log.
  @Test func aMissingLibraryIsLogged() {
    let strip = MixerStrip("comb-mono", build: .baseline)
    strip.run(frames: 64)
    #expect(strip.render(width: 120) == nil)
    #expect(strip.logged == "urn:martlet:comb-mono: no inline display: a library is missing (0)\n")
  }

  @Test func aHostWithoutTheFeatureGetsNoPicture() {
    let plugin = HostedPlugin("comb-mono")
    let data = plugin.descriptor.pointee.extension_data?("http://harrisonconsoles.com/lv2/inlinedisplay#interface")
    let interface = data?.assumingMemoryBound(to: LV2_Inline_Display_Interface.self)
    #expect(interface != nil && interface?.pointee.render(plugin.handle, 100, 100) == nil)
  }
}

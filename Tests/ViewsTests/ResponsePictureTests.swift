import EffectViews
import Foundation
import LV2Kit
import Testing

@testable import Views

/// The curve of the pictures, and the responses behind it.
@Suite struct ResponsePictureTests {
  private static let rate = 48_000.0

  /// The bell of the Audio EQ Cookbook in decibels.
  private func bell(_ frequency: Double, center: Double, gain: Double, q: Double) -> Double {
    let (a, x) = (pow(10, gain / 40), frequency / center)
    let (numerator, denominator) = (x * a / q, x / (a * q))
    let square = (1 - x * x) * (1 - x * x)
    return 10 * log10((square + numerator * numerator) / (square + denominator * denominator))
  }

  /// The pixels of the curve are at the analytic levels.
  @Test(arguments: [1.0, 2.5]) func theCurveIsTheAnalogBell(scale: Double) throws {
    let view = PeakingEQView(rate: Self.rate)
    for (port, value) in [Float(1000), 12, 2].enumerated() { view.set(port, to: value) }
    let (width, height) = (600.0, 360.0)
    let picture = ResponsePicture(view, .light, in: Rectangle(x: 0, y: 0, width: width, height: height))
    let raster = Raster(width: Int(width * scale), height: Int(height * scale), scale: scale) { canvas in
      picture.drawCurve(on: canvas)
    }
    for column in stride(from: 20, to: raster.width - 60, by: 37) {
      let frequency = picture.axis.frequency((Double(column) + 0.5) / Double(raster.width))
      let row = try #require(raster.row(of: 0x0072b2, column: column))
      let level = 18 - 36 * row / Double(raster.height)
      // The row of a steep line is known to half its height in the column.
      let next = picture.axis.frequency((Double(column) + 1.5) / Double(raster.width))
      let expected = bell(frequency, center: 1000, gain: 12, q: 2)
      let slope = abs(bell(next, center: 1000, gain: 12, q: 2) - expected)
      #expect(abs(level - expected) < 0.15 + slope, "\(frequency) Hz")
    }
  }

  /// The cutoff has the level of the Q and the output gain, within the deviations of the design.
  @Test(arguments: [12, 24, 36, 48] as [Float]) func theLowpassPassesThroughItsHandle(slope: Float) {
    let view = LowpassView(rate: Self.rate)
    for (port, value) in [Float(3000), 4, slope, -5].enumerated() { view.set(port, to: value) }
    #expect(abs(view.level(at: 3000) - view.handlePoint.level) < 0.1)
    #expect(abs(view.level(at: 20) + 5) < 0.01)
    let octave = view.level(at: 6000) - view.level(at: 12_000)
    // One and two octaves above the cutoff, the slope is not yet the final one.
    #expect(abs(octave - Double(slope)) < 2)
  }

  /// The extremes of narrow intervals together are those of a fine scan.
  @Test(
    arguments: [[2.3, 80, 0, 9000, 60, -3], [5, -90, 30, 20_000, 100, 0], [120, 45, 0, 8000, 50, 0]] as [[Float]])
  func theExtremesOfTheCombAreExact(settings: [Float]) {
    let view = CombView(rate: Self.rate)
    for (port, value) in settings.enumerated() { view.set(port, to: value) }
    let axis = FrequencyAxis()
    for start in stride(from: 0.1, to: 0.9, by: 0.1) {
      // 0.4 % of the axis: about two columns of pixels. From one to many teeth.
      let (lower, upper) = (axis.frequency(start), axis.frequency(start + 0.004))
      var (lowest, highest) = (Double.infinity, -Double.infinity)
      for step in 0...20_000 {
        let level = view.level(at: lower + (upper - lower) * Double(step) / 20_000)
        (lowest, highest) = (min(lowest, level), max(highest, level))
      }
      let extremes = view.extremes(from: lower, to: upper)
      let levels = [extremes.first?.level, extremes.second?.level, view.level(at: lower), view.level(at: upper)]
        .compactMap { $0 }
      #expect(abs(levels.max()! - highest) < 0.02, "\(lower) Hz")
      #expect(abs(levels.min()! - lowest) < 0.02, "\(lower) Hz")
    }
  }

  @Test func theEchoesOfTheCombDecay() throws {
    let view = CombView(rate: Self.rate)
    for (port, value) in [Float(10), 50, 0, 20_000, 100, 0].enumerated() { view.set(port, to: value) }
    #expect(try #require(view.echo(0)).gain == 1)
    #expect(abs(try #require(view.echo(1)).gain - 0.5) < 1e-12)
    let third = try #require(view.echo(3))
    #expect(abs(third.gain - 0.125) < 1e-12 && abs(third.time - 0.03) < 1e-9)
    view.set(1, to: 0)
    #expect(view.echo(2) == nil)
  }

  /// No value of a port and no size stops the drawing.
  @Test(arguments: [(1, 1), (0, 0), (37, 2000), (2000, 37)]) func drawsAtAnySize(width: Int, height: Int) {
    let views: [EffectView] = [
      PeakingEQView(rate: 8000), LowpassView(rate: 768_000), CombView(rate: 44_100),
      ParametricEQView(isStereo: true, rate: 8000), ParametricEQView(isStereo: false, rate: 192_000),
      ToneView(rate: 44_100), TunedCombStereoView(rate: 96_000),
    ]
    for view in views {
      for port in view.ports.indices {
        for value in [Float.nan, .infinity, -.infinity, 1e30, 0] { view.set(port, to: value) }
        #expect(view.values[port] == view.ports[port].sanitized(view.values[port]))
      }
      #expect(!view.set(999, to: 1) && !view.set(-1, to: 1))
      let panel = Panel(view)
      panel.resize(width: Double(width), height: Double(height))
      let raster = Raster(width: max(width, 1), height: max(height, 1)) { panel.draw(on: $0) }
      #expect(raster[0, 0] == 0x181b1f)
    }
  }
}

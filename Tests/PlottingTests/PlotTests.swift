import Foundation
import Testing

@testable import Plotting

@Suite struct PlotTests {
  private let plot = Plot(
    title: "A < B", x: .frequency, y: .decibels(containing: [-30, 0]),
    series: [
      .init(label: "one", segments: [[.init(20, 0), .init(20_000, -30)]]),
      .init(label: "two", segments: [[.init(20, -10), .init(200, -10)], [.init(2000, -20), .init(20_000, -20)]]),
    ], marks: [.init(.horizontal, -12, label: "half & half")])

  /// Returns the contents of a file with the plot.
  private func written(_ format: CairoPlot.FileFormat) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appending(path: "plot-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try CairoPlot.write(plot, to: file.path, format)
    return try Data(contentsOf: file)
  }

  @Test func theFrequencyAxisIsLogarithmic() {
    let axis = PlotAxis.frequency
    #expect(axis.position(20) == 0 && axis.position(20_000) == 1)
    #expect(abs(axis.position(200) - 1 / 3.0) < 1e-12)
  }

  @Test(arguments: [[-3.0, 0], [0, 0], [-200, 10], [24, 48], [-1, 1]])
  func theDecibelAxisContainsItsValues(_ values: [Double]) {
    let axis = PlotAxis.decibels(containing: values)
    #expect(axis.range.upperBound >= values.max()!)
    #expect(axis.range.upperBound - axis.range.lowerBound >= 24 && axis.range.upperBound - axis.range.lowerBound <= 120)
    #expect(axis.ticks.count >= 4 && axis.ticks.count <= 11)
  }

  @Test func linearAxesHaveRoundTicks() {
    let axis = PlotAxis.linear("ms", containing: [0.013, 0.97])
    #expect(axis.range == 0...1)
    #expect(axis.ticks.map(\.label) == ["0", "0.2", "0.4", "0.6", "0.8", "1"])
    #expect(PlotAxis.linear("", containing: [0, 0]).ticks.isEmpty == false)
  }

  @Test func markupIsEscapedAndHasATitle() throws {
    let text = MarkupPlot.render(plot, width: 600, height: 300, identifier: "p1") {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
    #expect(text.contains("role=\"img\" aria-labelledby=\"p1\"><title id=\"p1\">A &lt; B</title>"))
    #expect(text.contains("half &amp; half"))
    #expect(text.components(separatedBy: "class=\"c0\"").count == 2)
    #expect(text.components(separatedBy: "class=\"c1\"").count == 3)
  }

  @Test func cairoWritesPNGAndSVG() throws {
    let png = try written(.png)
    #expect(png.prefix(8) == Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    // The first chunk starts with its length, its type, and the width and height, big-endian: PNG specification,
    // 11.2.2.
    #expect(Array(png[16..<24]) == [0, 0, 7, 128, 0, 0, 4, 56])
    let svg = String(decoding: try written(.svg), as: UTF8.self)
    #expect(svg.contains("<svg") && svg.contains("</svg>"))
  }

  @Test func anUnwritablePathIsAnError() {
    #expect(throws: PlotError.self) { try CairoPlot.write(plot, to: "/no/such/directory/plot.png", .png) }
    #expect(throws: PlotError.self) { try CairoPlot.write(plot, to: "/no/such/directory/plot.svg", .svg) }
  }
}

/// The spectra behind the curve of a response.
struct SpectrumPicture {
  let analyzer: Analyzer
  let picture: ResponsePicture

  func draw(on canvas: Canvas) {
    guard analyzer.selection != .off else { return }
    let theme = picture.theme
    canvas.clipped(to: picture.area) {
      if analyzer.selection == .inputAndOutput {
        addArea(analyzer.inputs, to: canvas)
        canvas.fill(theme.input.opacity(0.22))
      }
      addArea(analyzer.outputs, to: canvas)
      canvas.fill(theme.output.opacity(0.14))
      addLine(analyzer.outputs, to: canvas)
      canvas.stroke(theme.output.opacity(0.75), width: 1)
      if analyzer.holdsPeaks {
        addLine(analyzer.peaks, to: canvas)
        canvas.stroke(theme.dimText.opacity(0.7), width: 1)
      }
    }
  }

  private func addArea(_ powers: [Double], to canvas: Canvas) {
    canvas.move(picture.area.x, picture.area.bottom)
    addLine(powers, to: canvas)
    canvas.line(picture.area.right, picture.area.bottom)
    canvas.closePath()
  }

  private func addLine(_ powers: [Double], to canvas: Canvas) {
    let area = picture.area
    for band in powers.indices {
      let level = decibels(powers[band])
      let y = area.y - max(-analyzer.range - 20, min(20, level)) / analyzer.range * area.height
      canvas.line(picture.x(Analyzer.frequency(band)), y)
    }
  }
}

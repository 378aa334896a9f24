import LV2Kit

/// The echoes of an impulse as stems over time.
struct EchoPicture {
  let view: EffectView
  let theme: Theme
  /// The frame of the stems, in points.
  let area: Rectangle

  /// The largest number of stems.
  private static var most: Int { 240 }

  func draw(on canvas: Canvas) {
    canvas.fill(area, theme.plot)
    let duration = duration
    let step = Self.step(duration)
    var time = 0.0
    while time < duration {
      let x = area.x + 8 + time / duration * (area.width - 16)
      canvas.hairline(fromX: x, y: area.y, toX: x, y: area.bottom, theme.line)
      canvas.text(label(time), x: x, y: area.bottom + 12, .middle, size: 10, theme.dimText)
      time += step
    }
    let middle = area.middle.y
    canvas.hairline(fromX: area.x, y: middle, toX: area.right, y: middle, theme.zeroLine)
    let highest = max(abs(view.echo(0)?.gain ?? 0), abs(view.echo(1)?.gain ?? 0), 1e-6)
    canvas.clipped(to: area) {
      for index in 0..<Self.most {
        guard let echo = view.echo(index), echo.time < duration else { break }
        let x = area.x + 8 + echo.time / duration * (area.width - 16)
        let y = middle - echo.gain / highest * (area.height / 2 - 6)
        let color = !view.isEnabled ? theme.dimText : index == 0 ? theme.handle : theme.curve
        canvas.move(x, middle)
        canvas.line(x, y)
        canvas.stroke(color, width: 1.5)
        canvas.circle(x, y, radius: 2.4)
        canvas.fill(color)
      }
    }
  }

  /// The time of the axis in seconds: until the echoes are below a hundredth of the first, and at most 16 echoes.
  private var duration: Double {
    guard let first = view.echo(1) else { return 0.01 }
    var index = 2
    while index < 16, let echo = view.echo(index), abs(echo.gain) > 0.01 * abs(first.gain) { index += 1 }
    return first.time * (Double(index) - 0.4)
  }

  /// The distance of the numbers in seconds: 1, 2 or 5 times a power of ten.
  private static func step(_ duration: Double) -> Double {
    var step = 1e-5
    while true {
      for factor in [1.0, 2, 5] where duration / (step * factor) <= 8 { return step * factor }
      step *= 10
    }
  }

  private func label(_ time: Double) -> Text {
    var text = Text()
    let milliseconds = time * 1000
    if milliseconds == 0 {
      text.append("0")
    } else if milliseconds < 0.995 {
      text.append(milliseconds, decimals: 2)
    } else {
      text.append(milliseconds, decimals: abs(milliseconds - milliseconds.rounded()) < 1e-6 ? 0 : 1)
    }
    text.append(" ms")
    return text
  }
}

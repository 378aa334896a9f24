import Model
import Plotting

extension Plot {
  public static func magnitude(_ title: String, _ responses: [Response]) -> Plot {
    Plot(
      title: title, x: .frequency, y: .decibels(containing: responses.flatMap(\.magnitude.y).map(Double.init)),
      series: responses.map { response in
        Series(
          label: responses.count == 1 && response.setting == .defaults ? "" : response.setting.label,
          segments: [points(response.magnitude)])
      })
  }

  static func phase(_ title: String, _ response: Response) -> Plot {
    Plot(title: title, x: .frequency, y: .degrees, series: [Series(segments: phases(response.phase))])
  }

  static func impulse(_ title: String, _ curve: Curve) -> Plot {
    let values = curve.y.map(Double.init)
    return Plot(
      title: title, x: .linear("ms", containing: curve.x.map(Double.init), isTight: true),
      y: .linear("", containing: values + [0]), series: [Series(segments: [points(curve)])])
  }

  static func spectrum(_ title: String, _ spectrum: Spectrum) -> Plot {
    Plot(
      title: title, x: .frequency, y: .decibels(containing: spectrum.curve.y.map(Double.init), span: 192),
      series: [Series(segments: [points(spectrum.curve)])])
  }

  static func times(_ title: String, _ times: BlockTimes) -> Plot {
    let values = times.microseconds.map(Double.init)
    let step = Double(times.block) / times.rate * 1000
    return Plot(
      title: title, x: .linear("ms", containing: [0, Double(values.count) * step], isTight: true),
      y: .linear("µs", containing: values.map { $0 * 1.1 } + [0]),
      series: [Series(segments: [values.enumerated().map { Point(Double($0.offset) * step, $0.element) }])],
      marks: [
        Mark(.horizontal, Double(times.median), label: "median \(times.median) µs", isLabelBelow: true),
        Mark(.horizontal, Double(times.worst), label: "worst \(times.worst) µs"),
        Mark(.vertical, Double(times.silenceFrom) * step, label: "silence"),
      ])
  }

  static func step(_ title: String, _ step: StepResponse) -> Plot {
    Plot(
      title: title, x: .linear("ms", containing: step.curve.x.map(Double.init), isTight: true),
      y: .linear("", containing: step.curve.y.map(Double.init) + [-0.3, 0.3]),
      series: [Series(segments: [points(step.curve)])], marks: [Mark(.vertical, 0, label: "")])
  }

  private static func points(_ curve: Curve) -> [Point] { zip(curve.x, curve.y).map { Point(Double($0), Double($1)) } }

  /// The phase, with gaps where it wraps around and where it is undefined.
  private static func phases(_ curve: Curve) -> [[Point]] {
    var segments: [[Point]] = []
    for point in points(curve) {
      if let last = segments.last?.last, abs(last.y - point.y) <= 180, point.x < last.x * 1.2 {
        segments[segments.count - 1].append(point)
      } else {
        segments.append([point])
      }
    }
    return segments
  }
}

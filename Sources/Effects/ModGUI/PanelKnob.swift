#if !hasFeature(Embedded)
  import Glibc

  /// The picture of a knob in all its positions, side by side, as the widget `film` of MOD requires.
  ///
  /// A knob turns by 270 degrees. The size of a position is 64 by 64 pixels.
  enum PanelKnob {
    private static let steps = 64
    private static let size = 64

    static var text: String {
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\((steps + 1) * size)" height="\(size)">
      <defs>
      <linearGradient id="body" x2="0" y2="1"><stop stop-color="#5b6570"/><stop offset="1" stop-color="#262c33"/>\
      </linearGradient>
      <g id="knob" fill="none" stroke-width="4" stroke-linecap="round">
      <path stroke="#11151a" d="\(arc(to: 1))"/>
      <circle cx="32" cy="33" r="20" fill="#0b0e11" opacity="0.5"/>
      <circle cx="32" cy="32" r="20" fill="url(#body)" stroke="#14181d" stroke-width="1"/>
      </g>
      </defs>
      \((0...steps).map(position).joined(separator: "\n"))
      </svg>

      """
    }

    /// One position, `step` steps after the minimum.
    private static func position(_ step: Int) -> String {
      let part = Double(step) / Double(steps)
      let value = step == 0 ? "" : "<path stroke=\"#e6edf3\" d=\"\(arc(to: part))\"/>"
      let (inner, outer) = (point(part, radius: 9), point(part, radius: 17))
      return "<g transform=\"translate(\(step * size))\" fill=\"none\" stroke-width=\"4\" stroke-linecap=\"round\">"
        + "<use href=\"#knob\"/>\(value)<path stroke=\"#ffffff\" stroke-width=\"3\" d=\"M\(inner)L\(outer)\"/></g>"
    }

    /// The part of the scale from the minimum to `part`, 0 to 1.
    private static func arc(to part: Double) -> String {
      "M\(point(0, radius: 28))A28 28 0 \(part * 270 > 180 ? 1 : 0) 1 \(point(part, radius: 28))"
    }

    private static func point(_ part: Double, radius: Double) -> String {
      let angle = (135 + 270 * part) * .pi / 180
      func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
      return "\(rounded(32 + radius * cos(angle))) \(rounded(32 + radius * sin(angle)))"
    }
  }
#endif

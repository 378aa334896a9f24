import LV2Kit
import Synth
import Views

/// The envelope with a corner for each time. The width of a time is the place of its control in its range.
struct EnvelopePicture {
  /// What the pointer moves.
  enum Corner { case attack, decay, release }

  let view: EffectView
  let area: Rectangle

  private static var margin: Double { 12 }

  /// A fourth of the width, which is the largest width of a time, and the width of the sustain.
  private var quarter: Double { (area.width - 2 * Self.margin) / 4 }
  private var top: Double { area.y + Self.margin }
  private var bottom: Double { area.bottom - Self.margin }

  private func port(_ corner: Corner) -> Synth.Port {
    switch corner {
    case .attack: .attack
    case .decay: .decay
    case .release: .release
    }
  }

  private func width(_ corner: Corner) -> Double {
    let port = port(corner).rawValue
    return quarter * view.ports[port].position(view.values[port])
  }

  /// The begin of a part of the envelope.
  private func start(_ corner: Corner) -> Double {
    switch corner {
    case .attack: area.x + Self.margin
    case .decay: start(.attack) + width(.attack)
    case .release: start(.decay) + width(.decay) + quarter
    }
  }

  private func place(_ corner: Corner) -> (x: Double, y: Double) {
    let x = start(corner) + width(corner)
    switch corner {
    case .attack: return (x, top)
    case .decay: return (x, bottom - view.value(Synth.Port.sustain) / 100 * (bottom - top))
    case .release: return (x, bottom)
    }
  }

  /// The corner within 14 points of a place, or nil.
  func corner(at x: Double, _ y: Double) -> Corner? {
    let corners: [Corner] = [.release, .decay, .attack]
    return corners.first { corner in
      let (dx, dy) = (place(corner).x - x, place(corner).y - y)
      return dx * dx + dy * dy < 14 * 14
    }
  }

  /// Moves a corner to a place: its time, and for the decay the sustained level.
  func move(_ corner: Corner, to x: Double, _ y: Double) {
    let port = port(corner).rawValue
    let part = max(0, min(1, (x - start(corner)) / quarter))
    view.set(port, to: view.ports[port].moved(view.ports[port].minimum, by: part))
    guard corner == .decay else { return }
    view.set(Synth.Port.sustain.rawValue, to: Float(100 * (bottom - y) / (bottom - top)))
  }

  func draw(_ active: Corner?, _ theme: Theme, on canvas: Canvas) {
    let sustained = place(.decay)
    let path = {
      canvas.move(start(.attack), bottom)
      canvas.line(place(.attack).x, top)
      canvas.line(sustained.x, sustained.y)
      canvas.line(sustained.x + quarter, sustained.y)
      canvas.line(place(.release).x, bottom)
    }
    let color = view.isEnabled ? theme.curve : theme.dimText
    path()
    canvas.closePath()
    canvas.fill(color.opacity(0.16))
    path()
    canvas.stroke(color, width: 1.6)
    let corners: [Corner] = [.attack, .decay, .release]
    for corner in corners {
      let (x, y) = place(corner)
      canvas.circle(x, y, radius: corner == active ? 8 : 5)
      canvas.fill(view.isEnabled ? theme.handle : theme.dimText)
    }
  }
}

import DSP
import Views

/// A band of the parametric equalizer with its sections, at the present gain.
struct ViewBand {
  let settings: BandSettings
  /// The largest change of the gain by the dynamics, and the present one, in decibels.
  let range, change: Double
  private var sections: [SVFCoefficients] = []

  init(_ settings: BandSettings, range: Double, change: Double, _ design: BandDesign) {
    self.settings = settings
    self.range = range
    self.change = change
    var present = settings
    if isDynamic { present.gain += change }
    for index in 0..<present.activeSections { sections.append(design.section(index, of: present)) }
  }

  var canBeDynamic: Bool {
    switch settings.type {
    case .bell, .lowShelf, .highShelf: true
    default: false
    }
  }

  var isDynamic: Bool { canBeDynamic && range != 0 }

  var state: HandleState {
    !settings.isEnabled ? .off : settings.activeSections == 0 && !isDynamic ? .flat : .active
  }

  /// - Parameter angle: radians per frame, 0 to π.
  func level(at angle: Double) -> Double {
    guard !sections.isEmpty else { return 0 }
    var power = 1.0
    for section in sections { power *= section.power(at: angle) }
    return decibels(power)
  }

  func works(on channel: BandChannel) -> Bool {
    !sections.isEmpty && (settings.channel == .stereo || settings.channel == channel)
  }

  /// The largest gain that the axis of levels must show, in decibels.
  var shownGain: Double {
    guard settings.isEnabled && settings.type.hasGain else { return 0 }
    return isDynamic ? max(abs(settings.gain), abs(settings.gain + range)) : abs(settings.gain)
  }

  /// The level of the handle: the gain, or for a lowpass and a highpass the level at the cutoff, which is their Q.
  var handleLevel: Double {
    settings.type.hasGain ? settings.gain : settings.type.isCut ? decibels(settings.q * settings.q) : 0
  }
}

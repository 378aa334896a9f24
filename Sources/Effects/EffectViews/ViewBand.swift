import DSP
import Views

/// A band of the parametric equalizer with its sections, at the present gain.
struct ViewBand {
  let settings: BandSettings
  /// The largest change of the gain by the dynamics, and the present one, in decibels.
  let range, change: Double
  private var sections: InlineArray<4, SVFCoefficients>
  private var count: Int

  init(_ settings: BandSettings, range: Double, change: Double, _ design: BandDesign) {
    self.settings = settings
    self.range = range
    self.change = change
    var present = settings
    if Self.isDynamic(settings, range) { present.gain += change }
    count = present.activeSections
    sections = InlineArray(repeating: design.section(0, of: present))
    for index in 1..<max(count, 1) { sections[index] = design.section(index, of: present) }
  }

  private static func isDynamic(_ settings: BandSettings, _ range: Double) -> Bool {
    switch settings.type {
    case .bell, .lowShelf, .highShelf: range != 0
    default: false
    }
  }

  var canBeDynamic: Bool { Self.isDynamic(settings, 1) }

  var isDynamic: Bool { Self.isDynamic(settings, range) }

  var state: HandleState {
    !settings.isEnabled ? .off : settings.activeSections == 0 && !isDynamic ? .flat : .active
  }

  /// - Parameter angle: radians per frame, 0 to π.
  func level(at angle: Double) -> Double {
    guard count > 0 else { return 0 }
    var power = 1.0
    for index in 0..<count { power *= sections[index].power(at: angle) }
    return decibels(power)
  }

  func works(on channel: BandChannel) -> Bool {
    count > 0 && (settings.channel == .stereo || settings.channel == channel)
  }

  /// The largest distance of the handle and of its movement from 0 dB, in decibels.
  var handleReach: Double {
    guard settings.isEnabled else { return 0 }
    return isDynamic ? max(abs(handleLevel), abs(handleLevel + range)) : abs(handleLevel)
  }

  /// The level of the handle: the gain, or for a lowpass and a highpass the level at the cutoff, which is their Q.
  var handleLevel: Double {
    settings.type.hasGain ? settings.gain : settings.type.isCut ? decibels(settings.q * settings.q) : 0
  }
}

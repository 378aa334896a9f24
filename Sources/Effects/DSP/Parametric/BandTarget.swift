/// What a band becomes: its settings with the designs of its sections.
struct BandTarget {
  let settings: BandSettings
  /// The first `settings.activeSections` are valid.
  var sections = InlineArray<4, SVFCoefficients>(repeating: .identity)

  init(_ settings: BandSettings) { self.settings = settings }
}

extension BandDesign {
  // Without `mutating`, an equalizer would copy its design to call these functions.

  /// - Parameter bell: the section of a bell.
  @inline(never)
  mutating func target(of settings: BandSettings, bell: SVFCoefficients) -> BandTarget {
    var target = BandTarget(settings)
    if settings.type == .bell {
      target.sections[0] = bell
    } else {
      for index in 0..<settings.activeSections { target.sections[index] = section(index, of: settings) }
    }
    return target
  }

  /// What the bells of a frequency in hertz and a Q have in common at all gains.
  @inline(never)
  mutating func bellShape(frequency: Double, q: Double) -> BellShape { bell.shape(frequency: frequency, q: q) }

  /// The section of a dynamic band at all gains of its range, in addition to the section at the first gain.
  @inline(never)
  mutating func gainCurve(of settings: BandSettings) -> GainCurve {
    var designs = InlineArray<6, SIMD8<Double>>(repeating: .zero)
    for index in 0...GainCurve.degree {
      var moved = settings
      moved.gain += GainCurve.positions[index] * settings.dynamics.range
      designs[index] = section(0, of: moved).vector
    }
    return GainCurve(designs)
  }
}

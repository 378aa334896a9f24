/// The bands of the parametric equalizer in series.
///
/// Steady bands that follow each other are in groups, whose sections compute side by side. The groups keep the states until a band gets
/// a new target, or until a moving band becomes steady.
struct BandChain {
  static var count: Int { 8 }
  /// A single section is faster alone.
  private static var fewestSections: Int { 2 }

  private var bands: InlineArray<8, EqualizerBand>
  /// The group that begins with each band.
  private var groups = InlineArray<8, SteadyGroup>(repeating: SteadyGroup())
  /// The end of the bands in the group that begins with each band; the band itself if none does.
  private var ends: InlineArray<8, Int> = [0, 1, 2, 3, 4, 5, 6, 7]
  /// Whether the groups have the states of their bands.
  private var isPlanned = false
  /// Frames that the groups have processed since then.
  private var frames = 0

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) { bands = InlineArray(repeating: EqualizerBand(rate: rate)) }

  /// Sets the states to zero and all parameters to their targets.
  mutating func reset() {
    endPlan()
    for index in 0..<Self.count { bands[index].reset() }
  }

  mutating func setTarget(of band: Int, _ settings: BandSettings, _ design: BandDesign, immediately: Bool) {
    endPlan()
    bands[band].setTarget(settings, design, immediately: immediately)
  }

  /// The position of the gain of a band in the range of its dynamics, 0 to 1.
  mutating func position(of band: Int) -> Double { bands[band].position }

  /// Whether a section processes sound.
  var isActive: Bool {
    mutating get {
      for index in 0..<Self.count where bands[index].isActive { return true }
      return false
    }
  }

  /// Filters with all bands.
  mutating func process(
    _ samples: Outputs<Double>, _ input: BandInput, _ dry: Outputs<Double>, _ channels: Int, _ frames: Int
  ) {
    let isLasting = isPlanned || plan(channels)
    var band = 0
    while band < Self.count {
      if ends[band] > band {
        groups[band].process(channels == 2 ? samples : (samples.0, samples.0), frames: frames)
        band = ends[band]
      } else {
        if bands[band].isActive { bands[band].process(samples, input, dry: dry, channels: channels, frames: frames) }
        band += 1
      }
    }
    self.frames += frames
    if !isLasting { endPlan() }
  }

  // MARK: Groups

  /// Makes groups of the steady bands.
  ///
  /// - Returns: whether they are the same until a band gets a new target.
  @inline(never)
  private mutating func plan(_ channels: Int) -> Bool {
    (isPlanned, frames) = (true, 0)
    var (band, isLasting) = (0, true)
    while band < Self.count {
      let (end, sections) = steadyBands(from: band)
      if sections >= Self.fewestSections {
        groups[band] = SteadyGroup()
        for member in band..<end {
          for section in 0..<bands[member].sectionCount { bands[member].append(section, to: &groups[band], of: channels) }
        }
        ends[band] = end
        band = end
      } else {
        ends[band] = band
        if bands[band].isActive && !bands[band].isSteady { isLasting = false }
        band += 1
      }
    }
    return isLasting
  }

  /// The end of the steady bands that follow each other from `first` on and fit in a group, and the number of their sections.
  private mutating func steadyBands(from first: Int) -> (end: Int, sections: Int) {
    var (end, sections) = (first, 0)
    while end < Self.count {
      let count = bands[end].sectionCount
      if count > 0 && (!bands[end].canJoin || sections + count > SteadyGroup.capacity) { break }
      sections += count
      end += 1
    }
    return (end, sections)
  }

  /// Returns the states to the bands.
  private mutating func endPlan() { if isPlanned { returnStates() } }

  @inline(never)
  private mutating func returnStates() {
    isPlanned = false
    for band in 0..<Self.count where ends[band] > band {
      var place = 0
      for member in band..<ends[band] {
        for section in 0..<bands[member].sectionCount {
          bands[member].resume(section, &groups[band], place, frames: frames)
          place += 1
        }
      }
    }
  }
}

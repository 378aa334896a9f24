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
  private var groups = InlineArray<8, SteadyGroup>(repeating: SteadyGroup(capacity: 0))
  /// For each band that is not inside a group: the end of the group that begins with it, or the band itself.
  private var ends: InlineArray<8, Int> = [0, 1, 2, 3, 4, 5, 6, 7]
  /// Whether the groups have the states of their bands.
  private var isPlanned = false
  /// The band that begins the only group, if the plan lasts and no band is outside of it.
  private var onlyGroup: Int?
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
        process(band, samples, channels, frames)
        band = ends[band]
      } else {
        if bands[band].isActive { bands[band].process(samples, input, dry: dry, channels: channels, frames: frames) }
        band += 1
      }
    }
    self.frames += frames
    if !isLasting { endPlan() }
  }

  /// Filters with all bands and multiplies by `gain`, if a single group contains them.
  ///
  /// - Returns: whether it does.
  @inline(__always)
  mutating func processAtOnce(
    _ inputs: Inputs<Float>, _ outputs: Outputs<Float>, gain: Double, channels: Int, frames: Int
  ) -> Bool {
    guard let onlyGroup else { return false }
    processFloats(onlyGroup, inputs, outputs, gain, channels, frames)
    self.frames += frames
    return true
  }

  // MARK: Groups

  @inline(never)
  private mutating func processFloats(
    _ group: Int, _ inputs: Inputs<Float>, _ outputs: Outputs<Float>, _ gain: Double, _ channels: Int, _ frames: Int
  ) {
    groups[group].process(inputs, outputs, gain: gain, frames: frames)
  }

  @inline(never)
  private mutating func process(_ group: Int, _ samples: Outputs<Double>, _ channels: Int, _ frames: Int) {
    let outputs = channels == 2 ? samples : (samples.0, samples.0)
    let isMidSide = groups[group].isMidSide
    if isMidSide { Self.rotate(samples, frames, factor: 0.5) }
    groups[group].process((UnsafePointer(outputs.0), UnsafePointer(outputs.1)), outputs, gain: 1, frames: frames)
    if isMidSide { Self.rotate(samples, frames, factor: 1) }
  }

  /// Replaces two channels by their sum and their difference, times `factor`.
  @inline(__always)
  private static func rotate(_ samples: Outputs<Double>, _ frames: Int, factor: Double) {
    var frame = 0
    let factor = SIMD4(repeating: factor)
    while frame &+ 4 <= frames {
      let (a, b) = (Double.load4(samples.0 + frame), Double.load4(samples.1 + frame))
      Double.store4(factor * (a + b), samples.0 + frame)
      Double.store4(factor * (a - b), samples.1 + frame)
      frame &+= 4
    }
    while frame < frames {
      let (a, b) = (samples.0[frame], samples.1[frame])
      (samples.0[frame], samples.1[frame]) = (factor[0] * (a + b), factor[0] * (a - b))
      frame &+= 1
    }
  }

  /// Makes groups of the steady bands.
  ///
  /// - Returns: whether they are the same until a band gets a new target.
  @inline(never)
  private mutating func plan(_ channels: Int) -> Bool {
    (isPlanned, frames) = (true, 0)
    var (band, isLasting) = (0, true)
    var (groupCount, aloneCount, lastGroup) = (0, 0, 0)
    while band < Self.count {
      let (end, sections, isMidSide) = steadyBands(from: band)
      if sections >= Self.fewestSections {
        groups[band] = SteadyGroup(capacity: sections, isMidSide: isMidSide)
        for member in band..<end {
          for section in 0..<bands[member].sectionCount {
            bands[member].append(section, to: &groups[band], of: channels)
          }
        }
        ends[band] = end
        (groupCount, lastGroup) = (groupCount + 1, band)
        band = end
      } else {
        ends[band] = band
        if bands[band].isActive {
          aloneCount += 1
          if !bands[band].isSteady { isLasting = false }
        }
        band += 1
      }
    }
    onlyGroup = isLasting && groupCount == 1 && aloneCount == 0 && !groups[lastGroup].isMidSide ? lastGroup : nil
    return isLasting
  }

  /// The end of the steady bands that follow each other from `first` on and fit in a group, the number of their sections, and whether
  /// the group has mid and side.
  private mutating func steadyBands(from first: Int) -> (end: Int, sections: Int, isMidSide: Bool) {
    var (end, sections, domain) = (first, 0, BandDomain.both)
    while end < Self.count {
      let count = bands[end].sectionCount
      if count > 0 {
        let next = bands[end].domain
        if !bands[end].canJoin || sections + count > SteadyGroup.maximumCapacity { break }
        if next != .both && domain != .both && next != domain { break }
        if next != .both { domain = next }
      }
      sections += count
      end += 1
    }
    return (end, sections, domain == .midSide)
  }

  /// Returns the states to the bands.
  private mutating func endPlan() { if isPlanned { returnStates() } }

  @inline(never)
  private mutating func returnStates() {
    (isPlanned, onlyGroup) = (false, nil)
    var band = 0
    while band < Self.count {
      var place = 0
      for member in band..<ends[band] {
        for section in 0..<bands[member].sectionCount {
          bands[member].resume(section, &groups[band], place, frames: frames)
          place += 1
        }
        bands[member].skip(frames)
      }
      band = max(ends[band], band + 1)
    }
  }
}

/// The bands of the parametric equalizer in series.
///
/// Steady bands that follow each other are in groups, whose sections compute side by side, and so are dynamic ones that nothing else
/// moves. Dynamic bands whose gains rest are steady. The groups keep the states until a band gets a new target, until a moving band becomes
/// steady, or until the gains begin to rest or to move.
struct BandChain {
  static var count: Int { 8 }
  /// A single section is faster alone.
  private static var fewestSections: Int { 2 }

  private var bands: InlineArray<8, EqualizerBand>
  private var followers: GainFollowers
  /// The group that begins with each band.
  private var groups = InlineArray<8, SteadyGroup>(repeating: SteadyGroup(capacity: 0))
  /// The groups of dynamic bands, and the band that begins each. Four are sufficient for eight bands.
  private var dynamicGroups: InlineArray<4, DynamicGroup>
  private var dynamicGroupOfBand = InlineArray<8, Int>(repeating: -1)
  /// For each band that is not inside a group: the end of the group that begins with it, or the band itself.
  private var ends: InlineArray<8, Int> = [0, 1, 2, 3, 4, 5, 6, 7]
  /// Whether the groups have the states of their bands.
  private var isPlanned = false
  /// 1 if the gains of the first, and of the second four bands rest.
  private var resting = SIMD2(repeating: 0)
  /// The band that begins the only group, if the plan lasts and no band is outside of it.
  private var onlyGroup: Int?
  /// Frames that the groups have processed since then.
  private var frames = 0
  /// Frames since the sound began, modulo a number that the grids of all dynamics and smoothers divide.
  private var time = 0
  /// Frames between two points of the grid of the smoothers.
  private let smootherStride: Int

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    bands = InlineArray(repeating: EqualizerBand(rate: rate))
    followers = GainFollowers(rate: rate)
    dynamicGroups = InlineArray(repeating: DynamicGroup(stride: followers.stride))
    smootherStride = Smoother(rate: rate).stride
  }

  /// Sets the states to zero and all parameters to their targets.
  mutating func reset() {
    endPlan()
    time = 0
    for index in 0..<Self.count { bands[index].reset(phase: smootherPhase(index)) }
    followers.reset()
  }

  /// Advances the time by frames.
  @inline(__always) mutating func skip(_ frames: Int) { time = (time &+ frames) & 0xffff }

  /// Frames since the last point of the grid of the dynamics.
  private var phase: Int { time & (followers.stride - 1) }

  /// Frames since a point of the grid of the smoothers of a band, which is late as those of the dynamics.
  private func smootherPhase(_ band: Int) -> Int { time - DynamicGroup.delay(band) }

  /// Sets the target of a band. `setTarget(of:curve:immediately:)` must follow for a dynamic one.
  mutating func setTarget(of band: Int, _ target: borrowing BandTarget, immediately: Bool) {
    endPlan()
    // Without a curve, nothing has followed the level.
    if !isDynamic { followers.reset() } else if immediately || !bands[band].isDynamic { followers.reset(band) }
    bands[band].setTarget(target, immediately: immediately, phase: smootherPhase(band))
    followers.setTarget(band, target.settings)
  }

  /// Sets the movement of the gain of a band by its dynamics.
  mutating func setTarget(of band: Int, curve: GainCurve, immediately: Bool) {
    bands[band].setTarget(curve: curve, immediately: immediately)
  }

  /// The position of the gain of a band in the range of its dynamics, 0 to 1.
  func position(of band: Int) -> Double { followers.positions[band] }

  /// Whether a section processes sound.
  var isActive: Bool {
    mutating get {
      for index in 0..<Self.count where bands[index].isActive { return true }
      return false
    }
  }

  /// Whether the level of the input moves a band.
  private var isDynamic: Bool {
    mutating get {
      for index in 0..<Self.count where bands[index].isDynamic { return true }
      return false
    }
  }

  /// Filters with all bands.
  ///
  /// - Parameters:
  ///   - keys: what the dynamics follow.
  ///   - dry: memory for the samples of both channels.
  mutating func process(
    _ samples: Outputs<Double>, _ keys: Inputs<Float>, _ dry: Outputs<Double>, _ channels: Int, _ frames: Int
  ) {
    var points = BandPositions.Points(repeating: .zero)
    let isLasting = withUnsafeMutablePointer(to: &points) { points in
      let positions = BandPositions(points, phase: phase)
      let isDynamic = isDynamic
      if isDynamic { followers.follow(keys, frames: frames, positions) }
      let resting = isDynamic ? followers.resting : SIMD2(repeating: 0)
      if resting != self.resting {
        endPlan(at: positions.points[0])
        self.resting = resting
      }
      let isLasting = isPlanned || plan(channels)
      filter(samples, positions, dry, channels, frames)
      return isLasting
    }
    self.frames += frames
    skip(frames)
    if !isLasting { endPlan() }
  }

  private mutating func filter(
    _ samples: Outputs<Double>, _ positions: BandPositions, _ dry: Outputs<Double>, _ channels: Int, _ frames: Int
  ) {
    var band = 0
    while band < Self.count {
      if dynamicGroupOfBand[band] >= 0 {
        // In mono both channels are the same.
        dynamicGroups[dynamicGroupOfBand[band]].process(
          channels == 2 ? samples : (samples.0, samples.0), frames: frames, positions)
        band = ends[band]
      } else if ends[band] > band {
        process(band, samples, channels, frames)
        band = ends[band]
      } else if let end = movingBands(from: band) {
        process(moving: band..<end, samples, channels, frames)
        band = end
      } else {
        if bands[band].isActive {
          bands[band].process(samples, positions, band, dry: dry, channels: channels, frames: frames)
        }
        band += 1
      }
    }
  }

  /// The end of the moving bands outside of groups that follow each other from `first` on in its half, if there are at least two.
  private mutating func movingBands(from first: Int) -> Int? {
    let end = (first / SectionSeries.capacity + 1) * SectionSeries.capacity
    var (band, count) = (first, 0)
    while band < end && ends[band] == band {
      if bands[band].canJoinMoving { count += 1 } else if bands[band].isActive { break }
      band += 1
    }
    return count >= 2 ? band : nil
  }

  @inline(never)
  private mutating func process(moving range: Range<Int>, _ samples: Outputs<Double>, _ channels: Int, _ frames: Int) {
    let first = range.lowerBound / SectionSeries.capacity * SectionSeries.capacity
    var group = MovingGroup()
    for band in range where bands[band].isActive { bands[band].join(&group, band - first, of: channels) }
    // In mono both channels are the same.
    let outputs = channels == 2 ? samples : (samples.0, samples.0)
    group.process(outputs, frames: frames, phase: time, stride: smootherStride) { lane, frames, begins in
      bands[first &+ lane].line(after: frames, begins: begins)
    }
    for band in range {
      if bands[band].isActive { bands[band].resume(group, band - first) }
      bands[band].skip(frames)
    }
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
    skip(frames)
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
    var (groupCount, otherCount, dynamicCount, lastGroup) = (0, 0, 0, 0)
    while band < Self.count {
      let (end, sections, isMidSide) = steadyBands(from: band)
      dynamicGroupOfBand[band] = -1
      if sections >= (bands[band].isDynamic ? 1 : Self.fewestSections) {
        makeGroup(band, end, SteadyGroup(capacity: sections, isMidSide: isMidSide), channels)
        (groupCount, lastGroup) = (groupCount + 1, band)
        band = end
      } else if bands[band].isDynamic && bands[band].canJoinDynamics {
        (dynamicCount, otherCount) = (dynamicCount + 1, otherCount + 1)
        band = makeDynamicGroup(dynamicCount - 1, from: band, channels)
      } else {
        ends[band] = band
        if bands[band].isActive {
          otherCount += 1
          if !bands[band].isSteady { isLasting = false }
        }
        band += 1
      }
    }
    let isOnly = isLasting && groupCount == 1 && otherCount == 0 && !isDynamic && !groups[lastGroup].isMidSide
    onlyGroup = isOnly ? lastGroup : nil
    return isLasting
  }

  private mutating func makeGroup(_ first: Int, _ end: Int, _ group: SteadyGroup, _ channels: Int) {
    groups[first] = group
    for member in first..<end {
      for section in 0..<bands[member].sectionCount {
        bands[member].append(section, to: &groups[first], of: channels)
      }
    }
    ends[first] = end
  }

  /// Makes a group of a dynamic band and others with one section that follow it in the same half. Returns their end.
  private mutating func makeDynamicGroup(_ group: Int, from first: Int, _ channels: Int) -> Int {
    let end = (first / SectionSeries.capacity + 1) * SectionSeries.capacity
    dynamicGroups[group].clear(end - SectionSeries.capacity)
    var band = first
    while band < end {
      if bands[band].canJoinDynamics {
        bands[band].append(band, to: &dynamicGroups[group], phase: phase, of: channels)
      } else if bands[band].isActive {
        break
      }
      band += 1
    }
    (ends[first], dynamicGroupOfBand[first]) = (band, group)
    return band
  }

  /// The end of the steady bands that follow each other from `first` on and fit in a group, the number of their sections, and whether
  /// the group has mid and side.
  private mutating func steadyBands(from first: Int) -> (end: Int, sections: Int, isMidSide: Bool) {
    var (end, sections, domain) = (first, 0, BandDomain.both)
    while end < Self.count {
      let count = bands[end].sectionCount
      if count > 0 {
        let next = bands[end].domain
        if !bands[end].canJoin(isResting: resting[end / 4] > 0) || sections + count > SteadyGroup.maximumCapacity {
          break
        }
        if next != .both && domain != .both && next != domain { break }
        if next != .both { domain = next }
      }
      sections += count
      end += 1
    }
    return (end, sections, domain == .midSide)
  }

  /// Returns the states to the bands.
  private mutating func endPlan() { endPlan(at: followers.positions) }

  /// - Parameter positions: those of the gains at this time.
  @inline(__always)
  private mutating func endPlan(at positions: SIMD8<Double>) { if isPlanned { returnStates(positions) } }

  @inline(never)
  private mutating func returnStates(_ positions: SIMD8<Double>) {
    (isPlanned, onlyGroup) = (false, nil)
    var band = 0
    while band < Self.count {
      let dynamicGroup = dynamicGroupOfBand[band]
      var place = 0
      for member in band..<ends[band] {
        if dynamicGroup >= 0 {
          if bands[member].isActive {
            bands[member].resume(
              member, of: dynamicGroups[dynamicGroup], position: positions[member], phase: phase, frames: frames)
          }
        } else {
          for section in 0..<bands[member].sectionCount {
            bands[member].resume(section, &groups[band], place, frames: frames)
            place += 1
          }
        }
        bands[member].skip(frames)
      }
      band = max(ends[band], band + 1)
    }
  }
}

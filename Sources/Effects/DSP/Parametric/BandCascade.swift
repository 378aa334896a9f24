/// The sections of a band in series. Their number changes without a click: an unneeded section moves to the identity. It is
/// then inactive and costs no time.
struct BandCascade {
  private var sections: InlineArray<4, SmoothedSVF>
  /// The sections that process sound: the target number, and those that still move to the identity.
  private var activeCount = 0
  private var targetCount = 0
  /// What the dynamics add to the first section.
  private var curve: MovingGainCurve
  private var motion: GainMotion

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    sections = InlineArray(repeating: SmoothedSVF(rate: rate))
    let stride = GainFollowers.stride(rate: rate)
    curve = MovingGainCurve(grid: Double(stride) / rate)
    motion = GainMotion(stride: stride)
  }

  // Without `mutating`, the compiler would copy the sections to read a number.
  var isActive: Bool { mutating get { activeCount > 0 } }

  /// Whether dynamics change the first section.
  var isDynamic: Bool { mutating get { curve.isActive } }

  /// Sets the states to zero and the coefficients to their targets.
  ///
  /// - Parameter phase: frames since a point of the grid of the smoothers.
  mutating func reset(phase: Int) {
    for index in 0..<activeCount {
      sections[index].reset()
      sections[index].align(phase)
    }
    activeCount = targetCount
    resetDynamics()
  }

  /// Makes all sections inactive at once.
  mutating func clear() {
    (activeCount, targetCount) = (0, 0)
    curve.setTarget(GainCurve(), isActive: false, immediately: true)
    resetDynamics()
  }

  private mutating func resetDynamics() {
    curve.jump()
    motion.reset()
  }

  /// Makes the sections inactive that have reached the identity.
  mutating func removeSections() {
    while activeCount > targetCount && sections[activeCount - 1].isSteady {
      if activeCount == 1 && curve.isActive { return }
      activeCount -= 1
    }
  }

  /// Moves all sections to the identity.
  mutating func fadeOut() {
    // A section that fades already keeps its movement.
    for index in 0..<targetCount { sections[index].setTarget(sections[index].target.bypassed, immediately: false) }
    targetCount = 0
    curve.fadeOut()
  }

  /// Sets the targets of the sections. `removeSections()` must precede, and `setTarget(curve:immediately:)` must follow for a dynamic band.
  ///
  /// - Parameter phase: frames since a point of the grid of the smoothers.
  mutating func setTarget(_ target: borrowing BandTarget, immediately: Bool, slowly: Bool, phase: Int) {
    let count = target.settings.activeSections
    for index in 0..<count {
      let coefficients = target.sections[index]
      if index >= activeCount {
        sections[index].setTarget(immediately ? coefficients : coefficients.bypassed, immediately: true)
        sections[index].reset()
        sections[index].align(phase)
        activeCount = index + 1
      }
      if !immediately { sections[index].setTarget(coefficients, immediately: false, slowly: slowly) }
    }
    for index in count..<max(count, targetCount) {
      sections[index].setTarget(sections[index].target.bypassed, immediately: false)
    }
    targetCount = count
    if !target.settings.isDynamic { curve.fadeOut() }
  }

  /// Sets what the dynamics add to the first section.
  mutating func setTarget(curve new: GainCurve, immediately: Bool) {
    curve.setTarget(new, isActive: true, immediately: immediately)
  }

  // MARK: Processing

  /// Whether the number and the coefficients of the sections do not change.
  ///
  /// - Parameter isResting: whether the dynamics do not change them.
  mutating func canJoin(isResting: Bool) -> Bool {
    removeSections()
    if activeCount != targetCount { return false }
    if curve.isActive && !(isResting && curve.isSteady && motion.start == motion.end) { return false }
    for index in 0..<activeCount where !sections[index].canJoin(change(index)) { return false }
    return true
  }

  /// What the resting dynamics add to the coefficients of a section.
  private func change(_ index: Int) -> SIMD8<Double> { index == 0 && curve.isActive ? motion.end : .zero }

  /// Whether nothing but the level of the input changes the coefficients.
  var isSteady: Bool {
    mutating get {
      removeSections()
      if activeCount != targetCount || !curve.isSteady { return false }
      for index in 0..<activeCount where !sections[index].isSteady { return false }
      return true
    }
  }

  /// The number of sections that process sound.
  var count: Int { mutating get { activeCount } }

  /// Adds a section to others in series, which process the next frames instead of it.
  @inline(__always)
  mutating func append(_ index: Int, to group: inout SteadyGroup, changing channels: SIMD2<Double>, of count: Int) {
    sections[index].append(change(index), to: &group, changing: channels, of: count)
  }

  /// Continues after `frames` frames that a group has processed.
  @inline(__always)
  mutating func resume(_ index: Int, _ group: inout SteadyGroup, _ place: Int, frames: Int) {
    sections[index].resume(&group, place, frames: frames)
  }

  /// Whether there is only one section, and nothing but the level of the input moves.
  var canJoinDynamics: Bool {
    mutating get { isSteady && activeCount == 1 }
  }

  /// Adds the section to others in series, which process the next frames instead of it.
  ///
  /// - Parameters:
  ///   - phase: frames since the last point of the grid of the dynamics.
  ///   - count: the number of channels that have sound.
  mutating func append(_ band: Int, to group: inout DynamicGroup, phase: Int, of count: Int) {
    let states = sections[0].states
    group.append(
      band, sections[0].target, curve.steadyCurve, motion, count == 2 ? states : (states.0, states.0), phase: phase)
  }

  /// Continues after `frames` frames that a group has processed.
  mutating func resume(_ band: Int, of group: borrowing DynamicGroup, position: Double, phase: Int, frames: Int) {
    let result = group.resume(band, position: position, phase: phase)
    if curve.isActive { motion = result.motion }
    sections[0].resume(result.states, frames: frames)
  }

  /// Whether no dynamics change the only section.
  var canJoinMoving: Bool {
    mutating get {
      removeSections()
      return activeCount == 1 && !curve.isActive
    }
  }

  /// `Smoother.line(after:begins:)` of the only section.
  @inline(__always)
  mutating func line(after frames: Int, begins: Bool) -> Smoother.Line {
    sections[0].line(after: frames, begins: begins)
  }

  /// Adds the section to others that move, which process the next frames instead of it.
  mutating func join(_ group: inout MovingGroup, _ lane: Int, of count: Int) {
    sections[0].join(&group, lane, of: count)
  }

  /// Continues after frames that a group of moving sections has processed.
  mutating func resume(_ group: borrowing MovingGroup, _ lane: Int) { sections[0].resume(group, lane) }

  /// Filters `frames` frames in place.
  ///
  /// - Parameters:
  ///   - positions: those of the gains of all bands.
  ///   - band: the index of the band.
  mutating func process(
    _ samples: Outputs<Double>, channels: Int, frames: Int, _ positions: BandPositions, _ band: Int
  ) {
    removeSections()
    let isDynamic = activeCount > 0 && curve.isActive
    if isDynamic {
      sections[0].process(samples, channels: channels, frames: frames, &curve, &motion, positions, band)
    }
    for index in (isDynamic ? 1 : 0)..<activeCount {
      sections[index].process(
        (UnsafePointer(samples.0), UnsafePointer(samples.1)), samples, channels: channels, frames: frames)
    }
  }
}

/// The signals that the two channels of a group are.
enum BandDomain {
  case leftRight, midSide
  /// The band changes both channels alike, and so also mid and side.
  case both
}

/// A band of the parametric equalizer: its sections, and the part of a stereo signal that it processes.
///
/// The sections of a type are in one of two cascades. Another type starts in the other cascade, while the first one moves to the
/// identity. The coefficients of one type therefore never move to those of another type, except if the type changes again
/// before the first cascade has ended. A band that is off or flat has no active section and costs no time.
struct EqualizerBand {
  private var cascades: (BandCascade, BandCascade)
  private var usesSecond = false
  private var type = BandType.bell
  private var frequency = 0.0
  /// The elements of `BandChannel.matrix`.
  private var matrix: Smoother
  /// Whether the band processes both channels alike.
  private var isPlain = true

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    cascades = (BandCascade(rate: rate), BandCascade(rate: rate))
    matrix = Smoother(rate: rate)
    matrix.setTarget(BandChannel.stereo.matrix, immediately: true)
  }

  /// Sets the states to zero and all parameters to their targets.
  ///
  /// - Parameter phase: frames since a point of the grid of the smoothers.
  mutating func reset(phase: Int) {
    cascades.0.reset(phase: phase)
    cascades.1.reset(phase: phase)
    setMatrix(matrix.target, immediately: true)
  }

  /// Whether a section processes sound.
  var isActive: Bool { mutating get { cascades.0.isActive || cascades.1.isActive } }

  /// Whether dynamics change a section.
  var isDynamic: Bool { mutating get { cascades.0.isDynamic || cascades.1.isDynamic } }

  /// Sets the targets. `setTarget(curve:immediately:)` must follow for a dynamic band.
  ///
  /// - Parameter phase: frames since a point of the grid of the smoothers.
  mutating func setTarget(_ target: borrowing BandTarget, immediately: Bool, phase: Int) {
    let settings = target.settings
    cascades.0.removeSections()
    cascades.1.removeSections()
    let slowly = settings.frequency != frequency
    frequency = settings.frequency
    if immediately {
      cascades.0.clear()
      cascades.1.clear()
    } else if settings.type != type && (usesSecond ? !cascades.0.isActive : !cascades.1.isActive) {
      if usesSecond { cascades.1.fadeOut() } else { cascades.0.fadeOut() }
      usesSecond.toggle()
    }
    type = settings.type
    setMatrix(settings.channel.matrix, immediately: immediately || !isActive)
    if usesSecond {
      cascades.1.setTarget(target, immediately: immediately, slowly: slowly, phase: phase)
    } else {
      cascades.0.setTarget(target, immediately: immediately, slowly: slowly, phase: phase)
    }
  }

  /// Sets the movement of the gain by the dynamics.
  mutating func setTarget(curve: GainCurve, immediately: Bool) {
    if usesSecond {
      cascades.1.setTarget(curve: curve, immediately: immediately)
    } else {
      cascades.0.setTarget(curve: curve, immediately: immediately)
    }
  }

  private mutating func setMatrix(_ values: SIMD8<Double>, immediately: Bool) {
    // A new target of the same value would make the band move.
    if immediately || values != matrix.target { matrix.setTarget(values, immediately: immediately) }
    isPlain = matrix.isSteady && matrix.target == BandChannel.stereo.matrix
  }

  // MARK: Processing

  /// Whether nothing moves, so that a group can process the sections.
  ///
  /// - Parameter isResting: whether the level of the input does not move the gain.
  mutating func canJoin(isResting: Bool) -> Bool {
    matrix.isSteady && cascades.0.canJoin(isResting: isResting) && cascades.1.canJoin(isResting: isResting)
  }

  /// The kind of groups in which the band can be.
  var domain: BandDomain {
    let values = matrix.target
    return values[2] != 0 ? .midSide : values[0] == values[1] ? .both : .leftRight
  }

  /// Whether nothing but the level of the input moves.
  var isSteady: Bool { mutating get { matrix.isSteady && cascades.0.isSteady && cascades.1.isSteady } }

  /// The number of sections that process sound. Only one cascade of a steady band has any.
  var sectionCount: Int { mutating get { cascades.0.count + cascades.1.count } }

  /// Adds a section to others in series, which process the next frames instead of it.
  @inline(__always)
  mutating func append(_ index: Int, to group: inout SteadyGroup, of count: Int) {
    let values = matrix.target
    // Mid and side are the two channels of their group.
    let channels =
      domain == .midSide ? SIMD2(values[2] > 0 ? 1.0 : 0, values[2] < 0 ? 1 : 0) : SIMD2(values[0], values[1])
    if cascades.0.isActive {
      cascades.0.append(index, to: &group, changing: channels, of: count)
    } else {
      cascades.1.append(index, to: &group, changing: channels, of: count)
    }
  }

  /// Continues after `frames` frames that a group has processed.
  @inline(__always)
  mutating func resume(_ index: Int, _ group: inout SteadyGroup, _ place: Int, frames: Int) {
    if cascades.0.isActive {
      cascades.0.resume(index, &group, place, frames: frames)
    } else {
      cascades.1.resume(index, &group, place, frames: frames)
    }
  }

  /// Whether there is only one section, and nothing but the level of the input moves.
  var canJoinDynamics: Bool {
    mutating get {
      isPlain
        && (cascades.0.isActive ? !cascades.1.isActive && cascades.0.canJoinDynamics : cascades.1.canJoinDynamics)
    }
  }

  /// Adds the section to others in series, which process the next frames instead of it.
  mutating func append(_ band: Int, to group: inout DynamicGroup, phase: Int, of count: Int) {
    if cascades.0.isActive {
      cascades.0.append(band, to: &group, phase: phase, of: count)
    } else {
      cascades.1.append(band, to: &group, phase: phase, of: count)
    }
  }

  /// Continues after `frames` frames that a group of dynamic bands has processed.
  mutating func resume(_ band: Int, of group: borrowing DynamicGroup, position: Double, phase: Int, frames: Int) {
    if cascades.0.isActive {
      cascades.0.resume(band, of: group, position: position, phase: phase, frames: frames)
    } else {
      cascades.1.resume(band, of: group, position: position, phase: phase, frames: frames)
    }
  }

  /// Whether there is only one section, and only its own parameters move.
  var canJoinMoving: Bool {
    mutating get {
      isPlain && (cascades.0.isActive ? !cascades.1.isActive && cascades.0.canJoinMoving : cascades.1.canJoinMoving)
    }
  }

  /// `Smoother.line(after:begins:)` of the only section.
  @inline(__always)
  mutating func line(after frames: Int, begins: Bool) -> Smoother.Line {
    cascades.0.isActive
      ? cascades.0.line(after: frames, begins: begins) : cascades.1.line(after: frames, begins: begins)
  }

  /// Adds the section to others that move, which process the next frames instead of it.
  mutating func join(_ group: inout MovingGroup, _ lane: Int, of count: Int) {
    if cascades.0.isActive {
      cascades.0.join(&group, lane, of: count)
    } else {
      cascades.1.join(&group, lane, of: count)
    }
  }

  /// Continues after frames that a group of moving sections has processed.
  mutating func resume(_ group: borrowing MovingGroup, _ lane: Int) {
    if cascades.0.isActive { cascades.0.resume(group, lane) } else { cascades.1.resume(group, lane) }
  }

  /// Advances the time by frames that a group has processed.
  mutating func skip(_ frames: Int) { matrix.skip(frames) }

  /// Filters `frames` frames in place.
  ///
  /// - Parameters:
  ///   - positions: those of the gains of all bands.
  ///   - band: the index of this band.
  ///   - dry: memory for the samples of both channels.
  mutating func process(
    _ samples: Outputs<Double>, _ positions: BandPositions, _ band: Int, dry: Outputs<Double>, channels: Int,
    frames: Int
  ) {
    guard channels == 2 && !isPlain else {
      matrix.skip(frames)
      return filter(samples, positions, band, channels, frames)
    }
    for frame in 0..<frames {
      dry.0[frame] = samples.0[frame]
      dry.1[frame] = samples.1[frame]
    }
    filter(samples, positions, band, 2, frames)
    var start = 0
    while start < frames && !matrix.isSteady {
      let segment = matrix.advance(frames - start)
      mix(samples, dry, segment.start, segment.slope, start..<start + segment.frames)
      start += segment.frames
    }
    if start < frames {
      mix(samples, dry, matrix.target, .zero, start..<frames)
      matrix.skip(frames - start)
    }
    isPlain = matrix.isSteady && matrix.target == BandChannel.stereo.matrix
  }

  private mutating func filter(
    _ samples: Outputs<Double>, _ positions: BandPositions, _ band: Int, _ channels: Int, _ frames: Int
  ) {
    cascades.0.process(samples, channels: channels, frames: frames, positions, band)
    cascades.1.process(samples, channels: channels, frames: frames, positions, band)
  }

  /// Adds a part of the difference between the filtered and the dry samples to the dry ones.
  @inline(never)
  private func mix(
    _ samples: Outputs<Double>, _ dry: Outputs<Double>, _ start: SIMD8<Double>, _ slope: SIMD8<Double>,
    _ frames: Range<Int>
  ) {
    var (left, right, both) = (start[0], start[1], start[2])
    for frame in frames {
      let (x, y) = (dry.0[frame], dry.1[frame])
      let (dx, dy) = (samples.0[frame] - x, samples.1[frame] - y)
      samples.0[frame] = x + (left * dx + both * dy)
      samples.1[frame] = y + (right * dy + both * dx)
      left += slope[0]
      right += slope[1]
      both += slope[2]
    }
  }
}

/// The input of the equalizer, which the dynamics of all bands follow.
struct BandInput {
  let inputs: Inputs<Float>
  /// Frames since the sound began, modulo a number that every grid of dynamics divides.
  let time: Int
}

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
  private var follower: GainFollower

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    cascades = (BandCascade(rate: rate), BandCascade(rate: rate))
    matrix = Smoother(rate: rate)
    follower = GainFollower(rate: rate)
    matrix.setTarget(BandChannel.stereo.matrix, immediately: true)
  }

  /// Sets the states to zero and all parameters to their targets.
  mutating func reset() {
    cascades.0.reset()
    cascades.1.reset()
    follower.reset()
    setMatrix(matrix.target, immediately: true)
  }

  /// Whether a section processes sound.
  var isActive: Bool { mutating get { cascades.0.isActive || cascades.1.isActive } }

  /// The position of the gain in the range of the dynamics, 0 to 1.
  var position: Double { follower.position }

  mutating func setTarget(_ settings: BandSettings, _ design: BandDesign, immediately: Bool) {
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
    // Without a curve, the follower has not followed.
    if immediately || !cascades.0.isDynamic && !cascades.1.isDynamic { follower.reset() }
    follower.setTarget(settings)
    setMatrix(settings.channel.matrix, immediately: immediately || !isActive)
    if usesSecond {
      cascades.1.setTarget(settings, design, immediately: immediately, slowly: slowly)
    } else {
      cascades.0.setTarget(settings, design, immediately: immediately, slowly: slowly)
    }
  }

  private mutating func setMatrix(_ values: SIMD8<Double>, immediately: Bool) {
    // A new target of the same value would make the band move.
    if immediately || values != matrix.target { matrix.setTarget(values, immediately: immediately) }
    isPlain = matrix.isSteady && matrix.target == BandChannel.stereo.matrix
  }

  // MARK: Processing

  /// Whether nothing moves, so that a group can process the sections.
  var canJoin: Bool { mutating get { matrix.isSteady && cascades.0.canJoin && cascades.1.canJoin } }

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

  /// Advances the time by frames that a group has processed.
  mutating func skip(_ frames: Int) { matrix.skip(frames) }

  /// Filters `frames` frames in place.
  ///
  /// - Parameters:
  ///   - input: what the dynamics follow.
  ///   - dry: memory for the samples of both channels.
  mutating func process(
    _ samples: Outputs<Double>, _ input: BandInput, dry: Outputs<Double>, channels: Int, frames: Int
  ) {
    guard channels == 2 && !isPlain else {
      matrix.skip(frames)
      return filter(samples, input, channels, frames)
    }
    for frame in 0..<frames {
      dry.0[frame] = samples.0[frame]
      dry.1[frame] = samples.1[frame]
    }
    filter(samples, input, 2, frames)
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

  private mutating func filter(_ samples: Outputs<Double>, _ input: BandInput, _ channels: Int, _ frames: Int) {
    var positions = InlineArray<65, Double>(repeating: 0)
    var isAtRest = true
    let phase = input.time & (follower.stride - 1)
    if follower.isActive || cascades.0.isDynamic || cascades.1.isDynamic {
      isAtRest = follower.follow(input.inputs, phase: phase, frames: frames, &positions)
    }
    cascades.0.process(samples, channels: channels, frames: frames, positions, isAtRest: isAtRest, phase: phase)
    cascades.1.process(samples, channels: channels, frames: frames, positions, isAtRest: isAtRest, phase: phase)
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

/// The settings of a tuned comb at the frames of a grid: straight lines between the points of a `Smoother`.
struct SettingsGrid {
  private var smoother: Smoother
  /// The settings at the start of the present line, and their change per frame.
  private var start: SIMD8<Double>
  private var slope = SIMD8<Double>.zero
  /// Frames since the start, and the length of the line.
  private var phase = 0
  private var length = 0

  init(rate: Double) {
    let settings = TunedCombSettings(decay: 1, damping: 5000, cents: 0, a4: 440, spread: 0, mix: 50, gain: 0)
    smoother = Smoother(rate: rate)
    start = TunedCombValues(settings, rate: rate).vector
    smoother.setTarget(start, immediately: true)
  }

  /// The values to which the settings move.
  var target: TunedCombValues { TunedCombValues(smoother.target) }
  /// Whether the settings are steady after the present line.
  var isSteady: Bool { smoother.isSteady }

  /// Sets targets for the lines after the present one.
  ///
  /// - Returns: whether they differ from the earlier ones.
  mutating func setTarget(_ values: TunedCombValues) -> Bool {
    let isNew = values.vector != smoother.target
    if isNew { smoother.setTarget(values.vector, immediately: false) }
    return isNew
  }

  /// Ends all movements, and starts the grid here.
  mutating func finish() {
    smoother.setTarget(smoother.target, immediately: true)
    (start, slope, phase, length) = (smoother.target, .zero, 0, 0)
  }

  /// The number of frames to the end of the line, or to the next multiple of `step` frames since its start.
  ///
  /// At the end of a line it begins the next one.
  mutating func frames(inSteps step: Int) -> Int {
    if phase == length { beginLine() }
    return min(length - phase, step - phase % step)
  }

  private mutating func beginLine() {
    phase = 0
    if smoother.isSteady {
      (start, slope) = (smoother.target, .zero)
      length = min(smoother.stride - smoother.phase, Smoother.maximumSegment)
      smoother.skip(length)
    } else {
      let line = smoother.advance(Smoother.maximumSegment)
      (start, slope, length) = (line.start, line.slope, line.frames)
    }
  }

  mutating func advance(_ frames: Int) {
    let rest = min(frames, length - phase)
    phase += rest
    guard frames > rest else { return }
    // Only steady settings advance beyond a line.
    smoother.skip(frames - rest)
    (start, slope, phase, length) = (smoother.target, .zero, 0, 0)
  }

  /// The settings at a number of frames from the present one, at most at the end of the line.
  func values(ahead frames: Int) -> TunedCombValues {
    TunedCombValues(start + slope * Double(phase + frames))
  }
}

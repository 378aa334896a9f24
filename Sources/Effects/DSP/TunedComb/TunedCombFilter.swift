/// A comb filter that rings with a note, or repeats its input in musical time, with one or two channels.
///
/// The loop is designed at points of a grid of frames, and moves in straight lines between them. The grid starts at the last
/// reset. Jumps, glides and gates begin at any frame. The output therefore does not depend on the lengths of the blocks.
public struct TunedCombFilter {
  /// Frames that are processed at a time.
  static var chunk: Int { 1024 }
  /// The longest delay, in seconds.
  public static var longestDelay: Double { 8 }

  private let rate: Double
  private var clock: MusicalClock
  private var grid: SettingsGrid
  private var motion: PitchMotion
  private var gate: Gate
  /// Quarters between two echoes as requested, and as the delay line has room for; 0 if the comb rings with a note.
  private var requestedQuarters = 0.0
  private var quarters = 0.0
  /// What is added to the musical delay, in frames: a correction of the time does not make the delay jump.
  private var correction = 0.0
  private let correctionFrames: Double
  private var isSilenced = false
  private var segment: TunedSegment
  private let count: Int
  private var channels: (TunedCombChannel, TunedCombChannel)

  /// - Parameters:
  ///   - rate: sample rate in hertz.
  ///   - channels: 1 or 2.
  ///   - delayLines: one per channel, with the `capacity(rate:)`.
  ///   - points: memory for `MusicalClock.capacity` points.
  public init(
    rate: Double, channels count: Int, delayLines: (MirroredDelayLine, MirroredDelayLine),
    points: UnsafeMutablePointer<SIMD2<Double>>
  ) {
    (self.rate, self.count) = (rate, count)
    clock = MusicalClock(rate: rate, longest: Self.longestDelay * rate, points: points)
    correctionFrames = 0.005 * rate
    grid = SettingsGrid(rate: rate)
    motion = PitchMotion(rate: rate)
    gate = Gate(rate: rate)
    segment = TunedSegment(TunedLoop(period: rate / 440, decay: grid.values(ahead: 0).decay), rate: rate)
    channels = (
      TunedCombChannel(rate: rate, delayLine: delayLines.0), TunedCombChannel(rate: rate, delayLine: delayLines.1)
    )
  }

  /// The capacity of a `MirroredDelayLine`.
  public static func capacity(rate: Double) -> Int {
    Int((longestDelay * rate).rounded(.up)) + chunk + 2 * FractionalDelay.taps
  }

  /// Clears the delay lines, in constant time, and ends all movements.
  public mutating func reset() {
    channels.0.reset()
    channels.1.reset()
    clock.reset()
    settle()
  }

  /// Ends all movements.
  private mutating func settle() {
    channels.0.forget()
    channels.1.forget()
    grid.finish()
    motion.finish()
    gate.finish()
    correction = 0
    segment.jump(to: loops(motion, ahead: 0))
  }

  /// Filters `frames` frames. With one channel the second pointers are not used. An output may be the buffer of the same channel's input.
  public mutating func process(_ inputs: Inputs<Float>, _ outputs: Outputs<Float>, frames: Int) {
    var start = 0
    while start < frames {
      let length: Int
      if segment.isSettled && segment.framesLeft == 0 && gate.isSteady && channels.0.isSteady && channels.1.isSteady {
        length = min(frames - start, Self.chunk)
        let (loops, values) = (segment.loops, grid.values(ahead: 0))
        let gains = TunedGains(dry: values.dry, wet: values.wet)
        channels.0.run(loops.0, gains, gate: gate.value, inputs.0 + start, outputs.0 + start, length)
        if count == 2 { channels.1.run(loops.1, gains, gate: gate.value, inputs.1 + start, outputs.1 + start, length) }
        grid.advance(length)
      } else {
        if segment.framesLeft == 0 { beginSegment() }
        length = min(frames - start, segment.framesLeft)
        let gate = self.gate
        self.gate = channels.0.run(segment, 0, gate, inputs.0 + start, outputs.0 + start, length)
        if count == 2 { _ = channels.1.run(segment, 1, gate, inputs.1 + start, outputs.1 + start, length) }
        segment.advance(length)
        if segment.framesLeft == 0 { finishSegment() }
      }
      clock.advance(length)
      start += length
    }
  }
}

// What the comb plays.
extension TunedCombFilter {
  /// Sets the targets of the settings.
  ///
  /// - Parameter immediately: whether all movements end at once.
  public mutating func setTarget(_ settings: TunedCombSettings, immediately: Bool) {
    if grid.setTarget(TunedCombValues(settings, rate: rate)) { segment.isSettled = false }
    if immediately { settle() }
  }

  /// Rings with a note from the next frame on.
  ///
  /// - Parameters:
  ///   - pitch: semitones; 69 is A4. A period is at most `longestDelay`.
  ///   - seconds: the time of the glide from the present pitch; 0 jumps.
  public mutating func play(_ pitch: Double, glide seconds: Double) {
    interrupt()
    let frames = quarters == 0 ? Int(seconds * rate) : 0
    (requestedQuarters, quarters) = (0, 0)
    motion.move(to: pitch, frames: frames)
    if frames == 0 { jump() }
  }

  /// Repeats the input in musical time from the next frame on.
  ///
  /// - Parameter quarters: the distance of two echoes, above 0. It is halved until the delay line has room for it.
  public mutating func echo(every quarters: Double) {
    requestedQuarters = quarters
    fitQuarters()
  }

  /// Takes over the position of the host: see `MusicalClock.follow`.
  public mutating func follow(quartersPerMinute: Double, beat: Double?) {
    let delay = quarters > 0 ? clock.delay(quarters, ahead: 0) : 0
    guard clock.follow(quartersPerMinute: quartersPerMinute, beat: beat), quarters > 0 else { return }
    interrupt()
    correction += delay - clock.delay(quarters, ahead: 0)
    fitQuarters()
  }

  private mutating func fitQuarters() {
    var fitting = requestedQuarters
    while fitting / clock.tempo > 0.99 * Self.longestDelay * rate { fitting *= 0.5 }
    guard fitting != quarters else { return }
    interrupt()
    (quarters, correction) = (fitting, 0)
    jump()
  }

  public mutating func setBend(_ semitones: Double) {
    interrupt()
    motion.setBend(semitones)
  }

  /// Sets the gain of the input in the loop, 0 to 1.
  ///
  /// - Parameter isSilenced: whether the ringing ends at once.
  public mutating func setGate(_ level: Double, isSilenced: Bool = false) {
    gate.setTarget(level)
    guard isSilenced != self.isSilenced else { return }
    interrupt()
    self.isSilenced = isSilenced
  }

  /// The frequency of the note without its glide, or of the echoes, in hertz.
  public var frequency: Double {
    quarters > 0 ? rate * clock.tempo / quarters : max(grid.target.frequency(motion.finalPitch), 1 / Self.longestDelay)
  }
}

// The segments.
extension TunedCombFilter {
  /// Ends the present segment, because its target is not valid any more.
  private mutating func interrupt() {
    finishSegment()
    segment.interrupt()
  }

  /// Moves the grid and the pitch to the present frame.
  private mutating func finishSegment() {
    grid.advance(segment.elapsed)
    motion.advance(segment.elapsed)
    segment.elapsed = 0
  }

  /// Lets the present place of the delay line fade out, and continues at the place of the present pitch or time.
  private mutating func jump() {
    channels.0.leave(segment.delays.0)
    if count == 2 { channels.1.leave(segment.delays.1) }
    segment.jumpDelay(to: loops(motion, ahead: 0))
  }

  private mutating func beginSegment() {
    let isMusical = quarters > 0
    let isClockSteady = !isMusical || correction == 0 && clock.isSteady(for: quarters)
    let frames = grid.frames(inSteps: isClockSteady ? Smoother.maximumSegment : 8)
    var end = motion
    end.advance(frames)
    if correction != 0 {
      correction *= exponential(-Double(frames) / correctionFrames)
      // The delay is exact to a thousandth of a frame.
      if abs(correction) < 1e-3 { correction = 0 }
    }
    segment.begin(
      loops(end, ahead: frames), (grid.values(ahead: 0), grid.values(ahead: frames)), frames,
      isLast: isClockSteady && grid.isSteady && end.isSteady)
  }

  /// The loops of both channels at a number of frames from the present one.
  private mutating func loops(_ motion: PitchMotion, ahead: Int) -> (TunedLoop, TunedLoop) {
    let (values, longest) = (grid.values(ahead: ahead), Self.longestDelay * rate)
    var loops: (TunedLoop, TunedLoop)
    if quarters > 0 {
      let delay = min(clock.delay(quarters, ahead: ahead) + correction, longest)
      let loop = TunedLoop(echo: delay, decay: values.decay, sampleRate: rate)
      loops = (loop, loop)
    } else {
      func loop(_ distance: Double) -> TunedLoop {
        TunedLoop(period: min(rate / values.frequency(motion.pitch + distance), longest), decay: values.decay)
      }
      loops.0 = loop(-values.spread)
      loops.1 = values.spread == 0 ? loops.0 : loop(values.spread)
    }
    if isSilenced { (loops.0.feedback, loops.1.feedback) = (0, 0) }
    return loops
  }
}

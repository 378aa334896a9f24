/// One channel of a tuned comb: its delay line, and the bandpass in its loop.
struct TunedCombChannel {
  private var line: MirroredDelayLine
  private var state = LoopBandpass.State()
  /// The readers of earlier notes, which fade out.
  private var former: FormerReaders

  init(rate: Double, delayLine: MirroredDelayLine) {
    line = delayLine
    former = FormerReaders(rate: rate)
  }

  mutating func reset() {
    line.reset()
    state = LoopBandpass.State()
    former.reset()
  }

  /// Ends the readers of earlier notes.
  mutating func forget() { former.reset() }

  /// Whether only one place of the delay line is read.
  @inline(__always) var isSteady: Bool { former.isEmpty }

  /// Lets the reader of the present note fade out, because the delay jumps.
  mutating func leave(_ delay: Double) { former.add(delay) }

  /// Filters at most `TunedCombFilter.chunk` frames of a steady note.
  @inline(never)
  mutating func run(
    _ loop: TunedLoop, _ gains: TunedGains, gate: Double, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) {
    let delay = FractionalDelay(loop.delay)
    line.prepare(nearest: delay.nearest &- frames, farthest: delay.reach)
    let position = line.position(history: delay.reach)
    let bandpass = loop.bandpass
    var (state, frame) = (self.state, 0)
    let (feedback, wet) = (loop.feedback, gains.wet * loop.level)
    func store(_ delayed: Double, _ frame: Int) {
      let (x, echo) = (Double(input[frame]), state.next(delayed, bandpass).flushed)
      position[frame] = (gate * x).adding(feedback, times: echo)
      output[frame] = Float((gains.dry * x).adding(wet, times: echo))
    }
    if delay.nearest >= 4 {
      while frame &+ 4 <= frames {
        let echoes = delay.read4(at: position + frame)
        store(echoes[0], frame)
        store(echoes[1], frame &+ 1)
        store(echoes[2], frame &+ 2)
        store(echoes[3], frame &+ 3)
        frame &+= 4
      }
    }
    while frame < frames {
      store(delay.read(at: position + frame), frame)
      frame &+= 1
    }
    state.flush()
    self.state = state
    line.commit(position, frames)
  }

  /// Filters the frames of a segment.
  ///
  /// - Parameters:
  ///   - channel: the index of the channel in the segment.
  ///   - gate: the gate before the first frame.
  /// - Returns: the gate after the last frame.
  @inline(never)
  mutating func run(
    _ segment: borrowing TunedSegment, _ channel: Int, _ gate: Gate, _ input: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>, _ frames: Int
  ) -> Gate {
    var values = channel == 0 ? segment.values.0 : segment.values.1
    let slope = channel == 0 ? segment.slopes.0 : segment.slopes.1
    let delays = (values[0], values[0] + slope[0] * Double(frames))
    var reach = Int(max(delays.0, delays.1)) + FractionalDelay.taps
    line.prepare(nearest: Int(min(delays.0, delays.1)) - FractionalDelay.taps - frames, farthest: reach)
    former.prepare(&line, frames, &reach)
    let position = line.position(history: reach)
    var (gate, gains) = (gate, segment.gains)
    for frame in 0..<frames {
      let parameters = TunedLoop(values)
      let newest = FractionalDelay(parameters.delay).read(at: position + frame)
      let delayed = former.isEmpty ? newest : former.mix(newest, at: position + frame)
      let (x, echo) = (Double(input[frame]), state.next(delayed, parameters.bandpass).flushed)
      position[frame] = (gate.next() * x).adding(parameters.feedback, times: echo)
      output[frame] = Float((gains.dry * x).adding(gains.wet * parameters.level, times: echo))
      values += slope
      gains.dry += segment.gainSlopes.dry
      gains.wet += segment.gainSlopes.wet
    }
    state.flush()
    line.commit(position, frames)
    return gate
  }
}

/// The gains of the input and of the ringing in the output.
struct TunedGains {
  var dry, wet: Double
}

/// The gain of the input in the loop: it opens from the first frame of a note on, and closes at its end.
///
/// Three equal one-pole lowpasses in a row give it no corners, which would be clicks.
struct Gate {
  /// The time constant of each pole, in seconds.
  private static var time: Double { 0.001 }

  private(set) var value = 1.0
  private(set) var target = 1.0
  private var first = 1.0
  private var second = 1.0
  private let coefficient: Double

  init(rate: Double) { coefficient = 1 - exponential(-1 / (Self.time * rate)) }

  @inline(__always) var isSteady: Bool { value == target && first == target }

  mutating func setTarget(_ level: Double) { target = level }

  mutating func finish() { (value, first, second) = (target, target, target) }

  @inline(__always)
  mutating func next() -> Double {
    guard !isSteady else { return value }
    first += coefficient * (target - first)
    second += coefficient * (first - second)
    value += coefficient * (second - value)
    // -120 dB.
    if abs(value - target) < 1e-6 && abs(first - target) < 1e-6 { finish() }
    return value
  }
}

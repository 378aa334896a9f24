/// A `Biquad` at work: its glide to new parameters, and its memory in up to two channels.
struct Section {
  private var glide: Glide
  private var settled: BlockBiquad
  private var states = (BiquadState(), BiquadState())

  /// - Parameter rate: frames a second.
  init(rate: Double) {
    glide = Glide(rate: rate)
    let identity = Biquad(frequency: 0, damping: 0, leak: 0, direct: 1, bandGain: 0, lowGain: 0)
    settled = BlockBiquad(identity)
    glide.jump(to: identity.vector)
  }

  /// Forgets all sound, and ends the glide.
  mutating func reset() {
    states = (BiquadState(), BiquadState())
    jump(to: Biquad(glide.target))
  }

  /// Glides to `biquad`, or takes it at once.
  @inline(__always)
  mutating func head(for biquad: Biquad, atOnce: Bool, slowly: Bool = false) {
    if atOnce { jump(to: biquad) } else { glide.head(for: biquad.vector, slowly: slowly) }
  }

  private mutating func jump(to biquad: Biquad) {
    glide.jump(to: biquad.vector)
    settled = BlockBiquad(biquad)
  }

  /// Whether nothing moves.
  @inline(__always)
  var isSettled: Bool { glide.isSettled }

  /// Filters `frames` frames of one or two channels. Every output may be the memory of the same channel's input.
  @inline(__always)
  mutating func process<Element: Sample>(
    _ inputs: (UnsafePointer<Element>, UnsafePointer<Element>),
    _ outputs: (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>), channels: Int, frames: Int
  ) {
    let start = glide.isSettled ? 0 : move(inputs, outputs, channels, frames)
    if start < frames {
      Self.run(&settled, &states.0, inputs.0 + start, outputs.0 + start, frames - start)
      if channels == 2 { Self.run(&settled, &states.1, inputs.1 + start, outputs.1 + start, frames - start) }
      glide.skip(frames - start)
    }
    states.0.settle()
    states.1.settle()
  }

  /// As much of it as the parameters move in; returns how many frames that is.
  @inline(never)
  private mutating func move<Element: Sample>(
    _ inputs: (UnsafePointer<Element>, UnsafePointer<Element>),
    _ outputs: (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>), _ channels: Int, _ frames: Int
  ) -> Int {
    var (start, states) = (0, self.states)
    while start < frames && !glide.isSettled {
      let line = BiquadLine(glide.advance(frames - start))
      let (input, output) = ((inputs.0 + start, inputs.1 + start), (outputs.0 + start, outputs.1 + start))
      if BiquadStretch.pays && channels == 1 && line.frames == BiquadStretch.frames {
        BiquadStretch.run(line, &states.0, input.0, output.0)
      } else {
        Self.run(line, &states, input, output, channels)
      }
      start += line.frames
    }
    self.states = states
    if glide.isSettled { settled = BlockBiquad(Biquad(glide.target)) }
    return start
  }

  /// Parameters that stand still. They are `inout`, though nothing changes them, so that this takes their address and not
  /// a copy.
  @inline(never)
  private static func run<Element: Sample>(
    _ block: inout BlockBiquad, _ state: inout BiquadState, _ input: UnsafePointer<Element>,
    _ output: UnsafeMutablePointer<Element>, _ frames: Int
  ) {
    var states = SIMD2(state.band, state.low)
    var frame = 0
    while frame &+ BlockBiquad.width <= frames {
      Element.store4(block.next(Element.load4(input + frame), &states), output + frame)
      frame &+= BlockBiquad.width
    }
    state = BiquadState(band: states[0], low: states[1])
    while frame < frames {
      output[frame] = Element(state.next(input[frame].double, block.biquad))
      frame += 1
    }
  }

  /// Parameters that move in a straight line. Of one channel the second lane is a copy that nobody hears.
  @inline(__always)
  private static func run<Element: Sample>(
    _ line: BiquadLine, _ states: inout (BiquadState, BiquadState),
    _ inputs: (UnsafePointer<Element>, UnsafePointer<Element>),
    _ outputs: (UnsafeMutablePointer<Element>, UnsafeMutablePointer<Element>), _ channels: Int
  ) {
    var pair = BiquadPair(line, states)
    for frame in 0..<line.frames {
      let output = pair.next(SIMD2(inputs.0[frame].double, inputs.1[frame].double))
      outputs.0[frame] = Element(output[0])
      if channels == 2 { outputs.1[frame] = Element(output[1]) }
    }
    states = pair.states
  }
}

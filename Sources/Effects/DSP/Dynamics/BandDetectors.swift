/// Measures the energy of a signal in eight bands: two bandpasses in series for each band, for two channels.
///
/// The lanes are the bands. A bandpass is the difference x[n] - x[n-2] of its input, then u[n] = x[n] + u[n-1] + decay·(u[n-1] - u[n-2]) -
/// square·u[n-2]. The differences of both bandpasses commute with the poles, so the first one is that of the input, the same for all
/// bands, and the energy needs no second one: it is u[n-1]² - u[n]·u[n-2]. For a sine of any frequency w and the amplitude U of u this
/// is U²·sin²(w) in every frame, without a ripple (J. F. Kaiser, On a simple algorithm to calculate the 'energy' of a signal, ICASSP
/// 1990), and proportional to the squared amplitude behind the second difference. Every fourth frame is therefore sufficient.
///
/// The states are u and its change. Single precision is sufficient for them: its rounding errors are below 0.001 dB of a level at 20 Hz
/// and 192 kHz.
struct BandDetectors {
  typealias Lanes = SIMD8<Float>

  /// The poles of a bandpass.
  private struct Poles {
    /// u[n-1], and u[n] - u[n-1].
    var place = Lanes.zero
    var change = Lanes.zero

    /// Processes a frame. Returns u[n-1] - u[n-2].
    @inline(__always)
    mutating func next(_ input: Lanes, _ decay: Lanes, _ pull: Lanes) -> Lanes {
      let former = change
      change = input.adding(pull, times: place).adding(decay, times: former)
      place = place + former
      return former
    }

    mutating func flush() {
      let (least, most) = (Lanes(repeating: 1e-18), Lanes(repeating: 1e18))
      place = place.zeroed(outside: least, most)
      change = change.zeroed(outside: least, most)
    }
  }

  /// The bandpasses of a channel.
  private struct Channel {
    var first = Poles()
    var second = Poles()

    /// Processes a frame with the difference of the input. Returns u[n-1] - u[n-2] of the second bandpass.
    @inline(__always)
    mutating func next(_ input: Lanes, _ decay: Lanes, _ pull: Lanes) -> Lanes {
      _ = first.next(input, decay, pull)
      return second.next(first.place, decay, pull)
    }

    /// The energy after a frame with the result `former`: u[n-1]² - u[n]·u[n-2], in terms of the differences.
    @inline(__always)
    func energy(_ former: Lanes) -> Lanes {
      (former * second.change).adding(second.place, times: former - second.change)
    }

    /// Multiplies the states of a band: u and its change, of both bandpasses.
    mutating func scale(_ band: Int, _ factors: SIMD4<Float>) {
      first.place[band] *= factors[0]
      first.change[band] *= factors[1]
      second.place[band] *= factors[2]
      second.change[band] *= factors[3]
    }

    mutating func flush() {
      first.flush()
      second.flush()
    }
  }

  private var decay = Lanes.zero
  /// -square.
  private var pull = Lanes.zero
  private var gains = InlineArray<8, Double>(repeating: 1)
  private var channels = (Channel(), Channel())
  /// The last two frames of the input. Before the first frame there is none.
  private var history: (last: (Float, Float), beforeLast: (Float, Float))?
  /// The parts of the left and of the right input in both channels.
  private var mix = (Lanes(repeating: 1), Lanes.zero, Lanes.zero, Lanes(repeating: 1))
  private var isPlain = true

  mutating func reset() {
    channels = (Channel(), Channel())
    history = nil
  }

  /// Sets the states of a band to zero.
  mutating func reset(_ band: Int) {
    channels.0.scale(band, .zero)
    channels.1.scale(band, .zero)
  }

  /// Sets the band of a filter: that of a bell, from 20 Hz to the frequency of a low shelf, or from that of a high shelf to 20 kHz.
  ///
  /// - Parameter rate: sample rate in hertz.
  /// - Returns: what the energy has to be multiplied by to be the square of the amplitude of a sine at the center, and the time in
  ///   seconds in which the amplitude behind a single bandpass decays by a factor of e.
  mutating func set(_ band: Int, _ settings: BandSettings, rate: Double) -> (scale: Double, decay: Double) {
    let (center, q) = Self.band(settings, rate: rate)
    let angle = SineCosine(angle: Double.pi * center / rate)
    let g = angle.sine / angle.cosine
    let scale = 2 * g / (1 + g * (1 / q + g))
    // The amplitude of the differences of the input, divided by that of u.
    let gain = 0.5 * scale / q
    let square = scale * scale * (1 + g * (1 / q + g))
    let old = (square: -Double(pull[band]), gain: gains[band])
    if old.square > 0 {
      let (ratio, speed) = (old.gain / gain, squareRoot(square / old.square))
      let factors = SIMD4(Float(ratio), Float(ratio * speed), Float(ratio * ratio / speed), Float(ratio * ratio))
      channels.0.scale(band, factors)
      channels.1.scale(band, factors)
    }
    decay[band] = Float(1 - scale * (1 / q + 2 * g))
    pull[band] = Float(-square)
    gains[band] = gain
    set(mixOf: band, settings.channel.detectorMix)
    return (4 * gain * gain * gain * gain, q / (Double.pi * center))
  }

  /// The center in hertz and the Q.
  private static func band(_ settings: BandSettings, rate: Double) -> (center: Double, q: Double) {
    let center = min(settings.frequency, 0.45 * rate)
    if settings.type == .bell { return (center, min(max(settings.q, 0.3), 10)) }
    let isLow = settings.type == .lowShelf
    let top = isLow ? center : min(20_000, 0.45 * rate)
    let bottom = isLow ? min(20, 0.25 * center) : min(center, 0.5 * top)
    let middle = squareRoot(bottom * top)
    return (middle, middle / (top - bottom))
  }

  private mutating func set(mixOf band: Int, _ values: SIMD4<Float>) {
    mix.0[band] = values[0]
    mix.1[band] = values[1]
    mix.2[band] = values[2]
    mix.3[band] = values[3]
    isPlain = mix.0 == mix.3 && mix.1 == mix.2 && mix.1 == .zero && mix.0 == Lanes(repeating: 1)
  }

  /// Adds the energies of every fourth frame in both channels.
  ///
  /// - Parameter phase: frames since the last one whose number is divisible by four.
  @inline(__always)
  mutating func measure(_ inputs: Inputs<Float>, _ frames: Range<Int>, phase: Int, _ energies: inout (Lanes, Lanes)) {
    if isPlain {
      measure(inputs, frames, phase, &energies, mixing: false)
    } else {
      measure(inputs, frames, phase, &energies, mixing: true)
    }
  }

  @inline(__always)
  private mutating func measure(
    _ inputs: Inputs<Float>, _ frames: Range<Int>, _ phase: Int, _ energies: inout (Lanes, Lanes), mixing: Bool
  ) {
    var (left, right, sums) = (channels.0, channels.1, energies)
    // The sound before the first frame is as the first frame, so that it begins without a step.
    let first = (inputs.0[frames.lowerBound], inputs.1[frames.lowerBound])
    var (last, beforeLast) = history ?? (first, first)
    @inline(__always) func next(_ frame: Int, isFourth: Bool) {
      let (a, b) = (inputs.0[frame], inputs.1[frame])
      let (l, r) = (Lanes(repeating: a - beforeLast.0), Lanes(repeating: b - beforeLast.1))
      let x = left.next(mixing ? (mix.0 * l).adding(mix.1, times: r) : l, decay, pull)
      let y = right.next(mixing ? (mix.2 * l).adding(mix.3, times: r) : r, decay, pull)
      if isFourth { sums = (sums.0 + left.energy(x), sums.1 + right.energy(y)) }
      (last, beforeLast) = ((a, b), last)
    }
    var frame = frames.lowerBound
    let offset = phase &- frame
    while frame < frames.upperBound && (frame &+ offset) & 3 != 0 {
      next(frame, isFourth: (frame &+ offset) & 3 == 3)
      frame &+= 1
    }
    while frame &+ 4 <= frames.upperBound {
      next(frame, isFourth: false)
      next(frame &+ 1, isFourth: false)
      next(frame &+ 2, isFourth: false)
      next(frame &+ 3, isFourth: true)
      frame &+= 4
    }
    while frame < frames.upperBound {
      next(frame, isFourth: false)
      frame &+= 1
    }
    (channels, energies) = ((left, right), sums)
    history = (last, beforeLast)
  }

  /// Sets the states to zero that are silence, or no longer numbers.
  mutating func flush() {
    channels.0.flush()
    channels.1.flush()
  }
}

extension BandChannel {
  /// The parts of the left and the right input in the first channel of a detector, and in the second one. Bands for both channels
  /// follow the louder one.
  fileprivate var detectorMix: SIMD4<Float> {
    switch self {
    case .stereo: SIMD4(1, 0, 0, 1)
    case .left: SIMD4(1, 0, 1, 0)
    case .right: SIMD4(0, 1, 0, 1)
    case .mid: SIMD4(0.5, 0.5, 0.5, 0.5)
    case .side: SIMD4(0.5, -0.5, 0.5, -0.5)
    }
  }
}

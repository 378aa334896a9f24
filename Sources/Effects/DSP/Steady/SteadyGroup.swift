/// Up to eight steady sections in series, which compute side by side. In mono the second channel is a copy of the first one.
struct SteadyGroup {
  static var capacity: Int { 8 }

  private typealias Four = SteadySeries<SectionPair, SectionPair>

  private var front = Four(first: SectionPair(), second: SectionPair())
  private var back = Four(first: SectionPair(), second: SectionPair())
  private var roundings = InlineArray<4, SIMD4<Double>>(repeating: SIMD4(repeating: 1))
  private var sections = InlineArray<8, DirectSection>(repeating: .identity)
  /// What the input of each section, and last the output, has to be multiplied by: the gains of the sections before.
  private var scales = InlineArray<9, SIMD2<Double>>(repeating: SIMD2(repeating: 1))
  private(set) var count = 0

  var isFull: Bool { count == Self.capacity }

  /// Adds a section behind the others.
  ///
  /// - Parameter channels: 1 for each channel that the section changes, and otherwise 0.
  @inline(never)
  mutating func append(
    _ coefficients: SVFCoefficients, _ states: (SVFState<Double>, SVFState<Double>), _ channels: SIMD2<Double>
  ) {
    let section = DirectSection(coefficients)
    let scale = scales[count]
    sections[count] = section
    scales[count + 1] = scale * (channels * section.gain + (1 - channels))
    let (left, right) = (section.direct(states.0), section.direct(states.1))
    let inverse = SIMD2(1 / scale[0], 1 / scale[1])
    let lane = 2 * (count & 1)
    edit(count) { pair in
      for channel in 0...1 {
        pair.first[lane + channel] = section.first
        pair.second[lane + channel] = section.second
        pair.near[lane + channel] = channels[channel] * section.near
        pair.far[lane + channel] = channels[channel] * section.far
        pair.last[lane + channel] = inverse[channel] * (channel == 0 ? left[0] : right[0])
        pair.beforeLast[lane + channel] = inverse[channel] * (channel == 0 ? left[1] : right[1])
      }
    }
    for channel in 0...1 { roundings[count / 2][lane + channel] = section.rounding * abs(inverse[channel]) }
    count += 1
  }

  /// The states of a section.
  @inline(never)
  mutating func states(_ index: Int) -> (SVFState<Double>, SVFState<Double>) {
    var (last, beforeLast) = (scales[index], scales[index])
    let lane = 2 * (index & 1)
    edit(index) { pair in
      last = last * SIMD2(pair.last[lane], pair.last[lane + 1])
      beforeLast = beforeLast * SIMD2(pair.beforeLast[lane], pair.beforeLast[lane + 1])
    }
    return (sections[index].state(last[0], beforeLast[0]), sections[index].state(last[1], beforeLast[1]))
  }

  /// Gives access to the pair of a section.
  @inline(__always)
  private mutating func edit(_ index: Int, _ body: (inout SectionPair) -> Void) {
    switch index / 2 {
    case 0: body(&front.first)
    case 1: body(&front.second)
    case 2: body(&back.first)
    default: body(&back.second)
    }
  }

  // MARK: Processing

  /// Filters `frames` frames of two channels in place.
  @inline(never)
  mutating func process(_ samples: Outputs<Double>, frames: Int) {
    let gain = scales[count]
    if count > 4 {
      var all = SteadySeries(first: front, second: back)
      all.process(samples, gain, frames)
      (front, back) = (all.first, all.second)
      back.first.flush(roundings[2])
      back.second.flush(roundings[3])
    } else {
      var four = front
      four.process(samples, gain, frames)
      front = four
    }
    front.first.flush(roundings[0])
    front.second.flush(roundings[1])
  }
}

/// Up to eight steady sections in series, which compute side by side. In mono the second channel is a copy of the first one.
struct SteadyGroup {
  static var maximumCapacity: Int { 8 }

  private typealias Half = SteadySeries<SteadyStage, SteadyStage>

  private var stages = SteadySeries(
    first: Half(first: SteadyStage(), second: SteadyStage()), second: Half(first: SteadyStage(), second: SteadyStage()))
  private var roundings = InlineArray<4, SIMD4<Double>>(repeating: SIMD4(repeating: 1))
  private var sections = InlineArray<8, DirectSection>(repeating: .identity)
  /// What the input of each section, and last the output, has to be multiplied by: the gains of the sections before.
  private var scales = InlineArray<9, SIMD2<Double>>(repeating: SIMD2(repeating: 1))
  private var count = 0
  /// Whether the channels are mid and side: half of the sum and half of the difference of left and right.
  let isMidSide: Bool
  /// The stages in use. The first sections are in their first halves.
  private let stageCount: Int

  /// - Parameter capacity: the number of sections, at most eight.
  init(capacity: Int, isMidSide: Bool = false) {
    stageCount = capacity > 4 ? 4 : 2
    self.isMidSide = isMidSide
  }

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
    var (left, right) = (section.direct(states.0), section.direct(states.1))
    if isMidSide { (left, right) = (0.5 * (left + right), 0.5 * (left - right)) }
    let inverse = SIMD2(1 / scale[0], 1 / scale[1])
    let lane = 2 * (count / stageCount)
    edit(count) { stage in
      for channel in 0...1 {
        stage.first[lane + channel] = section.first
        stage.second[lane + channel] = section.second
        stage.near[lane + channel] = channels[channel] * section.near
        stage.far[lane + channel] = channels[channel] * section.far
        stage.last[lane + channel] = inverse[channel] * (channel == 0 ? left[0] : right[0])
        stage.beforeLast[lane + channel] = inverse[channel] * (channel == 0 ? left[1] : right[1])
      }
    }
    for channel in 0...1 { roundings[count % stageCount][lane + channel] = section.rounding * abs(inverse[channel]) }
    count += 1
  }

  /// The states of a section.
  @inline(never)
  mutating func states(_ index: Int) -> (SVFState<Double>, SVFState<Double>) {
    var (last, beforeLast) = (scales[index], scales[index])
    let lane = 2 * (index / stageCount)
    edit(index) { stage in
      last = last * SIMD2(stage.last[lane], stage.last[lane + 1])
      beforeLast = beforeLast * SIMD2(stage.beforeLast[lane], stage.beforeLast[lane + 1])
    }
    if isMidSide {
      last = SIMD2(last[0] + last[1], last[0] - last[1])
      beforeLast = SIMD2(beforeLast[0] + beforeLast[1], beforeLast[0] - beforeLast[1])
    }
    return (sections[index].state(last[0], beforeLast[0]), sections[index].state(last[1], beforeLast[1]))
  }

  /// Gives access to the stage of a section.
  @inline(__always)
  private mutating func edit(_ index: Int, _ body: (inout SteadyStage) -> Void) {
    switch index % stageCount {
    case 0: body(&stages.first.first)
    case 1: body(&stages.first.second)
    case 2: body(&stages.second.first)
    default: body(&stages.second.second)
    }
  }

  // MARK: Processing

  /// Filters `frames` frames of two channels and multiplies them by `gain`. An output may be the buffer of an input.
  @inline(__always)
  mutating func process<Element: Sample>(
    _ inputs: Inputs<Element>, _ outputs: Outputs<Element>, gain: Double, frames: Int
  ) {
    let gain = scales[count] * gain
    if stageCount == 4 {
      var run = SteadyRun(stages, inputs, outputs, gain: gain, frames: frames)
      run.process()
      stages = run.stages
      stages.second.first.flush(roundings[2])
      stages.second.second.flush(roundings[3])
    } else {
      var run = SteadyRun(stages.first, inputs, outputs, gain: gain, frames: frames)
      run.process()
      stages.first = run.stages
    }
    stages.first.first.flush(roundings[0])
    stages.first.second.flush(roundings[1])
  }
}

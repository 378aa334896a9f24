/// A resonant Butterworth lowpass of order 2, 4, 6 or 8, in one or two channels, designed by `LowpassDesign`.
///
/// The sections are in series. Their number changes without a click: an unneeded section moves to the identity. It is then
/// inactive and costs no time.
public struct ButterworthLowpass {
  /// Frames that pass from section to section at a time.
  private static var chunk: Int { 64 }

  private var sections: InlineArray<4, SmoothedSVF>
  /// The sections that process sound: the target number, and those that still move to the identity.
  private var activeCount = 1
  private var targetCount = 1
  /// The samples between two sections: `chunk` for each channel.
  private var intermediate: InlineArray<128, Double>
  private let design: LowpassDesign

  /// - Parameter rate: sample rate in hertz.
  public init(rate: Double) {
    design = LowpassDesign(rate: rate)
    sections = InlineArray(repeating: SmoothedSVF(rate: rate))
    intermediate = InlineArray(repeating: 0)
  }

  /// Sets the states to zero and all parameters to their targets.
  public mutating func reset() {
    for index in 0..<activeCount { sections[index].reset() }
    activeCount = targetCount
  }

  /// Sets the targets of the parameters.
  ///
  /// - Parameters:
  ///   - cutoff: hertz, as in `LowpassDesign.corner(at:)`.
  ///   - q: the amplitude at the cutoff, 0.1 to 25.
  ///   - count: the number of sections, 1 to 4, 12 dB per octave each.
  ///   - gain: the output gain in decibels.
  ///   - immediately: whether to skip smoothing.
  public mutating func setTarget(cutoff: Double, q: Double, sections count: Int, gain: Double, immediately: Bool) {
    let level = amplitude(decibels: gain)
    let corner = design.corner(at: cutoff)
    // Independent of the block boundaries, a section that has become inactive starts again from zero states.
    removeSections()
    targetCount = count
    if activeCount != count {
      let identity = identity(corner)
      while activeCount < count {
        sections[activeCount].setTarget(identity, immediately: true)
        sections[activeCount].reset()
        activeCount += 1
      }
      for index in count..<activeCount { sections[index].setTarget(identity, immediately: immediately) }
    }
    for index in 0..<count {
      sections[index].setTarget(coefficients(index, corner, q, count, level), immediately: immediately)
    }
  }

  /// Makes the sections inactive that have reached the identity.
  private mutating func removeSections() {
    while activeCount > targetCount && sections[activeCount - 1].isSteady { activeCount -= 1 }
  }

  // The next two functions change nothing. If they were not `mutating`, the compiler would pass a copy of `self`.

  /// A section without effect, with the poles of a Butterworth filter.
  private mutating func identity(_ corner: LowpassDesign.Corner) -> SVFCoefficients {
    design.section(0, of: 1, corner: corner, q: 0.7071067811865476).bypassed
  }

  /// The coefficients of a section. The first one includes the output gain.
  private mutating func coefficients(
    _ index: Int, _ corner: LowpassDesign.Corner, _ q: Double, _ count: Int, _ level: Double
  ) -> SVFCoefficients {
    let section = design.section(index, of: count, corner: corner, q: q)
    return index == 0 ? section.scaled(by: level) : section
  }

  /// Filters `frames` frames of one or two channels. An output may be the buffer of the same channel's input.
  @inline(__always)
  public mutating func process(_ inputs: Inputs<Float>, _ outputs: Outputs<Float>, channels: Int, frames: Int) {
    removeSections()
    guard activeCount > 1 else { return sections[0].process(inputs, outputs, channels: channels, frames: frames) }
    var start = 0
    while start < frames {
      let length = min(Self.chunk, frames - start)
      processChunk((inputs.0 + start, inputs.1 + start), (outputs.0 + start, outputs.1 + start), channels, length)
      start += length
    }
  }

  /// SAFETY: `intermediate` holds two buffers of `chunk` samples. The pointers to it are valid during this call only.
  @inline(never)
  private mutating func processChunk(_ inputs: Inputs<Float>, _ outputs: Outputs<Float>, _ channels: Int, _ frames: Int)
  {
    let activeCount = self.activeCount
    withUnsafeMutablePointer(to: &intermediate) { place in
      let buffer = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Double.self)
      let middle = (buffer, buffer + Self.chunk)
      for frame in 0..<frames { middle.0[frame] = Double(inputs.0[frame]) }
      if channels == 2 { for frame in 0..<frames { middle.1[frame] = Double(inputs.1[frame]) } }
      for index in 0..<activeCount {
        sections[index].process(
          (UnsafePointer(middle.0), UnsafePointer(middle.1)), middle, channels: channels, frames: frames)
      }
      for frame in 0..<frames { outputs.0[frame] = Float(middle.0[frame]) }
      if channels == 2 { for frame in 0..<frames { outputs.1[frame] = Float(middle.1[frame]) } }
    }
  }
}

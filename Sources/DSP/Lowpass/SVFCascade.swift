/// Up to four SVFs in series, in one or two channels. Their number can change without a click.
///
/// A section that is no longer needed moves to the identity. It is then inactive and costs no time.
struct SVFCascade {
  /// Frames that pass from section to section at a time.
  private static var chunk: Int { 64 }

  private var sections: InlineArray<4, SmoothedSVF>
  /// The sections that process sound: the target number, and those that still move to the identity.
  private(set) var activeCount = 1
  private var targetCount = 1
  /// The samples between two sections: `chunk` for each channel.
  private var intermediate: InlineArray<128, Double>

  /// - Parameter rate: sample rate in hertz.
  init(rate: Double) {
    sections = InlineArray(repeating: SmoothedSVF(rate: rate))
    intermediate = InlineArray(repeating: 0)
  }

  /// Sets the states to zero and all coefficients to their targets.
  mutating func reset() {
    for index in 0..<activeCount { sections[index].reset() }
    activeCount = targetCount
  }

  /// Sets the number of sections, 1 to 4. If it exceeds `activeCount`, call `addSections(_:)` next.
  mutating func setTargetCount(_ count: Int) {
    // Independent of the block boundaries, a section that has become inactive starts again from zero states.
    removeSections()
    targetCount = count
  }

  /// Makes the sections inactive that have reached the identity.
  private mutating func removeSections() {
    while activeCount > targetCount && sections[activeCount - 1].isSteady { activeCount -= 1 }
  }

  /// Activates sections up to the target number, with zero states.
  ///
  /// - Parameter identity: coefficients without effect, whose poles do not ring.
  mutating func addSections(_ identity: SVFCoefficients) {
    while activeCount < targetCount {
      sections[activeCount].setTarget(identity, immediately: true)
      sections[activeCount].reset()
      activeCount += 1
    }
  }

  /// Sets the target of the coefficients of an active section.
  mutating func setTarget(_ coefficients: SVFCoefficients, ofSection index: Int, immediately: Bool) {
    sections[index].setTarget(coefficients, immediately: immediately)
  }

  /// Filters `frames` frames of one or two channels. An output may be the buffer of the same channel's input.
  @inline(__always)
  mutating func process(
    _ inputs: Inputs<Float>, _ outputs: Outputs<Float>, channels: Int, frames: Int
  ) {
    removeSections()
    guard activeCount > 1 else { return sections[0].process(inputs, outputs, channels: channels, frames: frames) }
    var start = 0
    while start < frames {
      let length = min(Self.chunk, frames - start)
      processChunk(
        (inputs.0 + start, inputs.1 + start), (outputs.0 + start, outputs.1 + start), channels, length)
      start += length
    }
  }

  /// SAFETY: `intermediate` holds two buffers of `chunk` samples. The pointers to it are valid during this call only.
  @inline(never)
  private mutating func processChunk(
    _ inputs: Inputs<Float>, _ outputs: Outputs<Float>, _ channels: Int, _ frames: Int
  ) {
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

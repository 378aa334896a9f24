/// Up to four sections in a row, in up to two channels: a lowpass whose steepness can change while it runs.
///
/// Sections beyond the wanted ones glide to the identity and then cost nothing.
struct Cascade {
  /// The most sections that there can be.
  static var most: Int { 4 }
  /// Frames that pass from section to section at a time.
  private static var chunk: Int { 64 }

  private var sections: InlineArray<4, Section>
  /// How many sections have work to do: those that are wanted, and those that still glide to the identity.
  private(set) var busy = 1
  /// How many sections are wanted.
  private var wanted = 1
  private var between: InlineArray<128, Double>

  /// - Parameter rate: frames a second.
  init(rate: Double) {
    sections = InlineArray(repeating: Section(rate: rate))
    between = InlineArray(repeating: 0)
  }

  /// Forgets all sound, and ends every glide.
  mutating func reset() {
    for index in 0..<busy { sections[index].reset() }
    busy = wanted
  }

  /// Wants `count` sections, 1 to `most`: where that is more than are `busy`, `join(with:)` comes next.
  mutating func head(count: Int) {
    // Those that have arrived leave first: a section that is wanted again joins afresh, wherever a block began.
    dismiss()
    wanted = count
  }

  /// Lets the sections go that have glided to the identity.
  private mutating func dismiss() {
    while busy > wanted && sections[busy - 1].isSettled { busy -= 1 }
  }

  /// Sections that are wanted and had no work begin at rest.
  ///
  /// - Parameter identity: does nothing, with poles that do not ring: what a section joins and leaves with.
  mutating func join(with identity: Biquad) {
    while busy < wanted {
      sections[busy].head(for: identity, atOnce: true)
      sections[busy].reset()
      busy += 1
    }
  }

  /// Section `index`, a busy one, glides to `biquad` or takes it at once.
  mutating func head(_ index: Int, for biquad: Biquad, atOnce: Bool) {
    sections[index].head(for: biquad, atOnce: atOnce)
  }

  /// Filters `frames` frames. Every output may be the memory of the same channel's input.
  @inline(__always)
  mutating func process(
    _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), channels: Int, frames: Int
  ) {
    dismiss()
    guard busy > 1 else { return sections[0].process(inputs, outputs, channels: channels, frames: frames) }
    var start = 0
    while start < frames {
      let length = min(Self.chunk, frames - start)
      process(
        (inputs.0 + start, inputs.1 + start), (outputs.0 + start, outputs.1 + start), channels, length)
      start += length
    }
  }

  /// SAFETY: `between` holds two buffers of `chunk` samples; the pointers to it end with this call.
  @inline(never)
  private mutating func process(
    _ inputs: (UnsafePointer<Float>, UnsafePointer<Float>),
    _ outputs: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), _ channels: Int, _ frames: Int
  ) {
    let busy = self.busy
    withUnsafeMutablePointer(to: &between) { place in
      let buffer = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Double.self)
      let middle = (buffer, buffer + Self.chunk)
      for frame in 0..<frames { middle.0[frame] = Double(inputs.0[frame]) }
      if channels == 2 { for frame in 0..<frames { middle.1[frame] = Double(inputs.1[frame]) } }
      for index in 0..<busy {
        sections[index].process(
          (UnsafePointer(middle.0), UnsafePointer(middle.1)), middle, channels: channels, frames: frames)
      }
      for frame in 0..<frames { outputs.0[frame] = Float(middle.0[frame]) }
      if channels == 2 { for frame in 0..<frames { outputs.1[frame] = Float(middle.1[frame]) } }
    }
  }
}

/// Delays the dry input by the latency of the effect, so that the crossfade of the bypass mixes simultaneous samples.
///
/// SAFETY: the memory exists until `deallocate()`: a ring of `latency` samples for the dry and one for the scaled signal of each main input.
struct DryDelay {
  private let samples: UnsafeMutablePointer<Float>
  private let latency: Int
  private let inputs: Int
  /// The index of the oldest sample in each ring.
  private var position = 0
  /// The number of samples in the rings since they were cleared, at most `latency`.
  private var dryCount = 0
  private var scaledCount = 0

  /// - Parameters:
  ///   - latency: in frames, at least 1.
  ///   - inputs: the number of main inputs.
  init(latency: Int, inputs: Int) {
    self.latency = latency
    self.inputs = inputs
    samples = .allocate(capacity: 2 * inputs * latency)
    for index in 0..<2 * inputs * latency { (samples + index).initialize(to: 0) }
  }

  func deallocate() { samples.deallocate() }

  /// Makes all past samples zero in constant time.
  mutating func reset() {
    dryCount = 0
    scaledCount = 0
  }

  /// Replaces `count` samples of the dry and scaled scratch buffers by earlier samples. In a bypass there is no scaled
  /// signal.
  mutating func delay(_ ports: borrowing Ports, _ count: Int, isBypassed: Bool) {
    for input in 0..<inputs {
      exchange(ports.dry(input), count, ring: 2 * input, valid: dryCount)
      if isBypassed { continue }
      let scaled = UnsafeMutablePointer(mutating: ports.scratchBuffers.input(input))
      exchange(scaled, count, ring: 2 * input + 1, valid: scaledCount)
    }
    position = (position + count) % latency
    dryCount = min(dryCount + count, latency)
    scaledCount = isBypassed ? 0 : min(scaledCount + count, latency)
  }

  private func exchange(_ buffer: UnsafeMutablePointer<Float>, _ count: Int, ring: Int, valid: Int) {
    let ring = samples + ring * latency
    var index = position
    for frame in 0..<count {
      let oldest = valid + frame < latency ? 0 : ring[index]
      ring[index] = buffer[frame]
      buffer[frame] = oldest
      index = index + 1 == latency ? 0 : index + 1
    }
  }
}

/// Delays the dry input by the latency of the effect, so that the crossfade of the bypass mixes simultaneous samples.
///
/// SAFETY: the memory exists until `deallocate()`: a ring of `longest` samples for the dry and one for the scaled signal of each main input.
struct DryDelay {
  private let samples: UnsafeMutablePointer<Float>
  /// The largest latency, above 0.
  private let longest: Int
  /// The present latency, 0 to `longest`. A change shifts the dry signal at once, as it shifts that of the effect.
  private var latency: Int
  private let inputs: Int
  /// The index of the oldest sample in each ring.
  private var position = 0
  /// The number of samples in the rings since they were cleared, at most `longest`.
  private var dryCount = 0
  private var scaledCount = 0

  /// - Parameters:
  ///   - longest: the largest latency in frames, at least 1.
  ///   - inputs: the number of main inputs.
  init(longest: Int, inputs: Int) {
    (self.longest, latency) = (longest, longest)
    self.inputs = inputs
    samples = .allocate(capacity: 2 * inputs * longest)
    for index in 0..<2 * inputs * longest { (samples + index).initialize(to: 0) }
  }

  func deallocate() { samples.deallocate() }

  /// Makes all past samples zero in constant time.
  mutating func reset() {
    dryCount = 0
    scaledCount = 0
  }

  @inline(__always) mutating func setLatency(_ frames: Int) { latency = min(max(frames, 0), longest) }

  /// Replaces `count` samples of the dry and scaled scratch buffers by earlier samples. In a bypass there is no scaled
  /// signal.
  mutating func delay(_ ports: borrowing Ports, _ count: Int, isBypassed: Bool) {
    for input in 0..<inputs {
      exchange(ports.dry(input), count, ring: 2 * input, valid: dryCount)
      if isBypassed { continue }
      let scaled = UnsafeMutablePointer(mutating: ports.scratchBuffers.input(input))
      exchange(scaled, count, ring: 2 * input + 1, valid: scaledCount)
    }
    position = (position + count) % longest
    dryCount = min(dryCount + count, longest)
    scaledCount = isBypassed ? 0 : min(scaledCount + count, longest)
  }

  private func exchange(_ buffer: UnsafeMutablePointer<Float>, _ count: Int, ring: Int, valid: Int) {
    let ring = samples + ring * longest
    var (place, delayed) = (position, position >= latency ? position - latency : position - latency + longest)
    for frame in 0..<count {
      let sample = buffer[frame]
      let past = valid + frame < latency ? 0 : ring[delayed]
      ring[place] = sample
      buffer[frame] = latency == 0 ? sample : past
      place = place + 1 == longest ? 0 : place + 1
      delayed = delayed + 1 == longest ? 0 : delayed + 1
    }
  }
}

/// The past samples of a signal.
///
/// SAFETY: owns its memory, which `init` allocates. All indices are limited to it.
@frozen public struct DelayLine: ~Copyable {
  @usableFromInline let samples: UnsafeMutablePointer<Float>
  /// The capacity minus 1: the capacity is a power of two.
  @usableFromInline let mask: Int
  /// The place of the next sample.
  @usableFromInline var position = 0
  /// The number of samples since the last reset, at most the capacity. Older ones are read as 0.
  @usableFromInline var written = 0

  /// Allocates a line of zeros. Do not call it on the audio thread.
  ///
  /// - Parameter longest: the longest delay in frames, at least 1.
  public init(longest: Int) {
    var capacity = 4
    // The interpolation reads up to five older samples.
    while capacity < longest + 6 { capacity *= 2 }
    mask = capacity - 1
    samples = .allocate(capacity: capacity)
    // The audio thread must not be the first to touch a page of the memory.
    samples.initialize(repeating: 0, count: capacity)
  }

  @inlinable deinit { samples.deallocate() }

  /// Makes all past samples 0, in a time that does not depend on the capacity.
  @inlinable public mutating func reset() { written = 0 }

  /// Appends a sample.
  @inlinable
  public mutating func write(_ sample: Float) {
    samples[position] = sample
    position = (position &+ 1) & mask
    if written <= mask { written &+= 1 }
  }

  /// The sample of `frames` frames ago; 0 is the last one that was written.
  ///
  /// - Parameter frames: 0 to the longest delay.
  @inlinable
  public func read(_ frames: Int) -> Float {
    // A negative number becomes a large one.
    UInt(bitPattern: frames) < UInt(bitPattern: written) ? samples[(position &- 1 &- frames) & mask] : 0
  }

  /// The value between two samples, by linear interpolation.
  ///
  /// - Parameter frames: 0 to the longest delay; other values are limited.
  @inlinable
  public func read(_ frames: Float) -> Float {
    let limited = min(max(0, frames), Float(mask - 5))
    let whole = Int(limited)
    let fraction = limited - Float(whole)
    let newer = read(whole)
    return newer + fraction * (read(whole + 1) - newer)
  }

  /// The value between two samples as the weighted sum of eight: exact to 3.4e-5 up to 0.113 of the sample rate (5 kHz at 44.1 kHz),
  /// where the linear interpolation loses up to 0.5 dB. It serves delays in a loop and delays that move.
  ///
  /// - Parameter frames: 1 to the longest delay; other values are limited.
  public func readPrecisely(_ frames: Double) -> Float {
    // The weights count from the frame after the last written one.
    let taps = FractionalDelay(min(max(1, frames), Double(mask - 5)) + 1)
    var sum = 0.0
    for tap in 0..<4 { sum += taps.older[tap] * Double(read(taps.reach - 1 - tap)) }
    for tap in 0..<4 { sum += taps.newer[tap] * Double(read(taps.reach - 5 - tap)) }
    return Float(sum)
  }
}

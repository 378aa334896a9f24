/// Loops over all samples, in a form that the compiler vectorizes.
enum Interleaving {
  /// The largest magnitude; infinite or NaN if a sample is. Positive floats have the same order as their bits.
  static func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float {
    let bits = UnsafeRawPointer(samples).assumingMemoryBound(to: UInt32.self)
    var peak: UInt32 = 0
    for index in 0..<count { peak = max(peak, bits[index] & 0x7FFF_FFFF) }
    return Float(bitPattern: peak)
  }

  /// Copies one channel to every `channels`-th sample of the target, with a gain.
  static func interleave(
    _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, channels: Int, count: Int, gain: Float
  ) {
    switch channels {
    case 1: for frame in 0..<count { target[frame] = gain * source[frame] }
    default: for frame in 0..<count { target[frame * channels] = gain * source[frame] }
    }
  }

  /// Interleaves two channels, with a gain.
  static func interleaveStereo(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, count: Int,
    gain: Float
  ) {
    for frame in 0..<count {
      target[2 * frame] = gain * left[frame]
      target[2 * frame + 1] = gain * right[frame]
    }
  }

  /// Copies every `channels`-th sample of the source, with a gain.
  static func deinterleave(
    _ source: UnsafePointer<Float>, channels: Int, into target: UnsafeMutablePointer<Float>, count: Int, gain: Float
  ) {
    switch channels {
    case 1: for frame in 0..<count { target[frame] = gain * source[frame] }
    case 2: for frame in 0..<count { target[frame] = gain * source[2 * frame] }
    default: for frame in 0..<count { target[frame] = gain * source[frame * channels] }
    }
  }

  /// Adds every `channels`-th sample of the source, with a gain.
  static func addDeinterleaved(
    _ source: UnsafePointer<Float>, channels: Int, to target: UnsafeMutablePointer<Float>, count: Int, gain: Float
  ) {
    for frame in 0..<count { target[frame] += gain * source[frame * channels] }
  }
}

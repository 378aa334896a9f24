/// The loops that every sample passes, written so that the compiler makes vector code of them.
enum Interleaving {
  /// Bits of an infinity: whatever is not below them, without its sign, is no finite number.
  static let infinityBits: UInt32 = 0x7F80_0000

  /// The largest magnitude as the bits of a float: positive floats and their bits are in the same order.
  static func peakBits(_ samples: UnsafePointer<Float>, count: Int) -> UInt32 {
    let bits = UnsafeRawPointer(samples).assumingMemoryBound(to: UInt32.self)
    var peak: UInt32 = 0
    for index in 0..<count { peak = max(peak, bits[index] & 0x7FFF_FFFF) }
    return peak
  }

  /// Puts one channel, times `gain`, into its place among `channels`.
  static func put(
    _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, channels: Int, count: Int, gain: Float
  ) {
    switch channels {
    case 1: for frame in 0..<count { target[frame] = gain * source[frame] }
    case 2: for frame in 0..<count { target[2 * frame] = gain * source[frame] }
    default: for frame in 0..<count { target[frame * channels] = gain * source[frame] }
    }
  }

  /// Puts both channels of a stereo sound in their places.
  static func putStereo(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, count: Int,
    gain: Float
  ) {
    for frame in 0..<count {
      target[2 * frame] = gain * left[frame]
      target[2 * frame + 1] = gain * right[frame]
    }
  }

  /// Takes one channel, times `gain`, out of `channels`.
  static func take(
    _ source: UnsafePointer<Float>, channels: Int, into target: UnsafeMutablePointer<Float>, count: Int, gain: Float
  ) {
    switch channels {
    case 1: for frame in 0..<count { target[frame] = gain * source[frame] }
    case 2: for frame in 0..<count { target[frame] = gain * source[2 * frame] }
    default: for frame in 0..<count { target[frame] = gain * source[frame * channels] }
    }
  }

  /// As `take`, but adds.
  static func add(
    _ source: UnsafePointer<Float>, channels: Int, to target: UnsafeMutablePointer<Float>, count: Int, gain: Float
  ) {
    for frame in 0..<count { target[frame] += gain * source[frame * channels] }
  }
}

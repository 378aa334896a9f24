import CSoundFile
import LV2Kit

/// The sound of a file in memory. A sound without frames is silence.
public struct Sound: BitwiseCopyable {
  /// The samples of the frames one after the other, with zeros before and after them for the interpolation.
  private let samples: UnsafeMutablePointer<Float>?
  private let channels: Int
  let frames: Int
  let rate: Double

  static var silence: Sound { Sound(samples: nil, channels: 1, frames: 0, rate: 1) }
  /// The number of zero frames before the sound, and after it.
  private static var margin: Int { 2 }
  /// About 12 minutes in stereo.
  private static var maximumFrames: Int64 { 1 << 25 }

  /// Reads a file of one or more channels in a format of libsndfile. Returns nil if that is impossible.
  ///
  /// - Parameter log: gets the reason, or nil.
  static func read(_ path: UnsafePointer<CChar>, _ log: Log?) -> Sound? {
    var info = SF_INFO()
    guard let file = sf_open(path, Int32(SFM_READ), &info) else {
      log?.error("the file cannot be read as audio; error of libsndfile", Double(sf_error(nil)))
      return nil
    }
    defer { sf_close(file) }
    guard info.frames > 0, info.frames <= maximumFrames, info.channels > 0 else {
      log?.error("the file has too many frames or none", Double(info.frames))
      return nil
    }
    let channels = Int(info.channels)
    let count = (Int(info.frames) + 2 * margin) * channels
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: count)
    samples.initialize(repeating: 0, count: count)
    let frames = sf_readf_float(file, samples + margin * channels, info.frames)
    if frames < info.frames {
      log?.warning("the file is truncated; frames that are missing", Double(info.frames - frames))
    }
    return Sound(samples: samples, channels: channels, frames: Int(frames), rate: Double(info.samplerate))
  }

  /// The largest magnitudes of the first channel in equal parts of the sound of a file; none for a file that cannot be read.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - count: the number of parts, above 0. Parts without a frame are 0.
  public static func peaks(of path: UnsafePointer<CChar>, count: Int) -> [Float] {
    guard let sound = read(path, nil), let samples = sound.samples else { return [] }
    defer { sound.free() }
    var peaks = [Float](repeating: 0, count: count)
    for frame in 0..<sound.frames {
      let part = frame * count / sound.frames
      peaks[part] = max(peaks[part], abs(samples[(frame + margin) * sound.channels]))
    }
    return peaks
  }

  func free() { samples?.deallocate() }

  /// The left and the right sample at a position, interpolated by a cubic Hermite polynomial. Mono is on both sides.
  ///
  /// - Parameter position: in frames, 0 to `frames`.
  @inline(__always)
  func sample(at position: Double) -> (left: Float, right: Float) {
    guard let samples else { return (0, 0) }
    let frame = Int(position)
    let fraction = Float(position - Double(frame))
    let start = samples + (frame + Self.margin - 1) * channels
    let left = interpolate(start, fraction)
    return (left, channels > 1 ? interpolate(start + 1, fraction) : left)
  }

  @inline(__always)
  private func interpolate(_ start: UnsafeMutablePointer<Float>, _ t: Float) -> Float {
    let (a, b, c, d) = (start[0], start[channels], start[2 * channels], start[3 * channels])
    let slope = 0.5 * (c - a)
    let bend = a - 2.5 * b + 2 * c - 0.5 * d
    let twist = 0.5 * (d - a) + 1.5 * (b - c)
    return b + t * (slope + t * (bend + t * twist))
  }
}

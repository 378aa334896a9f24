import Glibc

/// The gain of a plug-in over time, in bands of half an octave: what an oscillator moves, and how it follows the level.
package struct GainCourse {
  /// The powers of each channel, by piece and band.
  private let output: [[[Double]]]
  private let input: [[Double]]
  /// The number of windows at the beginning that do not count.
  private let skipped: Int

  /// The length of a piece in frames, at every rate: a power of 2, for the Fourier transform.
  private static let frames = 1024
  private static let bands = HalfOctaves(lowest: 500, count: 9)
  private static let window = HalfOctaves.window(frames)

  /// The powers of a signal.
  package struct Powers {
    fileprivate let pieces: [[Double]]

    package init(_ samples: [Float], rate: Double) {
      pieces = (0..<samples.count / GainCourse.frames).map { piece in
        let samples = samples[piece * GainCourse.frames..<(piece + 1) * GainCourse.frames]
        return GainCourse.bands.powers(samples, window: GainCourse.window, rate: rate)
      }
    }

    fileprivate init(pieces: [[Double]]) { self.pieces = pieces }

    /// Those of the signal at another amplitude.
    package func scaled(by factor: Double) -> Powers {
      Powers(pieces: pieces.map { $0.map { $0 * factor * factor } })
    }
  }

  /// - Parameters:
  ///   - channels: the output.
  ///   - input: that of the same frames, or more; nil if the output is judged by itself.
  ///   - skipped: the number of windows at the beginning that do not count: a fade is short.
  package init(_ channels: [[Float]], input: Powers?, rate: Double, skipping skipped: Int) {
    self.skipped = skipped
    output = channels.map { Powers($0, rate: rate).pieces }
    let count = output.map(\.count).min() ?? 0
    self.input = input?.pieces ?? Array(repeating: Array(repeating: 1, count: Self.bands.count), count: count)
  }

  private var count: Int { min(input.count, output.map(\.count).min() ?? 0) }

  /// The gain of pieces one after the other, in dB.
  private func gain(_ channel: Int, _ band: Int, _ pieces: Range<Int>) -> Double {
    let output = pieces.reduce(0) { $0 + self.output[channel][$1][band] }
    let input = pieces.reduce(0) { $0 + self.input[$1][band] }
    return 10 * log10(max(output, .leastNormalMagnitude) / max(input, .leastNormalMagnitude))
  }
}

extension GainCourse {
  /// The gains at a single and at twice the rate, in windows of equal duration, and of equal numbers of frames.
  ///
  /// Both comparisons have the same sound at twice the rate: the first half of that at the single rate lasts as long, and all of
  /// it has as many frames.
  struct Comparison {
    private(set) var inTime = Mean()
    private(set) var inFrames = Mean()

    /// A mean of squares.
    struct Mean {
      private var sum = 0.0
      private var count = 0

      /// The root of the mean; nil without a value.
      var root: Double? { count > 0 ? (sum / Double(count)).squareRoot() : nil }

      /// Adds the deviations from the mean of the values: a constant difference is none of time.
      mutating func add(deviationsOf values: [Double]) {
        let mean = values.reduce(0, +) / Double(max(1, values.count))
        sum += values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        count += values.count
      }
    }

    /// The number of pieces of a window at the single rate.
    private static let pieces = 2
    /// In dB: the largest difference of the gain from the highest of its band, and of a band from the loudest.
    private static let (depth, quietest) = (30.0, 40.0)

    init(_ single: GainCourse, _ double: GainCourse) {
      let (start, end) = (single.skipped, min(single.count, double.count) / Self.pieces)
      guard 2 * start < end else { return }
      let bands = (0..<min(single.output.count, double.output.count)).flatMap { channel in
        (0..<GainCourse.bands.count).map { (channel: channel, number: $0) }
      }
      func gain(_ course: GainCourse, _ band: (channel: Int, number: Int), _ window: Int, _ pieces: Int) -> Double {
        course.gain(band.channel, band.number, window * pieces..<(window + 1) * pieces)
      }
      let tops = bands.map { band in (start..<end).map { gain(single, band, $0, Self.pieces) }.max() ?? 0 }
      for (band, top) in zip(bands, tops) where top > (tops.max() ?? 0) - Self.quietest {
        func differences(_ windows: Range<Int>, _ pieces: Int) -> [Double] {
          windows.map { window in
            max(gain(double, band, window, pieces), top - Self.depth)
              - max(gain(single, band, window, Self.pieces), top - Self.depth)
          }
        }
        inTime.add(deviationsOf: differences(start..<end / 2, 2 * Self.pieces))
        inFrames.add(deviationsOf: differences(2 * start..<end, Self.pieces))
      }
    }
  }
}

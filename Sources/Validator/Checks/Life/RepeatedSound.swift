/// The output for an input that repeats, part by part.
///
/// An effect that forgets its past within a part gives the same output in each one. If most parts agree at a place and one of them
/// does not, something happened that the input did not cause, such as a step at the end of a ring buffer.
struct RepeatedSound {
  /// The first place at which a part differs from the others, and how much of the sound does.
  struct Glitch: Equatable {
    /// Counted from the first part, in frames.
    var frame: Int
    /// In percent.
    var share: Double
  }

  private var parts: [[Float]] = []

  /// In frames.
  private static let window = 1024
  /// The number of parts that must agree, besides the first one, in which an effect settles.
  private static let majority = 5
  /// The number of parts that are tried as the usual one.
  private static let attempts = 3
  /// Power ratios: -80 dB of the sound is equal, -50 dB differs.
  private static let (equal, different) = (1e-8, 1e-5)
  /// A power of a sample: what is quieter has no level to compare with.
  private static let silent: Float = 1e-8
  /// The share of windows that must be judged, and of parts of windows that may differ: otherwise the sound moves by itself.
  private static let (leastJudged, mostDiffering) = (0.8, 0.25)

  mutating func beginPart() { parts.append([]) }

  mutating func append(_ samples: UnsafeBufferPointer<Float>) { parts[parts.count - 1].append(contentsOf: samples) }

  /// Nil if all parts agree, or if there are too few that do.
  var glitch: Glitch? {
    guard let length = parts.map(\.count).min(), parts.count > Self.majority + 1 else { return nil }
    let windows = length / Self.window
    var (judged, differing, first) = (0, 0, Int.max)
    for window in 0..<windows {
      // A sound that moves by itself shows that early.
      if window == windows / 8, Double(judged) < Self.leastJudged * Double(window) { return nil }
      guard let others = dissenters(in: window) else { continue }
      judged += 1
      differing += others.count
      for part in others { first = min(first, part * length + window * Self.window) }
    }
    guard differing > 0, Double(judged) >= Self.leastJudged * Double(windows) else { return nil }
    let share = Double(differing) / Double(judged * (parts.count - 1))
    return share <= Self.mostDiffering ? Glitch(frame: first, share: 100 * share) : nil
  }

  /// The parts that differ from the majority in a window; nil if there is none, if one differs hardly, or if the sound had not
  /// settled before.
  private func dissenters(in window: Int) -> [Int]? {
    for usual in 1...Self.attempts {
      let ratios = (1..<parts.count).map { difference($0, usual, window) }
      guard ratios.count(where: { $0 <= Self.equal }) >= Self.majority else { continue }
      let others = ratios.indices.filter { ratios[$0] > Self.equal }
      return others.allSatisfy { $0 > 0 && ratios[$0] >= Self.different } ? others.map { $0 + 1 } : nil
    }
    return nil
  }

  /// The power of the difference of two parts in relation to that of the louder one.
  private func difference(_ one: Int, _ other: Int, _ window: Int) -> Double {
    if one == other { return 0 }
    var (difference, level): (Float, Float) = (0, Self.silent * Float(Self.window))
    for frame in window * Self.window..<(window + 1) * Self.window {
      let (left, right) = (parts[one][frame], parts[other][frame])
      difference += (left - right) * (left - right)
      level += max(left * left, right * right)
    }
    return Double(difference / level)
  }
}

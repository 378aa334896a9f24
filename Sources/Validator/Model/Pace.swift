/// How the durations of checks are reduced for a plug-in that needs much processor time.
public struct Pace: Codable, Sendable, Equatable {
  /// Up to this load, checks play their usual durations.
  private static let usual = 0.3
  /// Less would be too short for most faults.
  private static let least = 1.0 / 64

  /// The processor time of the plug-in, divided by the duration of the sound.
  public var load: Double
  /// The share of the usual durations and numbers of settings: a power of 2 from 1/64 to 1/2.
  public var share: Double

  /// Nil if the plug-in is fast enough for the usual durations.
  ///
  /// The shares are powers of 2, so that two runs with slightly different loads usually play the same.
  public init?(load: Double) {
    guard load > Self.usual else { return nil }
    self.load = load
    var share = 1.0
    while load * share > Self.usual, share > Self.least { share /= 2 }
    self.share = share
  }

  /// The further share of the durations and numbers of settings that a check plays after the checks before it.
  ///
  /// - Parameter used: the processor time of the plug-in's processes so far, in seconds.
  public static func share(after used: Double) -> Double {
    budgets.reduce(1) { share, budget in used > budget ? share / 4 : share }
  }

  /// In seconds. The first is more than nearly all plug-ins need, so that their findings do not depend on the machine.
  private static let budgets: [Double] = [firstBudget, 60, 80]
  static let firstBudget: Double = 40

  /// The processor time of one plug-in, in seconds, after which no further check begins, so that none takes more than 120 s:
  /// the rest is for the checks that then run.
  public static let limit: Double = 100

  /// The share of the usual durations and numbers of settings, with a further share.
  public static func share(of pace: Pace?, and further: Double) -> Double { max(least, (pace?.share ?? 1) * further) }

  /// The sentence in reports.
  public var text: String {
    "The plug-in needs \(Int((100 * load).rounded())) % of the time of a block, so checks play 1/\(Int(1 / share)) of their usual "
      + "durations and settings."
  }
}

/// How strict a validation must be to include a check, and why.
///
/// The checks of levels 1 to 5 can report errors, which make a run fail by default. Those of levels 6 to 10 report
/// errors only if the plug-in crashes, hangs or exits.
public struct CheckLevel: Sendable {
  public static let all = 1...10

  /// What each level adds, as phrases. The first is level 1.
  public static let additions = [
    "finding, loading and instantiating the plug-in",
    "crashes, hangs and damaged memory in ordinary use",
    "wrong output and ports in ordinary use",
    "sessions: state, worker, events and versions",
    "real-time safety, threads and unusual input: what hosts suffer from",
    "what users hear, and leaks",
    "descriptions, presets and user interfaces",
    "rare hosts, and results that depend on the machine",
    "notes about sound and speed",
    "notes about style: everything",
  ]

  /// From 1 to 10.
  public let number: Int
  /// Why the check has this level, as a sentence.
  public let reason: String

  public init(_ number: Int, _ reason: String) {
    precondition(CheckLevel.all.contains(number))
    self.number = number
    self.reason = reason
  }
}

/// What a check says about itself: `lv2val explain` prints it, and every finding repeats its rule and remedy.
public struct CheckText: Sendable {
  /// What holds for a plug-in without findings, as one sentence.
  public var asserts: String
  /// What the specification says, in our words.
  public var rule: String
  /// Where it says so: a term (`lv2:hardRTCapable`) or a header and what stands there (`lv2/core/lv2.h: run()`).
  public var source: String
  /// How the check measures it, with the stimuli and the tolerances.
  public var method: String
  /// How an author mends what it finds.
  public var remedy: String
  /// The severities that its findings can have.
  public var severities: Set<Severity>

  public init(
    asserts: String, rule: String, source: String, method: String, remedy: String, severities: Set<Severity>
  ) {
    self.asserts = asserts
    self.rule = rule
    self.source = source
    self.method = method
    self.remedy = remedy
    self.severities = severities
  }

  /// The rule with its source, as findings and reports quote it.
  public var citation: String { "\(rule) (\(source))" }
}
